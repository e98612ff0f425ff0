"""Texts with gaps: `{{c1::gap::hint}}` as in Anki, or `[gap]` for short, each its own number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPEN = re.compile(r"\{\{c(\d{1,3}(?:,\d{1,3})*)::", re.IGNORECASE)
_CLOSE = "}}"
_HINT = "::"
_SHORT = re.compile(
    r"(?P<aside>`+)(?:.+?)(?P=aside)|\\\[|!?\[[^\[\]\n]*\]\(|\[(?P<gap>[^\[\]\n]+?)\]", re.DOTALL
)
"""A gap in brackets; code, links, pictures and `\\[` have brackets of their own."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap: the numbers of the cards that hide it, what is in it, and a hint in its place."""

    numbers: tuple[int, ...]
    parts: tuple[str | Gap, ...]
    hint: str = ""


def parse(text: str) -> tuple[str | Gap, ...]:
    """Return a text as its pieces and gaps.

    Where there is one gap of the form `{{c1::...}}`, brackets are just brackets. A gap that is
    never closed is text.
    """
    if _OPEN.search(text):
        parts, _ = _numbered(text, 0, nested=False)
        return parts
    return tuple(_short(text))


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers that the gaps of a text bear, each once, from 1, in order."""
    return tuple(sorted({number for gap in _gaps(parse(text)) for number in gap.numbers}))


def hidden(text: str, number: int) -> str:
    """Return what is asked: `[...]` or `[hint]` for the gaps of a number, the others filled in."""
    return _shown(parse(text), number, "[{hint}]")


def revealed(text: str, number: int) -> str:
    """Return the answer: what stands in the gaps of a number, in their order."""
    found = [_plain(gap.parts) for gap in _gaps(parse(text)) if number in gap.numbers]
    return ", ".join(dict.fromkeys(found))


def numbered(text: str) -> str:
    """Return the text with every gap in the long form, `{{c1::gap::hint}}`."""
    return _long(parse(text))


def _numbered(text: str, start: int, *, nested: bool) -> tuple[tuple[str | Gap, ...], int | None]:
    """Return the pieces from `start` to the end of the gap, and where that is."""
    parts: list[str | Gap] = []
    done = at = start
    while True:
        opened = _OPEN.search(text, at)
        closed = text.find(_CLOSE, at) if nested else -1
        if nested and closed >= 0 and (opened is None or closed < opened.start()):
            return (*parts, text[done:closed]), closed + len(_CLOSE)
        if opened is None:
            return (*parts, text[done:]), None if nested else len(text)
        inner, end = _numbered(text, opened.end(), nested=True)
        marks = tuple(int(n) for n in opened[1].split(",") if int(n))
        if end is None or not marks:
            at = opened.end()
            continue
        parts += [text[done : opened.start()], _gap(marks, inner)]
        done = at = end


def _gap(marks: tuple[int, ...], inner: tuple[str | Gap, ...]) -> Gap:
    *before, last = inner
    if isinstance(last, str) and _HINT in last:
        content, hint = last.split(_HINT, 1)
        return Gap(marks, _without_empty((*before, content)), hint)
    return Gap(marks, _without_empty(inner))


def _without_empty(parts: tuple[str | Gap, ...]) -> tuple[str | Gap, ...]:
    return tuple(part for part in parts if part != "")


def _short(text: str) -> Iterator[str | Gap]:
    done = count = 0
    for found in _SHORT.finditer(text):
        if found["gap"] is None:
            continue
        count += 1
        yield text[done : found.start()]
        content, _, hint = found["gap"].partition(_HINT)
        yield Gap((count,), (content,), hint)
        done = found.end()
    yield text[done:]


def _gaps(parts: tuple[str | Gap, ...]) -> Iterator[Gap]:
    for part in parts:
        if isinstance(part, Gap):
            yield part
            yield from _gaps(part.parts)


def _shown(parts: tuple[str | Gap, ...], number: int, form: str) -> str:
    return "".join(
        part
        if isinstance(part, str)
        else form.format(hint=part.hint or "...")
        if number in part.numbers
        else _shown(part.parts, number, form)
        for part in parts
    )


def _plain(parts: tuple[str | Gap, ...]) -> str:
    return "".join(part if isinstance(part, str) else _plain(part.parts) for part in parts)


def _long(parts: tuple[str | Gap, ...]) -> str:
    return "".join(
        part
        if isinstance(part, str)
        else f"{{{{c{','.join(map(str, part.numbers))}::{_inside(part)}}}}}"
        for part in parts
    )


def _inside(gap: Gap) -> str:
    return _long(gap.parts) + (f"{_HINT}{gap.hint}" if gap.hint else "")
