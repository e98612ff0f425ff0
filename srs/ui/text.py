"""Deck text on its way to the screen: Markdown where it is prose, and never anything but text."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from rich.console import RenderableType
from rich.markdown import Markdown
from rich.text import Text

from srs.ui.words import inert


def plain(text: str, style: str = "") -> Text:
    """Return text that is shown as it was typed."""
    return Text(inert(text).expandtabs(4), style=style)


def question_text(text: str, style: str = "") -> RenderableType:
    """Return a question: as typed, but for fenced code, which is shown as code."""
    return prose(text) if "```" in text or "~~~" in text else plain(text.strip("\n"), style)


def prose(text: str) -> Markdown:
    """Return Markdown: HTML in it is text, maths between dollars is kept as typed."""
    source = inert(text)
    shown = Markdown(source, hyperlinks=False, code_theme="ansi_dark")
    shown.parsed = _PARSER.parse(source)
    return shown


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
        token.content = content
    state.pos = end + len(mark)
    return True


_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])
_PARSER.inline.ruler.before("escape", "maths", _maths)
