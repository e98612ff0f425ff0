"""From the text of a file to YAML nodes, with every fault of the syntax in words of our own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from srs.errors import Fault

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 20
"""No deck nests further than this; what does was made to do harm."""

_QUOTE = "put quotes round the value"
_SPECIAL = {
    "@": "a value cannot begin with @",
    "`": "a value cannot begin with a backtick",
    "%": "a value cannot begin with %",
}
_SAYINGS: tuple[tuple[str, str, str], ...] = (
    (r"mapping values are not allowed", "a colon with a space after it ends the key", _QUOTE),
    (r"cannot start any token", "this sign cannot stand here", "use spaces, not tabs; " + _QUOTE),
    (
        r"did not find expected key",
        "the line does not fit the lines above it",
        "check the indentation, and put quotes round values that have quotes inside",
    ),
    (
        r"did not find expected '-' indicator",
        "the line does not fit the list above it",
        "check the indentation: each entry begins with '- ' in one column",
    ),
    (r"could not find expected ':'", "a key without a colon", "write KEY: VALUE"),
    (
        r"unexpected end of stream|unexpected document separator",
        "a quote or bracket is opened and never closed",
        "close it",
    ),
    (r"undefined alias|alphabetic or numeric", "a value cannot begin with & or *", _QUOTE),
    (r"undefined tag|tag", "a value cannot begin with !", _QUOTE),
    (
        r"control characters|special characters|unacceptable",
        "a control character that YAML does not allow",
        'remove it, or write "\\x.." in quotes',
    ),
    (r"unknown escape", "an unknown escape in double quotes", "use single quotes, or write \\\\"),
    (
        r"block (mapping|sequence|collection)|expected <block end>",
        "the line does not fit the lines above it",
        "check the indentation",
    ),
    (r"expected ',' or|flow", "a bracket opens a list here", "close it, or " + _QUOTE),
)


class Unreadable(Exception):
    """The text is not YAML that a deck could be; `fault` says where and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Place:
    """Where a node stands, counted from 1."""

    line: int
    column: int

    @classmethod
    def of(cls, mark: Any) -> Place:
        """Return the place of a parser's mark."""
        return cls(mark.line + 1, mark.column + 1) if mark else cls(1, 1)


def compose(text: str, name: str) -> yaml.Node | None:
    """Return the root of the one document in `text`, `None` where it is empty.

    Raises:
        Unreadable: it is not YAML, uses aliases, nests too deep or holds several documents.
    """
    _refuse_what_multiplies(text, name)
    try:
        node: yaml.Node | None = yaml.compose(text, Loader=LOADER)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Unreadable(_fault(name, Place(line, 1), str(error.reason), text)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if "quoted scalar" in str(error.context):
            mark = error.context_mark  # where the quote was opened, not where the file ends
        place = Place.of(mark)
        raise Unreadable(_fault(name, place, str(error.problem or error.context), text)) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable(_fault(name, Place(1, 1), str(error), text)) from None
    return node


def _refuse_what_multiplies(text: str, name: str) -> None:
    """Refuse aliases and deep nesting by the parser's events, before any node is made of them."""
    depth = 0
    try:
        for event in yaml.parse(text, Loader=LOADER):
            place = Place.of(event.start_mark)
            if isinstance(event, yaml.AliasEvent):
                raise Unreadable(
                    Fault(name, place.line, place.column, "a value cannot begin with *", _QUOTE)
                )
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
                if depth > DEEPEST:
                    raise Unreadable(
                        Fault(
                            name,
                            place.line,
                            place.column,
                            "lists are nested too deep",
                            "a deck holds items, an item options, and no more",
                        )
                    )
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
    except (yaml.YAMLError, ValueError, RecursionError):
        return  # composing meets the same fault and says where


def _fault(name: str, place: Place, problem: str, text: str) -> Fault:
    lines = text.splitlines()
    line = lines[place.line - 1] if 0 < place.line <= len(lines) else ""
    value = line[place.column - 1 :].lstrip()
    message, mend = _words(problem, value)
    shown = f": {line.strip()[:60]!r}" if line.strip() else ""
    return Fault(name, place.line, place.column, message + shown, mend)


def _words(problem: str, value: str) -> tuple[str, str]:
    if value[:1] in _SPECIAL:
        return _SPECIAL[value[0]], _QUOTE
    if value[:1] == "\t":
        return "a tab stands where only spaces may", "indent with spaces"
    for pattern, message, mend in _SAYINGS:
        if re.search(pattern, problem):
            return message, mend
    return f"this is not YAML ({problem})", _QUOTE
