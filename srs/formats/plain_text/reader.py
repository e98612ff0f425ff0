"""Reads a quiz line by line: what each line is, and to which question it belongs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest

from srs.formats.plain_text.key import entries_in, short_entries_in
from srs.formats.plain_text.lines import Line
from srs.formats.plain_text.options import begins_options, bulleted, numbered, options_in
from srs.formats.plain_text.pieces import Faults, Piece, QuestionPiece, short

_AHEAD = 20
"""A number this far beyond the last question's is a year or an amount that begins a line."""

_ANSWER = re.compile(
    r"(?:(?:the\s+)?(?:correct|right)\s+(?:answer|option|choice)\s*(?:is\b\s*:?|[:=–—-])"
    r"|(?:answers?|ans)\s*[.:=–—-]|correct\s*:)\s*(?P<text>.*)",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"(?P<label>explanation|rationale|feedback|hint|source|reference)\s*:\s*(?P<text>.*)",
    re.IGNORECASE,
)
_FIELDS = {"rationale": "explanation", "feedback": "explanation", "reference": "source"}
_HEAD = re.compile(
    r"(?:(?:correct\s+)?answers|(?P<key>answer\s+(?:key|sheet))|(?P<options>options|choices))(?=\s*:|\s*$)",
    re.IGNORECASE,
)
_BARE_ANSWER = re.compile(r"\(?(?:[A-Za-z]|\d{1,2})\)?[.:)]?")

Way = Callable[[Line, Line], bool]


class Reader:
    """Takes the lines of a quiz in order; then has its title, description and questions."""

    def __init__(self, faults: Faults) -> None:
        self.title = ""
        self.description = Piece(Line(), paragraphs=True)
        self.questions: list[QuestionPiece] = []
        self._faults = faults
        self._style = ""
        self._by_number: dict[int, list[QuestionPiece]] = defaultdict(list)
        self._in_key = False
        self._about: QuestionPiece | None = None
        self._open: Piece | None = None

    def take_all(self, lines: Sequence[Line]) -> None:
        """Take the lines, each with a look at the next."""
        for line, following in zip_longest(lines, lines[1:], fillvalue=Line()):
            if not any(way(line, following) for way in self._ways()):
                self._go_on(line)

    def _ways(self) -> tuple[Way, ...]:
        """Return what a line can be here, the likeliest first."""
        if self._in_key:
            return (self._take_entries, self._take_labelled)
        if self.questions:
            return (
                self._take_option,
                self._take_question,
                self._take_head,
                self._take_answer,
                self._take_labelled,
            )
        return (self._take_question,)

    def _go_on(self, line: Line) -> None:
        """Take a line as the title, as more of the text that is open, or as one too many."""
        piece = self._open
        if not self.questions and not self.title:
            self.title = line.text
            self._open = self.description
        elif piece is None or (line.after_blank and not piece.paragraphs and not piece.empty):
            self._faults.add(line, f"{short(line.text)} belongs to no question.")
            self._open = Piece(line, [line.text])  # with the rest of its paragraph
        elif piece.paragraphs:
            between = "\n\n" if line.after_blank else "\n" if bulleted(line.text) else " "
            piece.add(line.text, between)
        else:
            piece.add(line.text)

    def _take_question(self, line: Line, _: Line) -> bool:
        found = numbered(line.text)
        if not found:
            return False
        number, style = int(found["number"]), "word" if found["word"] else found["mark"]
        if self.questions:
            last = self.questions[-1].number
            if number != last + 1 and (style != self._style or number > last + _AHEAD):
                return False
        question = QuestionPiece(line, paragraphs=True, number=number)
        question.add(found["text"])
        self.questions.append(question)
        self._by_number[number].append(question)
        self._style = style
        self._about = self._open = question
        return True

    def _take_option(self, line: Line, _: Line) -> bool:
        question = self.questions[-1]
        if question.answers or "explanation" in question.fields:
            return False
        options = options_in(line, question, self._style, self._faults)
        if options:
            question.options += options
            self._open = options[-1]
        return bool(options)

    def _take_answer(self, line: Line, _: Line) -> bool:
        found = _ANSWER.fullmatch(line.text)
        if found:
            self._answer(self.questions[-1], line, found["text"])
        return found is not None

    def _answer(self, question: QuestionPiece | None, line: Line, text: str) -> None:
        """Note what a line says is right; only text, not a letter, can go on in the next."""
        answer = Piece(line)
        answer.add(text)
        if question:
            question.answers.append(answer)
        self._open = None if _BARE_ANSWER.fullmatch(text) else answer

    def _take_labelled(self, line: Line, _: Line) -> bool:
        found = _LABELLED.fullmatch(line.text)
        if not found or not self._about:
            return False
        name = found["label"].lower()
        name = _FIELDS.get(name, name)
        new = Piece(line, paragraphs=name == "explanation")
        self._open = self._about.fields.setdefault(name, new)
        self._open.add(found["text"], "\n\n")
        return True

    def _take_head(self, line: Line, following: Line) -> bool:
        """Take the line above the key, or one that only says that options follow."""
        found = _HEAD.match(line.text)
        if not found:
            return False
        rest = line.text[found.end() :].lstrip(" \t:")
        if rest:
            self._in_key = bool(short_entries_in(rest))
            return self._in_key and self._take_entries(replace(line, text=rest), following)
        if begins_options(following.text):
            return not self.questions[-1].options
        if found["options"] or not (found["key"] or entries_in(following.text)):
            return False
        self._in_key = True
        self._about = self._open = None
        return True

    def _take_entries(self, line: Line, following: Line) -> bool:
        """Take the answers in a line of the key; a question with options ends the key."""
        entries = entries_in(line.text)
        if entries and begins_options(following.text) and numbered(line.text):
            self._in_key = False
            if self._about:  # the key of a part: the next part may count from 1 again
                self._by_number.clear()
            return self._take_question(line, following)
        for number, text in entries:
            named = self._by_number.get(number, [])
            self._about = named[0] if len(named) == 1 else None
            if not self._about:
                there = "there is more than one" if named else "there is no such question"
                self._faults.add(line, f"The key answers question {number}, but {there}.")
            self._answer(self._about, line, text)
        return bool(entries)
