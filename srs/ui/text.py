"""Deck text on its way to the screen: Markdown where it is prose, and never anything but text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import (
    CodeBlock,
    Heading,
    ImageItem,
    Markdown,
    MarkdownElement,
    TableElement,
)
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from srs.ui.words import inert


def plain(text: str, style: str = "") -> Text:
    """Return text that is shown as it was typed."""
    return Text(inert(text).expandtabs(4), style=style, overflow="fold")


def as_typed(text: str, style: str = "") -> RenderableType:
    """Return a question, an option or an answer: as typed, but for fenced code, shown as code.

    Markdown would take signs away that may be what is asked: `__init__`, `*args`, `1.`.
    """
    lines = inert(text.strip("\n")).split("\n")
    parts: list[RenderableType] = []
    done = 0
    for token in _PARSER.parse("\n".join(lines)):
        if token.type == "fence" and token.level == 0 and token.map:
            first, end = token.map
            if done < first:
                parts.append(plain("\n".join(lines[done:first]), style))
            parts.append(_code(token.content))
            done = end
    if done < len(lines):
        parts.append(plain("\n".join(lines[done:]), style))
    return parts[0] if len(parts) == 1 else Group(*parts)


def _code(text: str) -> RenderableType:
    return Padding(plain(text.rstrip()), (0, 0, 0, 4))


def prose(text: str) -> Markdown:
    """Return Markdown: HTML in it is text, maths between dollars is kept as typed."""
    shown = _Prose(inert(text), hyperlinks=False)
    shown.parsed = _PARSER.parse(inert(text))
    _disarm(shown.parsed)
    return shown


def _disarm(tokens: Sequence[Token]) -> None:
    """Make inert what Markdown's own escapes (`&#x202E;`) have put into the text."""
    for token in tokens:
        token.content = inert(token.content)
        _disarm(token.children or ())


class _Code(CodeBlock):
    """Code in the learner's own colours, which fit any background, and with long lines whole."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield _code(str(self.text))


class _Heading(Heading):
    """A heading that begins where the text does, whatever its level."""

    LEVEL_ALIGN: ClassVar = {}


class _Image(ImageItem):
    """What a picture shows, in words, and where it is."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text.assemble("[", self.text or "picture", f": {inert(self.destination)}] ", end="")


class _Table(TableElement):
    """A table whose cells break where they are too long, and are never cut."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for cell in self.header.row.cells if self.header and self.header.row else ():
            table.add_column(cell.content, overflow="fold")
        for row in self.body.rows if self.body else ():
            table.add_row(*(cell.content for cell in row.cells))
        yield table


class _Prose(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "fence": _Code,
        "code_block": _Code,
        "heading_open": _Heading,
        "image": _Image,
        "table_open": _Table,
    }


def _maths(state: StateInline, silent: bool) -> bool:
    """Take `$...$` out of Markdown's hands: between two dollars nothing is emphasis or escape."""
    start = state.pos
    if state.src[start] != "$":
        return False
    mark = "$$" if state.src.startswith("$$", start) else "$"
    first = start + len(mark)
    end = state.src.find(mark, first)
    content = state.src[first:end]
    is_price = (
        content[:1].isspace() or content[-1:].isspace() or state.src[end + 1 : end + 2].isdigit()
    )
    if end <= first or (mark == "$" and is_price):
        return False
    if not silent:
        token = state.push("code_inline", "code", 0)
        token.content = state.src[start : end + len(mark)]
    state.pos = end + len(mark)
    return True


_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
_PARSER.inline.ruler.before("escape", "maths", _maths)
