"""From the bytes of a text file to the lines in it that say something."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_LINE_END = re.compile(r"\r\n|\r|\n")
_HEADING = re.compile(r"#{1,6}\s+")
_RULE = re.compile(r"[-=_*~#]{3,}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the space around it; `number` and `column` count from 1."""

    number: int = 0
    column: int = 0
    text: str = ""
    after_blank: bool = True


def decoded(data: bytes, *, final: bool) -> str:
    """Decode a text, or (not `final`) the beginning of one, perhaps cut within a character.

    Raises:
        UnicodeDecodeError: it is no text in UTF-8, UTF-16 or Windows-1252.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return codecs.getincrementaldecoder("utf-16")().decode(data, final)
    try:
        return codecs.getincrementaldecoder("utf-8-sig")().decode(data, final)
    except UnicodeDecodeError:
        return data.decode("cp1252")


def lines_of(text: str) -> list[Line]:
    """Return the lines that are neither blank nor drawn, without the signs of a heading."""
    lines = []
    after_blank = True
    for number, raw in enumerate(_LINE_END.split(text), start=1):
        said = raw.strip()
        if heading := _HEADING.match(said):
            said = said[heading.end() :]
        blank = not said or _RULE.fullmatch(said) is not None
        if not blank:
            column = len(raw) - len(raw.lstrip()) + 1
            lines.append(Line(number, column, said, after_blank))
        after_blank = blank
    return lines
