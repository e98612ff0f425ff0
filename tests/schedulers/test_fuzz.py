"""The ranges of fuzz."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.core.load import by_chance
from srs.schedulers.fuzz import bounds, fuzzed, fuzzed_delay
from srs.schedulers.single import product, rounded, single

chances = st.floats(0.0, 1.0, exclude_max=True)
days = st.floats(0.0, 50_000.0, width=32)


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        (1, (1, 1)),
        (2, (2, 2)),
        (2.4, (2, 2)),
        (2.5, (2, 4)),
        (3, (2, 4)),
        (7, (5, 9)),
        (10, (8, 12)),
        (20, (17, 23)),
        (100, (93, 107)),
        (1000, (948, 1052)),
    ],
)
def test_ranges(interval, expected):
    assert bounds(interval, 1, 36_500) == expected


def test_the_ends_of_a_range_stay_within_what_is_allowed():
    assert bounds(100, 101, 36_500) == (101, 108)
    assert bounds(100, 1, 100) == (93, 100)
    assert bounds(100, 120, 36_500) == (120, 128)
    assert bounds(100, 9, 5) == (5, 5)


def test_a_range_of_one_day_gets_a_second():
    assert bounds(10, 12, 36_500) == (12, 14)
    assert bounds(3, 4, 36_500) == (4, 5)
    assert bounds(3, 4, 4) == (4, 4)


@given(days, st.integers(1, 40_000), st.integers(1, 40_000), chances)
def test_a_fuzzed_interval_lies_in_its_range(interval, least, most, chance):
    low, high = bounds(interval, least, most)
    assert min(least, most) <= low <= high <= most
    assert low <= fuzzed(interval, least, most, by_chance(chance)) <= high


@given(days, st.integers(1, 40_000))
def test_every_day_of_the_range_is_reached(interval, least):
    low, high = bounds(interval, least, 40_000)
    size = high - low + 1
    chosen = [fuzzed(interval, least, 40_000, by_chance((day + 0.5) / size)) for day in range(size)]
    assert chosen == list(range(low, high + 1))


@given(st.integers(0, 10**6), chances)
def test_a_delay_gets_a_quarter_more_at_most_and_never_over_five_minutes(seconds, chance):
    assert 0 <= fuzzed_delay(seconds, chance) - seconds <= min(seconds / 4, 300)
    assert fuzzed_delay(seconds, None) == seconds


def test_half_a_day_rounds_up():
    assert [rounded(number) for number in (0.5, 1.5, 2.5, 2.49)] == [1, 2, 3, 2]


def test_products_are_those_of_32_bits():
    """Which decides the day where a product comes near to a half."""
    assert (rounded(product(15, 2.1)), rounded(15 * 2.1)) == (31, 32)
    assert (rounded(product(25, 2.3)), rounded(25 * 2.3)) == (58, 57)
    assert single(0.1) != 0.1
    assert single(single(0.1)) == single(0.1)
