"""Foreign formats: one module each, found by entry point, chosen by suffix and content."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from srs.core.deck import Deck
from srs.core.stored import StoredItem
from srs.errors import Fault


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file held: decks, and a fault for everything that could not be read."""

    decks: tuple[Deck, ...]
    faults: tuple[Fault, ...] = ()


class Importer(Protocol):
    """A module that reads a format (entry point group `srs.importers`)."""

    suffixes: tuple[str, ...]
    """File name endings it is for, with the dot, in lower case."""

    def recognises(self, head: bytes) -> bool:
        """Say whether a file that begins like this is of the format."""
        ...

    def read(self, path: Path) -> Imported:
        """Read the file.

        Raises:
            SrsError: nothing in it could be read.
        """
        ...


class Exporter(Protocol):
    """A module that writes a format (entry point group `srs.exporters`)."""

    suffixes: tuple[str, ...]

    def write(self, items: Sequence[StoredItem], path: Path) -> None:
        """Write the items to `path`, whole or not at all."""
        ...
