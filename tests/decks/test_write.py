"""Writing deck files: what is read back is what was written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.core.deck import Deck, normal_name
from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.decks.read import parse_deck
from srs.decks.write import deck_to_yaml

AWKWARD = [
    "null", "no", "~", "a: b", "a #b", "- x", "{{c}}", "'q'", '"d"', "007", "12:30", "x:", "a\nb",
    "a\n\nb\n", "  lead\nb", "a\n b \n\n\n", "#x", "*a", "&b", "!c", "%d", "@e", "`f`", "a\tb",
    "\ta", "é\u0301", "😀", "a\r\nb", "a\\nb", "[x]", "x\n\n", "| x", "> y", "? x", "---", "...",
    "a\x85b", "\u2028x", "x \ny", "\ufeffx", "a b: c", "x\n", "=", "  for x in y:\n\tpass\n", "a\n  ", "\n\n a", "  \na", "a\n\t", "a\n \n", "unit::1", "\x07bell", "\x1b[31m",
]  # fmt: skip
# Zero characters are refused: no database keeps them.
anything = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40
) | st.sampled_from(AWKWARD)
text = anything.filter(lambda t: bool(t.strip()))
one_line = text.map(lambda t: " ".join(t.split())).filter(bool)
perhaps = st.just("") | text
name = st.just("") | one_line
deck_names = st.lists(one_line.filter(lambda t: ":" not in t), min_size=1, max_size=3).map(
    lambda levels: normal_name("::".join(levels))
)


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    texts = draw(st.lists(text, min_size=2, max_size=5, unique_by=str.strip))
    right = draw(st.integers(0, len(texts)))
    options = tuple(
        Option(t, right=i == right, why=draw(perhaps), fixed=draw(st.booleans()))
        for i, t in enumerate(texts)
    )
    return Choice(question=draw(text), options=options)


@st.composite
def truths(draw: st.DrawFn) -> TrueFalse:
    right = draw(st.sampled_from([0, 1, 2]))
    options = tuple(
        Option(t, right=i == right, why=draw(perhaps), fixed=True)
        for i, t in enumerate(("True", "False"))
    )
    return TrueFalse(question=draw(text), options=options)


basics = st.builds(Basic, question=text, answer=perhaps)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    items: dict[str, Item] = {}
    had: set[str] = set()
    for item in draw(st.lists(choices() | truths() | basics, max_size=3)):
        full = replace(
            item,
            id=draw(name),
            explanation=draw(perhaps),
            source=draw(perhaps),
            hints=tuple(draw(st.lists(text, max_size=2))),
            tags=tuple(draw(st.lists(one_line, max_size=3, unique=True))),
            was=draw(name),
        )
        if full.was in had:
            full = replace(full, was="")
        had.add(full.was)
        items.setdefault(full.id or full.question, full)
    return Deck(
        name=draw(deck_names),
        description=draw(perhaps),
        tags=tuple(draw(st.lists(one_line, max_size=3, unique=True))),
        was=draw(st.just("") | deck_names),
        items=tuple(items.values()),
    )


@given(decks())
def test_what_is_written_reads_back(deck: Deck) -> None:
    written = deck_to_yaml(deck)
    assert parse_deck(written, "d").deck == deck, written


@pytest.mark.parametrize("answer", AWKWARD)
def test_awkward_text_reads_back(answer: str) -> None:
    deck = Deck(name="D", items=(Basic(question="q", answer=answer),))
    assert parse_deck(deck_to_yaml(deck), "d").deck == deck


def test_a_deck_looks_as_if_a_person_had_written_it() -> None:
    options = (Option("Ottawa", right=True), Option("Toronto", why="The largest city."))
    deck = Deck(
        name="Geo::Capitals",
        tags=("geo",),
        items=(
            Choice(
                id="ca", question="Capital of Canada?", options=options, explanation="One.\nTwo.\n"
            ),
            Choice(question="Which: this?", options=(Option("a"), Option("b"))),
            Basic(question="q", answer="no"),
        ),
    )
    assert (
        deck_to_yaml(deck)
        == """\
deck: Geo::Capitals
tags: [geo]
items:

  - id: ca
    question: Capital of Canada?
    options:
      - Ottawa
      - text: Toronto
        why: The largest city.
    answer: Ottawa
    explanation: |
      One.
      Two.

  - question: 'Which: this?'
    options:
      - a
      - b
    # answer:   <- still to be said: the right option, word for word, or its letter
    # explanation:   <- still to be said: why that is right

  - question: q
    answer: no
"""
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("no", "no"),
        ("~", "'~'"),
        ("$x$ is", "$x$ is"),
        ("¿Qué?", "¿Qué?"),
        ("**bold**", "'**bold**'"),
        ("it's: so", '"it\'s: so"'),
        ("it's \\n: so", "'it''s \\n: so'"),
        ("C# is #1", "'C# is #1'"),
        ("C#", "C#"),
        ("http://a/#b", "http://a/#b"),
        ("a\nb\n", "|\n      a\n      b"),
        ("\x1b[31m", '"\\e[31m"'),
    ],
)
def test_quotes_stand_only_where_they_are_needed(text: str, written: str) -> None:
    deck = Deck(name="D", items=(Basic(question="q", answer=text),))
    assert deck_to_yaml(deck) == f"deck: D\nitems:\n\n  - question: q\n    answer: {written}\n"
    assert parse_deck(deck_to_yaml(deck), "d").deck == deck
