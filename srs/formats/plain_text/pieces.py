"""The parts of a quiz as they were written, before items are made of them, and their faults."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from srs.errors import Fault
from srs.formats.plain_text.lines import Line


@dataclass(slots=True)
class Faults:
    """Collects what is wrong in one file."""

    file: str
    found: list[Fault] = field(default_factory=list)

    def add(self, at: Line, message: str, mend: str = "") -> None:
        """Note a fault in a line."""
        self.found.append(Fault(self.file, at.number, at.column, message, mend))


@dataclass(slots=True)
class Piece:
    """A text that begins `at` a line and may go on over more, with `paragraphs` or without."""

    at: Line
    parts: list[str] = field(default_factory=list)
    paragraphs: bool = False

    @property
    def text(self) -> str:
        """What was written, wrapped lines joined."""
        return "".join(self.parts)

    @property
    def empty(self) -> bool:
        """Whether nothing was written yet."""
        return not any(self.parts)

    def add(self, text: str, between: str = " ") -> None:
        """Let the text go on."""
        if text:
            self.parts += [text] if self.empty else [between, text]


class Sort(Enum):
    """What stands before an option."""

    BULLET = "bullet"
    LETTER = "letter"
    NUMBER = "number"


@dataclass(slots=True, kw_only=True)
class OptionPiece(Piece):
    """An option: the `style` of what stands before it, and the letter or number it goes by."""

    sort: Sort
    style: str
    label: str
    starred: bool = False


@dataclass(slots=True, kw_only=True)
class QuestionPiece(Piece):
    """A question with all that was said of it, in its place and in the key."""

    number: int
    options: list[OptionPiece] = field(default_factory=list)
    answers: list[Piece] = field(default_factory=list)
    fields: dict[str, Piece] = field(default_factory=dict)

    def may_have(self, sort: Sort) -> bool:
        """Whether an option of the sort can follow: a question's options are all of one."""
        return not self.options or self.options[0].sort is sort


def short(text: str) -> str:
    """Return the text in quotes, cut where it is long, for the message of a fault."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
