"""Anki packages: decks that leave for Anki, on any device."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from srs.core.stored import StoredItem
from srs.errors import SrsError

suffixes: tuple[str, ...] = (".apkg",)


def write(items: Sequence[StoredItem], path: Path) -> None:
    """Write the items that have an answer as a package, whole or not at all.

    What is written depends on the items alone, not on the clock: the same items give the same
    bytes, and Anki recognises every note when a package is imported again.

    Raises:
        SrsError: the file cannot be written, or no item has an answer.
    """
    from srs.formats.anki.collection import Collection
    from srs.formats.anki.package import write_package

    answered = [stored for stored in items if stored.item.answered]
    if not answered:
        raise SrsError(
            f"There is nothing to write to {path}: no item has an answer.",
            "Only items with an answer can be asked in Anki; give them one in their deck file.",
        )
    write_package(Collection.of(answered), path)
