"""The sample deck: word for word what was asked, and worth learning from."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from srs.core.item import Choice
from srs.decks.read import read_deck

ROOT = Path(__file__).parents[1]
SEED = Path(os.environ.get("SRS_TEST_SEED", ROOT.parent / "shared" / "seed"))
SENTENCE_END = re.compile(r"[.!?](?=\s|$)")


@pytest.fixture(scope="module")
def items() -> list[Choice]:
    file = read_deck(ROOT / "decks" / "deepspeed-megatron.yaml")
    assert not file.faults
    assert file.deck is not None
    assert file.deck.name == "ML::Training stacks"
    assert all(isinstance(item, Choice) for item in file.deck.items)
    return [item for item in file.deck.items if isinstance(item, Choice)]


def asked(text: str) -> list[tuple[str, list[str]]]:
    """Return the questions and options of a quiz with one line for each."""
    questions: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if question := re.fullmatch(r"\d+\. (.+)", line.strip()):
            questions.append((question[1], []))
        elif option := re.fullmatch("• (.+)", line.strip()):
            questions[-1][1].append(option[1])
    return questions


def test_every_question_is_asked_word_for_word(items: list[Choice]) -> None:
    path = SEED / "deepspeed-megatron-quiz.txt"
    if not path.exists():
        pytest.skip(f"the quiz is not in {SEED} (set SRS_TEST_SEED)")
    expected = asked(path.read_text(encoding="utf-8"))
    assert len(expected) == 8
    assert [(item.question, [o.text for o in item.options]) for item in items] == expected


def test_one_option_is_right_and_the_others_say_why_not(items: list[Choice]) -> None:
    for item in items:
        wrong = [option for option in item.options if not option.right]
        assert len(wrong) == len(item.options) - 1, item.id
        reasons = {option.why for option in wrong}
        assert len(reasons) == len(wrong), item.id
        assert all(reason.endswith(".") for reason in reasons), item.id


def test_the_right_options_are_not_all_in_one_place(items: list[Choice]) -> None:
    places = [[option.right for option in item.options].index(True) for item in items]
    assert set(places) == {0, 1, 2, 3}
    assert max(places.count(place) for place in places) <= len(items) / 2


def test_explanations_are_two_to_five_sentences(items: list[Choice]) -> None:
    for item in items:
        assert 2 <= len(SENTENCE_END.findall(item.explanation)) <= 5, item.id
        assert item.explanation.rstrip().endswith("."), item.id


def test_every_item_has_an_id_a_source_and_tags(items: list[Choice]) -> None:
    assert len({item.id for item in items}) == len(items)
    for item in items:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", item.id)
        assert re.search(r"https://arxiv\.org/abs/\d{4}\.\d{5}", item.source), item.id
        assert item.tags, item.id
