"""A big deck is read while one waits."""

from __future__ import annotations

import time

import pytest
import yaml

from srs.core.deck import Deck
from srs.core.item import Choice, Item, Option
from srs.decks.read import parse_deck
from srs.decks.write import deck_to_yaml


@pytest.mark.skipif(
    not hasattr(yaml, "CSafeLoader"), reason="PyYAML was built without its parser in C"
)
def test_ten_thousand_items_are_read_in_seconds() -> None:
    options = tuple(Option(f"Option: {n}", right=n == 1, why="Because.") for n in range(4))
    many: tuple[Item, ...] = tuple(
        Choice(id=f"i{n}", question=f"Question {n}?", options=options, explanation="One.\nTwo.\n")
        for n in range(10_000)
    )
    text = deck_to_yaml(Deck(name="D", items=many))
    started = time.perf_counter()
    file = parse_deck(text, "d")
    taken = time.perf_counter() - started
    assert file.deck is not None
    assert len(file.deck.items) == 10_000
    assert taken < 15  # two to three seconds on a quiet machine
