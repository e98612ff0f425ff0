"""What the parser finds wrong, in words of our own."""

from __future__ import annotations

import re

import yaml

from srs.errors import Fault

_LONGEST_SHOWN = 60
_QUOTE = "put quotes round the value"
_VALUE = re.compile(r"\s*(?:-\s+)*(?:[\w-]+:\s+)?(?=\S)")
_KEY = re.compile(r"\s*[\w-]+")
_NO_SPACE = re.compile(r"\s*(?:-\s+)*[\w-]+:\S")
_CUT_OFF = re.compile(r"\s*(?:-\s+)*(?:[\w-]+:\s+)?[^\s\"'#|>\[{].* #")
_OPENED = {
    '"': ("there is text after the closing quote", 'write \\" for a quote inside the text'),
    "'": ("there is text after the closing quote", "write '' for a quote inside the text"),
    "[": ("a value that begins with [ is a list", _QUOTE + " if it is text"),
    "{": ("a value that begins with { is a mapping", _QUOTE + " if it is text"),
    ">": ("> opens a block, whose text begins in the next line", _QUOTE + " if it is text"),
    "|": ("| opens a block, whose text begins in the next line", _QUOTE + " if it is text"),
}
_RESERVED = re.compile(r"[@`%&*!,\]}]|[?-](?=\s|$)")
_NEVER_CLOSED = (
    "a quote or bracket is opened and never closed",
    "close it, or put the other kind of quotes round the value",
)
_INDENTATION = (
    "the line does not fit the lines above it",
    "check the indentation, that '- ' begins each entry, and the quotes above",
)
UNKNOWN_ESCAPE = (
    "there is an unknown escape in double quotes",
    "use single quotes, or write \\\\",
)
_ESCAPE = "escape|hexdec"
_SAYINGS = {
    "could not find expected ':'": ("there is a key without a colon", "write KEY: VALUE"),
    "unexpected end of stream|document separator|stream end": _NEVER_CLOSED,
    _ESCAPE: UNKNOWN_ESCAPE,
    "directive|%": ("a line cannot begin with %", "take the line out"),
    "expected ',' or": ("a list in brackets is not closed", "close it, or " + _QUOTE),
}


def shortened(text: str) -> str:
    """Return a text as a message can show it: in one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_SHOWN else line[:_LONGEST_SHOWN] + "..."


def explain(error: yaml.MarkedYAMLError, lines: list[str], name: str) -> tuple[Fault, int]:
    """Return the fault for an error of the parser, and the line (from 1) its structure begins at.

    `lines` are those of the text, `name` is the file's.
    """
    problem = str(error.problem or error.context)
    mark = error.problem_mark or error.context_mark
    start = error.context_mark or mark
    if mark is None or start is None:
        return Fault(name, 0, 0, *_INDENTATION), 1
    if _is_about_its_start(problem, str(error.context), several=mark.line != start.line):
        mark = start
    at, column = mark.line, mark.column
    if _is_the_end(lines, at, column):
        at = max((i for i, line in enumerate(lines) if line.strip()), default=0)
        column = len(lines[at]) - len(lines[at].lstrip())
        message, mend = _NEVER_CLOSED
    else:
        message, mend, column = _words(problem, lines[at], column)
    if message == _INDENTATION[0] and at and _CUT_OFF.match(lines[at - 1]):
        message, mend = "the text above ends at the #, which begins a comment", _QUOTE
    shown = f": {shortened(lines[at])!r}" if lines[at].strip() else ""
    return Fault(name, at + 1, column + 1, message + shown, mend), min(start.line, at) + 1


def _is_the_end(lines: list[str], at: int, column: int) -> bool:
    """Whether nothing is left from a column of a line on (both from 0)."""
    rest = "".join(lines[at:])[column:]
    return not rest.startswith("\t") and not rest.strip()


def _is_about_its_start(problem: str, context: str, *, several: bool) -> bool:
    """Whether the fault lies where a quote, bracket or key begins, not where the parser gave up.

    `several` says that these are in different lines.
    """
    return (
        "could not find expected ':'" in problem
        or ("quoted scalar" in context and not re.search(_ESCAPE, problem))
        or ("flow" in context and several)
    )


def _words(problem: str, line: str, column: int) -> tuple[str, str, int]:
    """Return what is wrong at a column (from 0) of a line, the mend, and the column to show."""
    found = _VALUE.match(line)
    start = found.end() if found else 0
    sign = line[start : start + 1]
    if "\t" in line[: len(line) - len(line.lstrip())] or line[column : column + 1] == "\t":
        return "a tab stands where only spaces may", "use spaces", column
    if re.match(r"\s*-\w", line) and not line[:column].strip():
        return "a dash needs a space after it", "write '- '", column
    if _RESERVED.match(line, start) and column >= start > 0:
        return f"a value cannot begin with {sign}", _QUOTE, start
    if "could not find expected ':'" in problem and _NO_SPACE.match(line):
        return "a colon needs a space after it", "write KEY: VALUE", column
    for pattern, (message, mend) in _SAYINGS.items():
        if re.search(pattern, problem):
            return message, mend, column
    if sign and sign in "\"'" and column == start + 1:
        return "this quote closes one that is open since a line above", "close that one", column
    if sign in _OPENED and column > start:
        return *_OPENED[sign], column
    if "mapping values are not allowed" in problem and not _KEY.fullmatch(line[:column]):
        return "a colon with a space after it ends a key", _QUOTE, column
    return *_INDENTATION, column
