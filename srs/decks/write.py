"""Writing a deck file that a person would be glad to have written."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from srs.core.deck import Deck
from srs.core.item import Choice, Item, Option, TrueFalse

_PLAIN = re.compile(r"[^\W_][^\n]*|\([^\n]*")
_NOT_PLAIN = re.compile(r":(\s|$)|\s#|\s$")
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
    lines += _list("tags", deck.tags)
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
    yield from _list("tags", item.tags)
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
    shows = all(line.isprintable() for line in lines) and not _UNSAFE.search(text)
    if shows and len(lines) == 1:
        plain = _PLAIN.fullmatch(text) and not _NOT_PLAIN.search(text)
        if plain and not _NOTHING.fullmatch(text):
            return [text]
        return ["'" + text.replace("'", "''") + "'"]
    if shows and lines[0] and lines[0].strip() == lines[0] and lines[-2:] != ["", ""]:
        return ["|", *lines[:-1]] if not lines[-1] else ["|-", *lines]
    quoted: str = yaml.dump(text, default_style='"', allow_unicode=True, width=float("inf"))
    return [quoted.rstrip("\n")]
