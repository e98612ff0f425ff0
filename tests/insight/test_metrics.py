"""The measures: by hand, and by plain implementations of their own."""

from __future__ import annotations

from math import exp, floor, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.insight import metrics
from srs.insight.metrics import Prediction


def prediction(chance: float, recalled: bool, elapsed: int = 1) -> Prediction:
    return Prediction(chance, recalled, elapsed, 2, 0)


made = st.lists(
    st.builds(
        Prediction,
        st.floats(0, 1),
        st.booleans(),
        st.integers(1, 400),
        st.integers(2, 30),
        st.integers(0, 9),
    ),
    min_size=1,
    max_size=40,
)


def test_log_loss_by_hand() -> None:
    two = [prediction(0.9, True), prediction(0.6, False)]
    assert metrics.log_loss(two) == pytest.approx((-log(0.9) - log(0.4)) / 2)


@pytest.mark.parametrize(("chance", "recalled"), [(0.0, True), (1.0, False)])
def test_certainty_that_was_wrong_costs_a_lot_and_not_all(chance: float, recalled: bool) -> None:
    assert metrics.log_loss([prediction(chance, recalled)]) == pytest.approx(-log(1e-4))


def test_rmse_is_by_bins() -> None:
    together = [prediction(0.9, True), prediction(0.6, False)]
    assert metrics.rmse_bins(together) == pytest.approx(0.25)
    apart = [prediction(0.9, True, 1), prediction(0.6, False, 100)]
    assert metrics.rmse_bins(apart) == pytest.approx(((0.1**2 + 0.6**2) / 2) ** 0.5)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Prediction(1, True, 1, 2, 0), Prediction(1, False, 3, 3, 0), True),
        (Prediction(1, True, 3, 2, 0), Prediction(1, False, 4, 2, 0), False),
        (Prediction(1, True, 4, 2, 0), Prediction(1, False, 13, 2, 0), True),
        (Prediction(1, True, 1, 3, 0), Prediction(1, False, 1, 4, 0), False),
        (Prediction(1, True, 1, 4, 0), Prediction(1, False, 1, 6, 0), True),
        (Prediction(1, True, 1, 2, 0), Prediction(1, False, 1, 2, 1), False),
        (Prediction(1, True, 1, 2, 1), Prediction(1, False, 1, 2, 2), False),
        (Prediction(1, True, 1, 2, 3), Prediction(1, False, 1, 2, 5), True),
    ],
)
def test_the_bins_of_srs_benchmark(one: Prediction, other: Prediction, same: bool) -> None:
    """In one bin the mean error is 0.5; apart, one is right and the other wrong."""
    expected = 0.5 if same else 0.5**0.5
    assert metrics.rmse_bins([one, other]) == pytest.approx(expected)


@given(made)
def test_rmse_as_the_sum_over_bins(some: list[Prediction]) -> None:
    def named(number: int, scale: float, base: float) -> float:
        return round(scale * base ** floor(log(number) / log(base)), 2) if number else 0

    keys = [
        (named(p.elapsed, 2.48, 3.62), named(p.number, 1.99, 1.89), named(p.lapses, 1.65, 1.73))
        for p in some
    ]
    total = 0.0
    for key in set(keys):
        inside = [p for p, k in zip(some, keys, strict=True) if k == key]
        total += sum(p.chance - p.recalled for p in inside) ** 2 / len(inside)
    assert metrics.rmse_bins(some) == pytest.approx((total / len(some)) ** 0.5, abs=1e-9)


@given(made)
def test_auc_is_the_share_of_pairs_in_the_right_order(some: list[Prediction]) -> None:
    pairs = [
        1.0 if good.chance > bad.chance else 0.5 if good.chance == bad.chance else 0.0
        for good in some
        if good.recalled
        for bad in some
        if not bad.recalled
    ]
    expected = sum(pairs) / len(pairs) if pairs else None
    assert metrics.auc(some) == (None if expected is None else pytest.approx(expected))


@given(made)
def test_log_loss_is_minus_the_mean_log_likelihood(some: list[Prediction]) -> None:
    likelihood = 1.0
    for p in some:
        chance = min(max(p.chance, 1e-4), 1 - 1e-4)
        likelihood *= chance if p.recalled else 1 - chance
    assert exp(-metrics.log_loss(some) * len(some)) == pytest.approx(likelihood)


@given(made)
def test_no_constant_beats_the_average(some: list[Prediction]) -> None:
    average = sum(p.recalled for p in some) / len(some)
    best = metrics.log_loss([prediction(average, p.recalled) for p in some])
    for chance in (0.05, 0.3, 0.5, 0.7, 0.95):
        assert best <= metrics.log_loss([prediction(chance, p.recalled) for p in some]) + 1e-9
