"""Makes items of the questions of a plain text quiz."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.formats.plain_text.pieces import Faults, Piece, QuestionPiece, short

_BOX = re.compile(r"(?:\[(?P<box>[ xX✓✔*])\]|(?P<sign>[☐☑✓✔✅✗✘❌])(?=\s))\s*(?P<text>.+)")
_RIGHT = frozenset("xX✓✔*☑✅")
_RIGHT_AT_END = (
    "(correct)",
    "[correct]",
    "(correct answer)",
    "(right answer)",
    " [x]",
    "✓",
    "✔",
    "✅",
)
_LABEL = re.compile(r"\(?(?P<label>[a-z]|\d{1,2})\)?[.:)]?")
_LABEL_AND_TEXT = re.compile(
    r"\(?(?P<label>[a-z]|\d{1,2})(?P<mark>[.:)]|\s+[-–—])?\s+(?P<text>\S.*)"
)
_LETTER_OF_TRUTH = {"t": "true", "f": "false"}


def items(questions: Iterable[QuestionPiece], faults: Faults) -> Iterator[Item]:
    """Yield an item for each question that can be one, the first of those that are the same."""
    lines: dict[str, int] = {}
    for question in questions:
        item = _item(question, faults)
        if item is None:
            continue
        if item.question in lines:
            line = lines[item.question]
            faults.add(question.at, f"This question was asked in line {line} already.")
        else:
            lines[item.question] = question.at.number
            yield item


def _item(question: QuestionPiece, faults: Faults) -> Item | None:
    if not question.text:
        faults.add(question.at, f"Question {question.number} has no text.")
        return None
    said = _said(question)
    if not question.options:
        return Basic(answer=_own_answer(question, faults), **said)
    choices = _choices(question, faults)
    if len(choices) < 2:
        faults.add(
            question.at,
            f"Question {question.number} has fewer than two options.",
            "give it two or more, or none and an answer",
        )
        return None
    right = _right(question, choices, faults)
    if {text.casefold() for text in choices} == {"true", "false"}:
        return TrueFalse.of(right.casefold() == "true" if right else None, **said)
    return Choice(options=tuple(Option(text, right=text == right) for text in choices), **said)


def _said(question: QuestionPiece) -> dict[str, Any]:
    fields: dict[str, Any] = {name: piece.text for name, piece in question.fields.items()}
    hint = fields.pop("hint", "")
    return {"question": question.text, "hints": (hint,) if hint else (), **fields}


def _own_answer(question: QuestionPiece, faults: Faults) -> str:
    """Return the answer of a question without options; empty where that is not clear."""
    answers = {answer.text for answer in question.answers if answer.text}
    if len(answers) > 1:
        message = f"Question {question.number} has more than one answer."
        faults.add(question.at, message, "leave one of them")
    return answers.pop() if len(answers) == 1 else ""


def _choices(question: QuestionPiece, faults: Faults) -> dict[str, bool]:
    """Return the texts of the options and whether they are marked as right."""
    # Where every option has a star before its letter, the stars are bullets.
    stars_mark = not all(option.starred for option in question.options)
    choices: dict[str, bool] = {}
    for option in question.options:
        text, marked = _unmarked(option.text)
        if not text:
            faults.add(option.at, "An option has no text.")
            continue
        if text in choices:
            faults.add(option.at, f"The option {short(text)} is there twice.")
        right = marked or (option.starred and stars_mark)
        choices[text] = right or choices.get(text, False)
    return choices


def _unmarked(text: str) -> tuple[str, bool]:
    """Return an option's text without the mark of the right one, and whether it had that."""
    marked = False
    if found := _BOX.fullmatch(text):
        text, marked = found["text"], (found["box"] or found["sign"]) in _RIGHT
    for mark in _RIGHT_AT_END:
        if text.lower().endswith(mark) and len(text) > len(mark):
            return text[: -len(mark)].rstrip(), True
    return text, marked


def _right(question: QuestionPiece, choices: dict[str, bool], faults: Faults) -> str:
    """Return the text of the option that is right; empty where that is not clear."""
    right = {text for text, marked in choices.items() if marked}
    options = [(option.label, _unmarked(option.text)[0]) for option in reversed(question.options)]
    by_label, by_text = dict(options), {_plain(text): text for _, text in options}
    for answer in question.answers:
        if named := _named(answer, by_label, by_text, faults):
            right.add(named)
        else:
            faults.add(
                answer.at,
                f"Question {question.number} has no option {short(answer.text)}.",
                "give the letter of one option or its text",
            )
    if len(right) > 1:
        message = f"Question {question.number} has more than one right option."
        faults.add(question.at, message, "mark one of them")
    return right.pop() if len(right) == 1 else ""


def _named(
    answer: Piece, by_label: Mapping[str, str], by_text: Mapping[str, str], faults: Faults
) -> str:
    """Return the text of the option that an answer names by its text, its letter or both."""
    said = _plain(answer.text)
    if said in by_text:
        return by_text[said]
    if found := _LABEL.fullmatch(said):
        label = found["label"]
        return by_label.get(label) or by_text.get(_LETTER_OF_TRUTH.get(label, ""), "")
    found = _LABEL_AND_TEXT.fullmatch(said)
    named = by_label.get(found["label"], "") if found else ""
    if not found or not named or found["text"] == _plain(named):
        return named
    if found["text"] in by_text or not found["mark"]:
        return ""
    label = found["label"].upper()
    faults.add(answer.at, f"{short(found['text'])} is not the text of option {label}.")
    return named


def _plain(text: str) -> str:
    """Return what two spellings of an option have in common."""
    return " ".join(text.casefold().split()).rstrip(".")
