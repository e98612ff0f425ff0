"""When a card is a leech."""

from __future__ import annotations

import pytest

from srs.core.leech import is_leech


@pytest.mark.parametrize(
    ("threshold", "marks"),
    [
        (8, [8, 12, 16, 20]),
        (7, [7, 11, 15, 19]),
        (3, [3, 5, 7, 9, 11, 13, 15, 17, 19]),
        (2, list(range(2, 21))),
        (1, list(range(1, 21))),
        (0, []),
        (30, []),
    ],
)
def test_at_the_threshold_and_every_half_after_it(threshold, marks):
    assert [lapses for lapses in range(21) if is_leech(lapses, threshold)] == marks
