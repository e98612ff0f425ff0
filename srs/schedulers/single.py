"""Arithmetic in 32-bit floats, which a schedule has to use to agree with Anki's to the day."""

from __future__ import annotations

from functools import reduce
from math import floor
from struct import Struct

_SINGLE = Struct("f")


def single(number: float) -> float:
    """Return the 32-bit float nearest to `number`."""
    (nearest,) = _SINGLE.unpack(_SINGLE.pack(number))
    return float(nearest)


def product(*factors: float) -> float:
    """Multiply from left to right, each factor and each product held in 32 bits."""
    return reduce(lambda left, right: single(left * right), map(single, factors))


def rounded(number: float) -> int:
    """Round to the nearest whole number, a half upwards; `number` is not negative."""
    return floor(number + 0.5)
