"""Turns the text of a deck (Markdown, maths, code) into the HTML of an Anki field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

_CONTROL = (
    {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"}
    | {0x7F: 0x2421}
    | dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)
)
"""Signs that have no place in a field (one of them separates fields), and their pictures."""

_MATHS = re.compile(
    r"\$\$(?P<display>.+?)\$\$"
    r"|\$(?P<inline>(?![\s$])(?:\\.|[^\\$])*?(?<!\s))\$(?!\d)",
    re.DOTALL,
)
"""Maths in a line. A dollar before a blank or after one, as in '$5 or $6', is a price."""

_URL = re.compile(r"https?://[^\s<>\"]*[^\s<>\".,;:!?'()\[\]]")
_SAFE_LINK = re.compile(r"(https?://|mailto:)\S", re.IGNORECASE)
_ESCAPABLE = "*`$"
_MEANINGFUL = re.compile(r"[*`$\[]")
_COMMAND = re.compile(r"\[(?=sound:|anki:|/?latex\]|/?\$\$?\])", re.IGNORECASE)
_MATHS_SIGN = re.compile(r"\\(?=[()\[\]])")


def to_html(text: str) -> str:
    """Return deck text as HTML that shows it as its author meant it.

    Markdown within lines is `*emphasis*`, `**strong**`, code in backticks, links to the web and
    `$maths$`; text of several lines may also have paragraphs, fenced code, lists, quotes, tables,
    headings and `$$maths$$` of its own. All else is shown as typed: HTML, entities, underscores,
    stars inside words, backslashes (but before a star, backtick or dollar, where they take its
    meaning away), square brackets. One paragraph alone is not wrapped in `<p>`.
    """
    text = legible(text.replace("\r\n", "\n")).strip()
    if "\n" in text:
        html = _unwrapped(str(_markdown().render(text)).strip())
    elif not _MEANINGFUL.search(text):  # most options, and many times faster
        html = _with_links(text)
    else:
        html = str(_markdown().renderInline(text))
    return inert(html)


def legible(text: str) -> str:
    """Return text with a picture for each sign that cannot stand in a collection."""
    return text.translate(_CONTROL)


def plain(html: str) -> str:
    """Return the text of a field without its tags, as Anki compares and sorts it."""
    from html import unescape

    return unescape(re.sub(r"<[^>]*>", "", html)).replace("\xa0", " ").strip()


def inert(html: str, bracket: str = "&#91;") -> str:
    """Return the HTML with the square brackets masked that Anki would obey, as in `[sound:x]`."""
    return _COMMAND.sub(lambda _: bracket, html)


def _unwrapped(html: str) -> str:
    alone = html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1
    return html[3:-4] if alone else html


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    # These take away text that was not meant for them: link definitions, underlined headings,
    # code by indentation, entities, <addresses>. Pictures wait until media can be carried along.
    markdown.disable(["reference", "lheading", "code", "html_block"])
    markdown.disable(["entity", "html_inline", "autolink", "image"])
    markdown.inline.ruler.at("escape", _escape)
    markdown.inline.ruler.at("emphasis", _stars)
    markdown.inline.ruler.before("escape", "maths", _maths)
    markdown.block.ruler.before(
        "fence", "maths", _maths_lines, {"alt": ["paragraph", "blockquote", "list"]}
    )
    markdown.validateLink = lambda url: _SAFE_LINK.match(url) is not None  # type: ignore[method-assign]
    for name, rule in {"text": _render_text, "maths": _render_maths}.items():
        markdown.renderer.rules[name] = rule  # type: ignore[attr-defined]
    return markdown


def _escape(state: StateInline, silent: bool) -> bool:
    sign = state.src[state.pos + 1 : state.pos + 2]
    if state.src[state.pos] != "\\" or not sign or sign not in _ESCAPABLE:
        return False
    if not silent:
        state.pending += sign
    state.pos += 2
    return True


def _stars(state: StateInline, silent: bool) -> bool:
    """Take stars for emphasis at the edges of words only, and never underscores."""
    from markdown_it.rules_inline.state_inline import Delimiter

    if silent or state.src[state.pos] != "*":
        return False
    run = state.scanDelims(state.pos, canSplitWord=False)
    for _ in range(run.length):
        state.push("text", "", 0).content = "*"
        state.delimiters.append(
            Delimiter(
                marker=ord("*"),
                length=run.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=run.can_open,
                close=run.can_close,
            )
        )
    state.pos += run.length
    return True


def _maths(state: StateInline, silent: bool) -> bool:
    found = _MATHS.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        _push_maths(state, found["inline"] or found["display"], display=not found["inline"])
    state.pos = found.end()
    return True


def _maths_lines(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take the lines from one that begins with `$$` to one that ends with it as they are."""
    if not state.src.startswith("$$", state.bMarks[start] + state.tShift[start]):
        return False
    for line in range(start, end):
        source = state.getLines(start, line + 1, state.blkIndent, False).strip()
        if len(source) > 4 and source.endswith("$$"):
            break
    else:
        return False
    if "$$" in source[2:-2]:
        return False
    if not silent:
        _push_maths(state, source[2:-2], display=True)
        state.line = line + 1
    return True


def _push_maths(state: StateBlock | StateInline, content: str, *, display: bool) -> None:
    token = state.push("maths", "", 0)
    token.content = content
    token.block = display


def _render_maths(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    content = escape(token.content, quote=False)
    return rf"\[{content}\]" if token.block else rf"\({content}\)"


def _render_text(tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    content = tokens[index].content
    inside_link = index > 0 and tokens[index - 1].type == "link_open"
    return _text(content) if inside_link else _with_links(content)


def _with_links(text: str) -> str:
    """Escape text, and make links of the addresses of web pages."""
    parts = []
    done = 0
    for url in _URL.finditer(text):
        parts.append(_text(text[done : url.start()]))
        parts.append(f'<a href="{escape(url[0])}">{_text(url[0])}</a>')
        done = url.end()
    return "".join([*parts, _text(text[done:])])


def _text(text: str) -> str:
    """Escape text, with a wall between the two signs that would open maths in Anki."""
    return _MATHS_SIGN.sub(r"<span>\\</span>", escape(text, quote=False))
