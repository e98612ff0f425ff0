"""Plain text quizzes: numbered questions, their options, answers marked or listed in a key."""

from __future__ import annotations

from pathlib import Path

from srs.core.deck import Deck, EmptyLevel, normal_name
from srs.errors import SrsError
from srs.formats import Imported
from srs.formats.plain_text.items import items
from srs.formats.plain_text.lines import decoded, lines_of
from srs.formats.plain_text.options import numbered
from srs.formats.plain_text.pieces import Faults
from srs.formats.plain_text.reader import Reader

suffixes: tuple[str, ...] = (".txt", ".text")


def recognises(head: bytes) -> bool:
    """Say whether a file that begins like this is a text with a numbered question."""
    try:
        text = decoded(head, final=False)
    except UnicodeDecodeError:
        return False
    return "\0" not in text and any(numbered(line.text) for line in lines_of(text))


def read(path: Path) -> Imported:
    """Read a quiz; what could not be read is a fault with its line, and the rest comes in.

    The text is UTF-8 (with or without a byte order mark), UTF-16 with one, or else Windows-1252.

    Raises:
        SrsError: the file cannot be opened, is not text, or holds no question.
    """
    faults = Faults(str(path))
    reader = Reader(faults)
    reader.take_all(lines_of(_text(path)))
    if not reader.questions:
        raise SrsError(
            f"{path} holds no numbered question.",
            "Begin each question with its number, like '1. What is ...?'.",
        )
    made = tuple(items(reader.questions, faults))
    found = tuple(sorted(faults.found))
    if not made:
        raise SrsError(f"No question could be read: {found[0]}")
    deck = Deck(name=_name(reader.title, path), description=reader.description.text, items=made)
    return Imported((deck,), found)


def _text(path: Path) -> str:
    try:
        text = decoded(path.read_bytes(), final=True)
    except OSError as error:
        raise SrsError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise SrsError(f"{path} is not a text file.", "Save the quiz as plain text in UTF-8.")
    return text


def _name(title: str, path: Path) -> str:
    for name in (title, path.stem):
        try:
            return normal_name(name, drop_empty=True)
        except EmptyLevel:
            continue
    return "Quiz"
