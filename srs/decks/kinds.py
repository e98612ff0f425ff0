"""The kinds of items: how each is made from the fields its author wrote."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from string import ascii_uppercase
from typing import Any

import yaml

from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.decks.document import Place
from srs.decks.fields import Fields, Notes, entries, text

COMMON = (
    "id",
    "question",
    "answer",
    "explanation",
    "source",
    "hint",
    "hints",
    "tags",
    "was",
    "type",
)
OPTION = ("text", "why", "fixed")
_TRUE = {"true", "yes", "right", "t"}
_FALSE = {"false", "no", "wrong", "f"}

LATER = ("multi", "reversed", "typed", "numeric", "cloze", "order", "match")
"""Kinds of the format that this version does not know yet."""


def kind_of(fields: Fields) -> str:
    """Return the kind that `type:` says, else the one that follows from the keys."""
    if "type" in fields:
        return fields.text("type").strip().lower()
    if "cloze" in fields:
        return "cloze"
    return "choice" if "options" in fields else "basic"


def make_item(fields: Fields, common: dict[str, Any]) -> Item | None:
    """Return the item, `None` where a fault keeps it from being one."""
    kind = kind_of(fields)
    maker = MAKERS.get(kind)
    node = fields.values.get("type", fields.node)
    if maker is not None:
        return maker(fields, common)
    if kind in LATER:
        fields.notes.fault(
            node, f"this version of srs cannot ask {kind} items yet", f"use {', '.join(MAKERS)}"
        )
    elif kind:
        close = get_close_matches(kind, MAKERS, 1)
        mend = f"did you mean {close[0]}?" if close else f"use {', '.join(MAKERS)}"
        fields.notes.fault(node, f"there is no type {kind!r}", mend)
    return None


def _choice(fields: Fields, common: dict[str, Any]) -> Item | None:
    options = _options(fields)
    if options is None:
        return None
    right = _right(fields, [option.text for option in options])
    if right is None and "answer" in fields:
        return None
    return Choice(
        options=tuple(
            Option(option.text, i == right, option.why, option.fixed)
            for i, option in enumerate(options)
        ),
        **common,
    )


def _true_false(fields: Fields, common: dict[str, Any]) -> Item | None:
    answer = fields.text("answer") if "answer" in fields else ""
    word = answer.strip().lower()
    if answer and word not in _TRUE | _FALSE:
        fields.notes.fault(
            fields.values["answer"], f"answer {answer!r} is neither", "write true or false"
        )
    if "answer" in fields and word not in _TRUE | _FALSE:
        return None
    whys = {"true": "", "false": ""}
    if "options" in fields:
        for option in _options(fields) or ():
            side = "true" if option.text.strip().lower() in _TRUE else "false"
            whys[side] = option.why
    return TrueFalse(
        options=(
            Option("True", word in _TRUE, whys["true"], fixed=True),
            Option("False", word in _FALSE, whys["false"], fixed=True),
        ),
        **common,
    )


def _basic(fields: Fields, common: dict[str, Any]) -> Item | None:
    if "options" in fields:
        fields.notes.fault(
            fields.keys["options"], "a basic item has no options", "use type: choice"
        )
        return None
    return Basic(answer=fields.text("answer"), **common)


MAKERS: dict[str, Callable[[Fields, dict[str, Any]], Item | None]] = {
    "choice": _choice,
    "truefalse": _true_false,
    "basic": _basic,
}


def _options(fields: Fields) -> list[Option] | None:
    """Return the options as written, `None` where they cannot be used."""
    notes = fields.notes
    if "options" not in fields:
        notes.fault(fields.node, "a choice has no options", "add options:")
        return None
    faults = len(notes.faults)
    node = fields.values["options"]
    options: list[Option] = []
    first: dict[str, Place] = {}
    for entry in entries(notes, node, "options"):
        option = _option(notes, entry)
        if option is None:
            continue
        place = Place.of(entry.start_mark)
        if option.text in first:
            line = first[option.text].line
            notes.fault(
                entry, f"the option {option.text!r} stands in line {line} already", "take one out"
            )
        first.setdefault(option.text, place)
        options.append(option)
    if len(notes.faults) == faults and len(options) < 2:
        notes.fault(node, "a choice needs at least two options", "add the others")
    return options if len(notes.faults) == faults else None


def _option(notes: Notes, node: yaml.Node) -> Option | None:
    if isinstance(node, yaml.ScalarNode):
        said = text(notes, node, "option").strip()
        return Option(said) if said else None
    fields = Fields.of(notes, node, OPTION, "an option")
    if fields is None:
        return None
    said = fields.required("text", "the option").strip()
    fixed = fields.text("fixed").strip().lower() if "fixed" in fields else "false"
    if fixed and fixed not in _TRUE | _FALSE:
        notes.fault(fields.values["fixed"], f"fixed cannot be {fixed!r}", "write true or false")
    return Option(said, why=fields.text("why"), fixed=fixed in _TRUE) if said else None


def _right(fields: Fields, options: list[str]) -> int | None:
    """Return which option is right: by its own text, or by its letter where none has that text."""
    answer = fields.text("answer").strip()
    if not answer:
        return None
    if answer in options:
        return options.index(answer)
    letter = ascii_uppercase.find(answer.upper()) if len(answer) == 1 else -1
    if 0 <= letter < len(options):
        return letter
    close = get_close_matches(answer, options, 1)
    mend = (
        f"did you mean {close[0]!r}?" if close else "write an option word for word, or its letter"
    )
    fields.notes.fault(
        fields.values["answer"], f"the answer {answer!r} is none of the options", mend
    )
    return None
