"""Recognises how questions and options begin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from srs.formats.plain_text.lines import Line
from srs.formats.plain_text.pieces import Faults, OptionPiece, QuestionPiece, Sort

_QUESTION = re.compile(
    r"\(?(?P<word>q(?:uestion)?(?:\s*#)?\s*)?(?P<number>\d{1,4})"
    r"(?:\s*(?P<mark>[.):])(?!\d)|$)\s*(?P<text>.*)",
    re.IGNORECASE,
)
_LETTERED = re.compile(
    r"(?P<star>\*\s*)?(?P<open>\(?)(?P<letter>[A-Za-z])(?P<close>\)|\.(?=\s|$))\s*(?P<text>.*)"
)
_NEXT_ON_LINE = re.compile(r"(?<=\s)(?P<star>\*?)\(?(?P<letter>[A-Za-z])[.)](?=\s)")
_BULLET = re.compile(
    r"(?P<bullet>[•●·▪■◦○‣▸➢\uf0b7]|[-*+–—−o](?=\s)"
    r"|(?=(?:\[[ xX✓✔*]\]|[☐☑✓✔✅✗✘❌])\s))\s*(?P<text>.*)"
)


def numbered(text: str) -> re.Match[str] | None:
    """Match the beginning of a question; a number alone on its line needs the word before it."""
    found = _QUESTION.match(text)
    return found if found and (found["mark"] or found["word"]) else None


def bulleted(text: str) -> bool:
    """Whether the line begins with a bullet or a box."""
    return _BULLET.match(text) is not None


def begins_options(text: str) -> bool:
    """Whether the line looks like the first option of a question."""
    lettered = _LETTERED.match(text)
    return bulleted(text) or (lettered is not None and lettered["letter"] in "aA")


def options_in(
    line: Line, question: QuestionPiece, style: str, faults: Faults
) -> list[OptionPiece]:
    """Return the options that the line adds to the question; `style` is how questions begin."""
    return (
        _lettered(line, question, faults)
        or _counted(line, question, style)
        or _bulleted(line, question)
    )


def _lettered(line: Line, question: QuestionPiece, faults: Faults) -> list[OptionPiece]:
    """Return the options that begin with a letter: the next one, or one in the same style."""
    found = _LETTERED.match(line.text)
    if not found or not question.may_have(Sort.LETTER):
        return []
    letter, due = found["letter"].lower(), _letter(len(question.options))
    style = found["open"] + ("A" if found["letter"].isupper() else "a") + found["close"]
    if letter != due:
        if not question.options or style != question.options[0].style:
            return []
        message = f"Option {found['letter']} stands where {due.upper()} was expected."
        faults.add(line, message, "letter the options in order")
    return [
        OptionPiece(line, [text], sort=Sort.LETTER, style=style, label=label, starred=starred)
        for label, starred, text in _on_one_line(letter, bool(found["star"]), found["text"])
    ]


def _on_one_line(letter: str, starred: bool, text: str) -> Iterator[tuple[str, bool, str]]:
    """Yield letter, star and text of the options on a line, set apart by a tab or two spaces."""
    begin = 0
    for found in _NEXT_ON_LINE.finditer(text):
        gap = text[max(found.start() - 2, 0) : found.start()]
        apart = gap.endswith("\t") or (len(gap) == 2 and gap.isspace())
        if apart and found["letter"].lower() == chr(ord(letter) + 1):
            yield letter, starred, text[begin : found.start()].strip()
            letter, starred, begin = found["letter"].lower(), bool(found["star"]), found.end()
    yield letter, starred, text[begin:].strip()


def _counted(line: Line, question: QuestionPiece, style: str) -> list[OptionPiece]:
    """Return the option that begins with a number, written otherwise than those of questions."""
    found = numbered(line.text)
    if not found or found["word"] or not question.may_have(Sort.NUMBER):
        return []
    due = len(question.options) + 1
    own = question.options[0].style if question.options else found["mark"]
    if int(found["number"]) != due or found["mark"] != own or own == style:
        return []
    return [OptionPiece(line, [found["text"]], sort=Sort.NUMBER, style=own, label=str(due))]


def _bulleted(line: Line, question: QuestionPiece) -> list[OptionPiece]:
    found = _BULLET.match(line.text)
    if not found or not question.may_have(Sort.BULLET):
        return []
    bullet, label = found["bullet"], _letter(len(question.options))
    if bullet == "o" and question.options and question.options[0].style != "o":
        return []  # a word in some languages
    return [OptionPiece(line, [found["text"]], sort=Sort.BULLET, style=bullet, label=label)]


def _letter(index: int) -> str:
    """Return the letter of the option at an index from 0; past z there is none."""
    return chr(ord("a") + index) if index < 26 else "?"
