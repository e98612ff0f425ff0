"""Checking deck files: each by itself, and all against each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from srs.core import deck as deck_names
from srs.decks.read import DeckFile, find_deck_files, read_deck
from srs.errors import Fault


def check_files(paths: Sequence[Path]) -> tuple[list[DeckFile], list[Fault]]:
    """Read deck files, and return them with every fault in and between them, sorted by place.

    Raises:
        SrsError: a path is not there.
    """
    files = [read_deck(path) for path in find_deck_files(paths)]
    faults = [fault for file in files for fault in file.faults]
    first: dict[str, DeckFile] = {}
    for file in files:
        if file.deck is not None:
            other = first.setdefault(deck_names.key(file.deck.name), file)
            if other is not file:
                faults.append(name_taken(file.name, file.deck.name, other.name))
    return files, sorted(faults)


def name_taken(file: str, name: str, other: str) -> Fault:
    """Return the fault of a deck whose name another file's deck has already."""
    return Fault(
        file, 1, 1, f"the deck {name!r} is already kept in {other}", "give one of them another name"
    )
