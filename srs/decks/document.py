"""From the text of a file to a tree of nodes, with every fault of the syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml

from srs.decks.wording import explain
from srs.errors import Fault

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
DEEPEST = 20
"""No deck nests further than this; what does was made to do harm."""
MOST = 20
"""So many faults of the syntax are told of in one run; each costs another reading."""

_BREAKS = re.compile("[\n\x85\u2028\u2029]")
_FORBIDDEN = re.compile(
    "[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
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
    faults = _forbidden(text, name)
    lines = _BREAKS.split(text)
    text = _FORBIDDEN.sub("\ufffd", text) if faults else text
    left = _BREAKS.split(text)
    while True:
        try:
            return Document(_tree(text, name), tuple(faults), tuple(lines))
        except _Broken as broken:
            faults.append(broken.fault)
            if len(faults) >= MOST or not _set_aside(left, broken.first, broken.last):
                return Document(None, tuple(faults), tuple(lines))
            text = "\n".join(left)


def _forbidden(text: str, name: str) -> list[Fault]:
    """Return a fault for every line with a character that YAML does not allow."""
    faults: dict[int, Fault] = {}
    for match in _FORBIDDEN.finditer(text):
        line = len(_BREAKS.findall(text, 0, match.start())) + 1
        begin = max(text.rfind(sign, 0, match.start()) for sign in "\n\x85\u2028\u2029")
        message = f"the control character U+{ord(match[0]):04X} is not allowed"
        mend = f'remove it, or write "\\u{ord(match[0]):04X}" in double quotes'
        faults.setdefault(line, Fault(name, line, match.start() - begin, message, mend))
        if len(faults) == MOST:
            break
    return list(faults.values())


def _set_aside(lines: list[str], first: int, last: int) -> bool:
    """Blank the items that lie between two lines (from 1); say whether others are left to read."""
    starts = _item_starts(lines)
    within = [start for start in starts if start < last]
    if not starts or starts[0] >= first:
        return False
    begin = max(start for start in within if start < first)
    end = min((start for start in starts if start >= last), default=len(lines))
    lines[begin:end] = [""] * (end - begin)
    return any(not begin <= start < end for start in starts)


def _item_starts(lines: list[str]) -> list[int]:
    """Return the indexes of the lines at which the items of a deck begin."""
    after = next((i + 1 for i, line in enumerate(lines) if _ITEMS.fullmatch(line)), len(lines))
    entries = ((i, match[1]) for i in range(after, len(lines)) if (match := _ENTRY.match(lines[i])))
    first = next(entries, None)
    if first is None:
        return []
    return [first[0], *(i for i, indent in entries if indent == first[1])]


def _tree(text: str, name: str) -> Node | None:
    """Return the root of the one document in the text, `None` where it is empty."""
    try:
        return _gather(yaml.parse(text, Loader=LOADER), name)
    except yaml.MarkedYAMLError as error:
        fault, first = explain(error, _BREAKS.split(text), name)
        raise _Broken(fault, first) from None


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
