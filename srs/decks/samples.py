"""The decks that come with the program."""

from __future__ import annotations

from pathlib import Path

from srs.decks.read import find_deck_files


def sample_paths() -> list[Path]:
    """Return their files: inside the installed package, else in the repository."""
    package = Path(__file__).parent.parent
    installed = package / "_decks"
    return find_deck_files([installed if installed.is_dir() else package.parent / "decks"])
