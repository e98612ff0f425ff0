"""Writing a deck file that a person would be glad to have written."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from srs.core.deck import Deck
from srs.core.item import Choice, Item, Option, TrueFalse

_PLAIN = re.compile(r"""[^\s\-?:,\[\]{}#&*!|>'"%@`~][^\n]*""")
_NOT_PLAIN = re.compile(r":(\s|$)|\s#|\s$")
_WORDS = re.compile(r"[^\W_][\w.\-]*( [\w.\-]+)*")
_NOTHING = re.compile(r"null", re.IGNORECASE)
_UNSAFE = re.compile("[\ufeff\x85\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_GAP = "# {key}:   <- still to be said{how}"
_HOW = ": the right option, word for word, or its letter"


def deck_to_yaml(deck: Deck) -> str:
    """Return the text of a deck file that reads back as `deck`.

    Where an item has no answer, a comment stands in its place, to be found and filled.
    """
    lines = list(_field("deck", deck.name))
    lines += _field("description", deck.description)
    lines += _tags(deck.tags)
    lines += _field("was", deck.was)
    lines.append("items:" if deck.items else "items: []")
    for item in deck.items:
        first, *others = _item(item)
        lines += ["", f"  - {first}"]
        lines += [f"    {line}" if line else "" for line in others]
    return "\n".join(lines) + "\n"


def _item(item: Item) -> Iterator[str]:
    yield from _field("id", item.id)
    if isinstance(item, TrueFalse):
        yield "type: truefalse"
    yield from _field("question", item.question)
    if isinstance(item, TrueFalse):
        yield from _true_false(item)
    elif isinstance(item, Choice):
        yield from _choice(item)
    else:
        yield from _answer(item, item.prompts[0].answer)
    yield from _field("explanation", item.explanation)
    if not item.answered and not item.explanation:
        yield _GAP.format(key="explanation", how=": why that is right")
    yield from _field("source", item.source)
    yield from _list("hints", item.hints)
    yield from _tags(item.tags)
    yield from _field("was", item.was)


def _choice(item: Choice) -> Iterator[str]:
    yield "options:"
    yield from _options(item.options)
    yield from _answer(item, item.prompts[0].answer, _HOW)


def _true_false(item: TrueFalse) -> Iterator[str]:
    if any(option.why for option in item.options):
        yield "options:"
        yield from _options(tuple(Option(o.text, o.right, o.why) for o in item.options))
    yield from _answer(item, item.prompts[0].answer.lower(), ": true or false")


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    for option in options:
        if not option.why and not option.fixed:
            first, *others = _scalar(option.text)
            yield f"  - {first}"
            yield from (f"    {line}" for line in others)
        else:
            first, *others = [
                *_field("text", option.text),
                *_field("why", option.why),
                *(["fixed: true"] if option.fixed else []),
            ]
            yield f"  - {first}"
            yield from (f"    {line}" if line else "" for line in others)


def _answer(item: Item, answer: str, how: str = "") -> Iterator[str]:
    if item.answered:
        yield from _field("answer", answer)
    else:
        yield _GAP.format(key="answer", how=how)


def _field(key: str, text: str) -> Iterator[str]:
    if text:
        first, *others = _scalar(text)
        yield f"{key}: {first}"
        yield from (f"  {line}" if line else "" for line in others)


def _tags(tags: tuple[str, ...]) -> Iterator[str]:
    if tags and all(_WORDS.fullmatch(tag) and _is_plain(tag) for tag in tags):
        yield f"tags: [{', '.join(tags)}]"
    else:
        yield from _list("tags", tags)


def _list(key: str, texts: tuple[str, ...]) -> Iterator[str]:
    if texts:
        yield f"{key}:"
        for text in texts:
            first, *others = _scalar(text)
            yield f"  - {first}"
            yield from (f"    {line}" if line else "" for line in others)


def _scalar(text: str) -> list[str]:
    """Return the lines of a value: plain where that is safe, a block of lines, or quoted."""
    lines = text.split("\n")
    if len(lines) == 1 and _shows(text):
        return [text if _is_plain(text) else _in_quotes(text)]
    if _fits_a_block(lines):
        # A block's first line sets its indentation, which has to be said where that is in doubt.
        indentation = "2" if lines[0][:1] in ("", " ", "\t") else ""
        return [f"|{indentation}", *lines[:-1]] if not lines[-1] else [f"|{indentation}-", *lines]
    quoted: str = yaml.dump(text, default_style='"', allow_unicode=True, width=float("inf"))
    return [quoted.rstrip("\n")]


def _in_quotes(line: str) -> str:
    """Return a line in the quotes that leave it as it is, where there are such."""
    if "'" in line and not re.search(r'["\\]', line):
        return f'"{line}"'
    return "'" + line.replace("'", "''") + "'"


def _shows(line: str) -> bool:
    """Whether a line can stand in a file as it is."""
    return line.isprintable() and not _UNSAFE.search(line)


def _is_plain(text: str) -> bool:
    """Whether a line that shows means itself without quotes."""
    plain = _PLAIN.fullmatch(text) and not _NOT_PLAIN.search(text)
    return bool(plain) and not _NOTHING.fullmatch(text)


def _fits_a_block(lines: list[str]) -> bool:
    """Whether lines can stand below each other, with at most one line break at their end."""
    return (
        len(lines) > 1
        and lines[-2:] != ["", ""]
        and any(line.strip() for line in lines)
        and all(_shows(line.replace("\t", "")) for line in lines)
    )
