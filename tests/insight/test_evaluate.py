"""Evaluation and fitting: measures by hand and a second time, and a real log."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from math import exp, log
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import ROOT, Srs

from srs.clock import Calendar
from srs.core.grade import Grade
from srs.core.memory import State
from srs.core.review import Kind, Review
from srs.core.settings import Settings
from srs.errors import FaultyFiles, SrsError
from srs.insight import metrics, optimize
from srs.insight.csv_log import read_csv
from srs.insight.evaluate import AVERAGE, FITTED, cut, evaluate, evaluate_in_time, predictions
from srs.insight.metrics import Prediction
from srs.schedulers.sm2 import Sm2

CALENDAR = Calendar(UTC)
DATA = Path(os.environ.get("SRS_TEST_DATA", ROOT.parent / "shared" / "data"))
REAL = DATA / "revlog-one-learner.csv"


def review(card: int, day: int, grade: int, hour: float = 12, **values: object) -> Review:
    at = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(days=day, hours=hour)
    fields = {"due": None, "interval": 0, "last_interval": 0, "ease": 0.0, "scheduler": "x"}
    return Review(
        card_id=card, at=at, day=CALENDAR.day(at), grade=Grade(grade) if grade else None,
        state=State.NEW, **(fields | values),  # type: ignore[arg-type]
    )  # fmt: skip


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


def test_measures_by_hand() -> None:
    two = [prediction(0.9, True), prediction(0.6, False)]
    assert metrics.log_loss(two) == pytest.approx((-log(0.9) - log(0.4)) / 2)
    assert metrics.rmse_bins(two) == pytest.approx(0.25)
    assert metrics.auc(two) == 1
    apart = [prediction(0.9, True, 1), prediction(0.6, False, 100)]
    assert metrics.rmse_bins(apart) == pytest.approx(((0.1**2 + 0.6**2) / 2) ** 0.5)


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
def test_the_average_is_the_best_constant(some: list[Prediction]) -> None:
    from srs.insight.evaluate import average

    best = metrics.log_loss(average(some))
    for chance in (0.05, 0.3, 0.5, 0.7, 0.95):
        assert best <= metrics.log_loss([prediction(chance, p.recalled) for p in some]) + 1e-9


@given(made)
def test_log_loss_is_minus_the_mean_log_likelihood(some: list[Prediction]) -> None:
    likelihood = 1.0
    for p in some:
        chance = min(max(p.chance, 1e-4), 1 - 1e-4)
        likelihood *= chance if p.recalled else 1 - chance
    assert exp(-metrics.log_loss(some) * len(some)) == pytest.approx(likelihood)


def test_only_the_first_review_of_a_later_day_counts() -> None:
    answers = [(0, 3, 9), (0, 3, 10), (1, 3, 9), (1, 1, 10), (4, 1, 9), (9, 3, 9)]
    reviews = [review(1, day, grade, hour) for day, grade, hour in answers]
    found = [p for _, p in predictions({1: reviews}, Sm2(), CALENDAR)]
    assert [(p.elapsed, p.recalled, p.number, p.lapses) for p in found] == [
        (1, True, 2, 0),
        (3, False, 3, 0),
        (5, True, 4, 1),
    ]


def test_sm2_predicts_by_interval() -> None:
    reviews = [review(1, 0, 4), review(1, 8, 3)]
    ((_, found),) = predictions({1: reviews}, Sm2(), CALENDAR)
    assert found.chance == pytest.approx(0.9 ** (8 / 4))


def test_practice_is_no_answer_and_a_reset_begins_anew() -> None:
    reviews = [
        review(1, 0, 4),
        review(1, 2, 1, kind=Kind.PRACTICE),
        review(1, 3, 0, kind=Kind.RESET),
        review(1, 4, 3),
    ]
    from srs.insight.evaluate import answers_only

    kept = answers_only(reviews)
    assert len(kept) == 3
    ((_, found),) = predictions({1: kept}, Sm2(), CALENDAR)
    assert found.chance == pytest.approx(0.9**4)


def test_fitted_parameters_never_see_the_future() -> None:
    log = {
        card: [review(card, day, 1 + (card * day) % 4) for day in range(card % 5, 60, 5)]
        for card in range(40)
    }
    parts, seen = cut(log, CALENDAR), []

    def fit(past: object) -> tuple[float, ...]:
        times = [r.at for history in past for r in history]  # type: ignore[attr-defined]
        seen.append(max(times))
        return ()

    rows = evaluate_in_time(log, ["sm2"], Settings(), CALENDAR, fit)
    assert [row.name for row in rows] == [AVERAGE, "sm2", FITTED]
    assert len({row.scores.reviews for row in rows}) == 1
    assert [last < part[0].at for last, part in zip(seen, parts, strict=True)] == [True] * 5
    assert [last for last, _ in zip(seen, parts, strict=True)] == sorted(seen)


def test_too_little_to_fit_or_to_predict() -> None:
    with pytest.raises(SrsError, match="too few"):
        optimize.fit([[review(1, 0, 3), review(1, 1, 3)]])
    assert evaluate({1: [review(1, 0, 3)]}, ["sm2"], Settings(), CALENDAR) == []


@pytest.mark.skipif(not REAL.exists(), reason="no real log: SRS_TEST_DATA names no folder with it")
def test_a_real_log_gives_the_expected_table() -> None:
    """The values that were found independently, to the second decimal, by days from 04:00 UTC."""
    log = read_csv(REAL, CALENDAR)
    names = ["sm2", "sm2-classic", "fsrs"]
    rows = {row.name: row.scores for row in evaluate(log, names, Settings(), CALENDAR)}
    assert {name: round(scores.log_loss, 2) for name, scores in rows.items()} == {
        AVERAGE: 0.53,
        "sm2": 0.54,
        "sm2-classic": 0.57,
        "fsrs": 0.47,
    }
    assert {scores.reviews for scores in rows.values()} == {6276}


@pytest.mark.skipif(not REAL.exists(), reason="no real log: SRS_TEST_DATA names no folder with it")
def test_fsrs_fitted_to_the_past_of_a_real_log() -> None:
    log = read_csv(REAL, CALENDAR)
    fitted = evaluate_in_time(log, [], Settings(), CALENDAR, optimize.fit)[-1]
    assert fitted.name == FITTED
    assert round(fitted.scores.log_loss, 2) <= 0.44


def test_a_csv_that_is_no_log_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(SrsError, match="no column card_id"):
        read_csv(path, CALENDAR)
    head = "card_id,review_rating,review_time\n"
    path.write_text(head + "1,3,2026-01-01T00:00:00+00:00\n1,5,2026-01-01\n")
    with pytest.raises(FaultyFiles, match=r"log\.csv:3:1"):
        read_csv(path, CALENDAR)


def test_the_commands(srs: Srs) -> None:
    path = srs.home / "log.csv"
    lines = ["card_id,review_rating,review_time"]
    for card in range(60):
        for day in range(card % 7, 100, 9):
            at = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=day, seconds=card)
            lines.append(f"{card},{1 + (card + day) % 4},{at.isoformat()}")
    path.write_text("\n".join(lines))
    table = srs.ok("evaluate", "--csv", path, "--split")
    assert [row["scheduler"] for row in table["all"]] == ["average", "fsrs", "sm2", "sm2-classic"]
    assert table["split"][-1]["scheduler"] == "fsrs fitted"
    assert "log loss" in srs("evaluate", "--csv", path).out
    found = srs.ok("optimize", "--csv", path)
    assert (len(found["parameters"]), found["kept"]) == (21, False)
    assert found["after"]["log_loss"] <= found["before"]["log_loss"]
    assert srs.ok("optimize", "--csv", path, "--yes")["kept"] is True
    assert len(srs.ok("config", "get", "fsrs_parameters")["value"].split()) == 21
    assert srs("evaluate").status == 1


def test_the_learner_s_own_log(srs: Srs) -> None:
    srs("add", srs.deck("deck: D\nitems:\n  - {question: q, answer: a}\n"))
    for day in (2, 6, 20):
        srs.ok("answer", "1", "easy", now=f"2026-03-{day:02}T12:00:00+00:00")
    rows = srs.ok("evaluate", "D")["all"]
    assert {row["reviews"] for row in rows} == {2}
