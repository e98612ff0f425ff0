"""The kinds of items: how each is made from the fields its author wrote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.decks.document import Node, Scalar
from srs.decks.fields import Fields, Notes, closest, entries, text, truth
from srs.decks.wording import shortened

MOST_OPTIONS = 26
"""A key answers, and there are no more letters."""

LATER = ("multi", "reversed", "typed", "numeric", "cloze", "order", "match")
"""Kinds of the format that this version does not know yet."""

_OPTION = ("text", "why", "fixed", "right")


def make_item(fields: Fields, common: dict[str, Any]) -> Item | None:
    """Return the item made of its own fields and of those `common` to all kinds.

    `None` where a fault keeps it from being one.
    """
    kind = _kind(fields)
    if kind in MAKERS:
        return MAKERS[kind](fields, common)
    node = fields.values.get("type", fields.node)
    known = ", ".join(MAKERS)
    if kind in LATER:
        fields.notes.fault(node, f"this version cannot use {kind} items yet", f"it knows {known}")
    elif kind:
        meant = closest(kind, (*MAKERS, *LATER))
        mend = f"did you mean {meant}?" if meant else f"write {known}"
        fields.notes.fault(node, f"there is no type {shortened(kind)!r}", mend)
    return None


def _kind(fields: Fields) -> str:
    """Return the kind that `type:` says, else the one that follows from the keys."""
    if "type" in fields:
        return fields.text("type").strip().lower()
    if "cloze" in fields:
        return "cloze"
    return "choice" if "options" in fields else "basic"


def _choice(fields: Fields, common: dict[str, Any]) -> Item | None:
    options = _options(fields)
    if options is None:
        return None
    if len(options) < 2:
        fields.notes.fault(
            fields.values["options"], "a choice needs two options at least", "add the others"
        )
        return None
    if len(options) > MOST_OPTIONS:
        fields.notes.fault(
            fields.values["options"],
            f"{len(options)} options are more than there are letters",
            f"leave {MOST_OPTIONS} at most",
        )
        return None
    marked = [option.text for option in options if option.right]
    if len(marked) > 1:
        fields.notes.fault(
            fields.values["options"],
            f"a choice has one right option, but {len(marked)} are marked as right",
            "keep the mark of one",
        )
        return None
    if "answer" in fields:
        answer = _answer(fields, [option.text for option in options])
        if answer is not None and marked and marked != [answer]:
            fields.notes.fault(
                fields.values["answer"],
                f"the answer is {shortened(answer)!r}, but {shortened(marked[0])!r} is marked",
                "keep one of the two",
            )
        options = [replace(option, right=option.text == answer) for option in options]
    return Choice(options=tuple(options), **common)


def _true_false(fields: Fields, common: dict[str, Any]) -> Item | None:
    answer = fields.text("answer")
    if answer and truth(answer) is None:
        fields.notes.fault(
            fields.values["answer"],
            f"the answer {shortened(answer)!r} is neither true nor false",
            "write true or false",
        )
    whys = {True: "", False: ""}
    for option, side in _sides(fields):
        whys[side] = option.why
    return TrueFalse.of(truth(answer), why_true=whys[True], why_false=whys[False], **common)


def _sides(fields: Fields) -> list[tuple[Option, bool]]:
    """Return the options of a statement with the side that each speaks of."""
    options = (_options(fields) or []) if "options" in fields else []
    sides = [(option, truth(option.text)) for option in options]
    found = Counter(side for _, side in sides)
    if (
        None in found
        or any(option.right for option in options)
        or max(found.values(), default=1) > 1
    ):
        fields.notes.fault(
            fields.values["options"],
            "the options of a truefalse item can only be true and false, with a why each",
            "say which is right with answer: true or false",
        )
    return [(option, side) for option, side in sides if side is not None]


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
    if not fields.need("options", "the choice"):
        return None
    faults = len(notes.faults)
    options: list[Option] = []
    first: dict[str, Node] = {}
    for entry in entries(notes, fields.values["options"], "options"):
        option = _option(notes, entry)
        if option is None:
            continue
        other = first.setdefault(option.text.strip(), entry)
        if other is not entry:
            notes.fault(
                entry,
                f"the option {shortened(option.text)!r} stands in line {other.line} already",
                "take one out",
            )
        options.append(option)
    return options if len(notes.faults) == faults else None


def _option(notes: Notes, node: Node) -> Option | None:
    if isinstance(node, Scalar):
        said = text(notes, node, "option")
        return Option(said) if said else None
    faults = len(notes.faults)
    fields = Fields.of(notes, node, _OPTION, "an option")
    if fields is None:
        return None
    if "text" not in fields and len(notes.faults) > faults:
        # `- Paris: the capital` was meant as text; its words are no keys.
        del notes.faults[faults:]
        notes.fault(
            node,
            "an option is text, or text: with why:, fixed: or right:",
            "if it is text with a colon, put quotes round it",
        )
        return None
    said = fields.required("text", "the option")
    why, fixed, right = fields.text("why"), fields.truth("fixed"), fields.truth("right")
    return Option(said, right, why, fixed) if said else None


def _answer(fields: Fields, options: list[str]) -> str | None:
    """Return the right option: by its own text, or by its letter where none has that text."""
    answer = fields.text("answer").strip()
    if not answer:
        return None
    for option in options:
        if option.strip() == answer:
            return option
    letter = ascii_uppercase.find(answer.upper()) if len(answer) == 1 else -1
    if 0 <= letter < len(options):
        return options[letter]
    meant = closest(answer, options)
    fields.notes.fault(
        fields.values["answer"],
        f"the answer {shortened(answer)!r} is none of the options",
        f"did you mean {shortened(meant)!r}?"
        if meant
        else "write an option word for word, or its letter",
    )
    return None
