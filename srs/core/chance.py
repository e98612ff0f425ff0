"""Chance that can be asked twice: numbers drawn from a card and its number of reviews alone."""

from __future__ import annotations

_MASK = (1 << 64) - 1


def _mixed(number: int) -> int:
    """Scatter 64 bits (the finaliser of SplitMix64, Steele et al. 2014)."""
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


def seed(card_id: int, reps: int, salt: int = 0) -> int:
    """Return the seed for a card that has been answered `reps` times."""
    return _mixed(_mixed(_mixed(card_id & _MASK) ^ reps) ^ salt)


def fraction(number: int) -> float:
    """Return a number in [0, 1) for a seed."""
    return (_mixed(number) >> 11) / (1 << 53)


def permutation(size: int, number: int) -> list[int]:
    """Return the numbers 0 to `size` - 1 in an order that the seed decides (Fisher-Yates)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        number = _mixed(number)
        other = number % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order
