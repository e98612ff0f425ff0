"""From the text of a file to a tree of nodes, with every fault of the syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import yaml

from srs.decks.wording import UNKNOWN_ESCAPE, explain
from srs.errors import Fault

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 20
"""No deck nests further than this; what does was made to do harm."""
MOST = 20
"""So many faults of the syntax are told of in one run; each costs another reading."""

# What YAML does not allow, and the line breaks that YAML takes for such but no editor counts.
_FORBIDDEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
"""What no database keeps, even where an escape says it: the zero character, halves of others."""
_BEYOND = re.compile(r"\\U(?!000|0010)")
"""An escape for a character that Unicode does not have."""
_ITEMS = re.compile(r"items:\s*(#.*)?")
_ENTRY = re.compile(r"( *)-(\s|$)")


@dataclass(slots=True)
class Scalar:
    """A value that is text, as typed, and where it begins and ends, counted from 1.

    `sign` is `&`, `!` or `*` where the value begins with one, which YAML keeps for itself.
    """

    line: int
    column: int
    value: str
    plain: bool = False
    end_line: int = 0
    end_column: int = 0
    sign: str = ""


@dataclass(slots=True)
class Sequence:
    """A list."""

    line: int
    column: int
    parts: list[Node]


@dataclass(slots=True)
class Mapping:
    """Keys with their values, in the order of the file."""

    line: int
    column: int
    pairs: list[tuple[Node, Node]]


Node: TypeAlias = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class Document:
    """What could be made of a text.

    Attributes:
        root: `None` where the text is empty or past mending.
        faults: those of the syntax. The items they stand in are left out of the tree.
        lines: the text line by line.
    """

    root: Node | None
    faults: tuple[Fault, ...]
    lines: tuple[str, ...]


class _Broken(Exception):
    """The text is no YAML between two lines (from 1)."""

    def __init__(self, fault: Fault, first: int) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.first = min(first, fault.line)
        self.last = fault.line


def compose(text: str, name: str) -> Document:
    """Return the tree of a file called `name` and the faults of its syntax.

    An item with a fault is set aside and the rest read on, so that one run tells of all.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = tuple(text.split("\n"))
    faults = list(islice(_forbidden(lines, name), MOST))
    left = _FORBIDDEN.sub("\ufffd", text).split("\n") if faults else list(lines)
    starts = _item_starts(left)
    ahead = left.copy()
    while True:
        try:
            root = _tree(ahead, name)
        except _Broken as broken:
            faults.append(broken.fault)
            begin, end = _around(starts, broken, len(lines))
            _blank(left, begin, end)
            if begin == end or len(faults) >= MOST or not any(left[start] for start in starts):
                return Document(None, tuple(faults), lines)
            _blank(ahead, starts[0], end)  # what is above has been found good: go on from here
        else:
            if ahead == left:
                return Document(root, tuple(faults), lines)
            ahead = left.copy()


def _forbidden(lines: Iterable[str], name: str) -> Iterator[Fault]:
    """Yield a fault for every line with a character that cannot stand in a file."""
    for number, line in enumerate(lines, 1):
        if match := _FORBIDDEN.search(line):
            sign = f"{ord(match[0]):04X}"
            mend = "remove it"
            if not UNSTORABLE.match(match[0]):
                mend += f', or write "\\u{sign}" in double quotes'
            message = f"the control character U+{sign} is not allowed"
            yield Fault(name, number, match.start() + 1, message, mend)


def _around(starts: list[int], broken: _Broken, size: int) -> tuple[int, int]:
    """Return from where to where (line indexes) the items with a fault go; nothing: in no item.

    `size` is the number of lines.
    """
    begin = max((start for start in starts if start < broken.first), default=size)
    return begin, max(begin, min((start for start in starts if start >= broken.last), default=size))


def _blank(lines: list[str], begin: int, end: int) -> None:
    lines[begin:end] = [""] * (end - begin)


def _item_starts(lines: list[str]) -> list[int]:
    """Return the indexes of the lines at which the items of a deck begin."""
    after = next((i + 1 for i, line in enumerate(lines) if _ITEMS.fullmatch(line)), len(lines))
    entries = ((i, match[1]) for i in range(after, len(lines)) if (match := _ENTRY.match(lines[i])))
    first = next(entries, None)
    if first is None:
        return []
    return [first[0], *(i for i, indent in entries if indent == first[1])]


def _tree(lines: list[str], name: str) -> Node | None:
    """Return the root of the one document in the lines, `None` where it is empty."""
    try:
        return _gather(yaml.parse("\n".join(lines), Loader=LOADER), name)
    except yaml.MarkedYAMLError as error:
        fault, first = explain(error, lines, name)
        raise _Broken(fault, first) from None
    except (ValueError, OverflowError):  # the parser in Python makes any escape a character
        found = ((n, m.start()) for n, m in enumerate(map(_BEYOND.search, lines)) if m)
        line, column = next(found, (0, 0))
        fault = Fault(name, line + 1, column + 1, *UNKNOWN_ESCAPE)
        raise _Broken(fault, line + 1) from None


def _gather(events: Iterable[Any], name: str) -> Node | None:
    """Build the tree from the parser's events.

    No alias is followed and nothing nests deep, so the tree is never larger than the text.
    """
    levels: list[list[Node]] = [[]]
    begun: list[Any] = []
    for event in events:
        if isinstance(event, yaml.ScalarEvent):
            levels[-1].append(_scalar(event))
        elif isinstance(event, yaml.CollectionStartEvent):
            if len(levels) > DEEPEST:
                raise _broken(
                    event, name, "lists are nested too deep", "put quotes round it if it is text"
                )
            levels.append([])
            begun.append(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            parts = levels.pop()
            levels[-1].append(_collection(begun.pop(), parts))
        elif isinstance(event, yaml.AliasEvent):
            levels[-1].append(_signed(event, "*"))
        elif isinstance(event, yaml.DocumentStartEvent) and levels[0]:
            raise _broken(
                event, name, "a second document begins here", "keep one deck to a file, without ---"
            )
    return levels[0][0] if levels[0] else None


def _broken(event: Any, name: str, message: str, mend: str) -> _Broken:
    line, column = event.start_mark.line + 1, event.start_mark.column + 1
    return _Broken(Fault(name, line, column, message, mend), line)


def _scalar(event: Any) -> Scalar:
    if event.anchor is not None or event.tag is not None:
        return _signed(event, "&" if event.anchor is not None else "!")
    start, end = event.start_mark, event.end_mark
    return Scalar(
        start.line + 1,
        start.column + 1,
        event.value,
        not event.style,
        end.line + 1,
        end.column + 1,
    )


def _collection(event: Any, parts: list[Node]) -> Node:
    if event.anchor is not None or event.tag is not None:
        return _signed(event, "&" if event.anchor is not None else "!")
    line, column = event.start_mark.line + 1, event.start_mark.column + 1
    if isinstance(event, yaml.SequenceStartEvent):
        return Sequence(line, column, parts)
    return Mapping(line, column, list(zip(parts[::2], parts[1::2], strict=True)))


def _signed(event: Any, sign: str) -> Scalar:
    return Scalar(event.start_mark.line + 1, event.start_mark.column + 1, "", sign=sign)
