"""Leeches: cards that are forgotten again and again."""

from __future__ import annotations


def is_leech(lapses: int, threshold: int) -> bool:
    """Say whether the lapse that made it `lapses` marks the card as a leech.

    It does at the threshold and at every half threshold (rounded up) after it, so that a card
    that was helped and forgotten again is pointed out again. Ask only for an answer that was a
    lapse. A threshold of 0 or less marks nothing.
    """
    if threshold < 1 or lapses < threshold:
        return False
    half = (threshold + 1) // 2
    return (lapses - threshold) % half == 0
