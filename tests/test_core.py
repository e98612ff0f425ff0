"""The pure rules, by values and by laws."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from srs.core import chance, deck
from srs.core.card import Card, shuffled
from srs.core.grade import Grade
from srs.core.identity import How, Known, Placed, guid, plan
from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.core.judge import propose, slow_from
from srs.core.memory import Memory, State
from srs.core.plain import from_plain, to_plain
from srs.core.queue import (
    LEARN_AHEAD,
    Budget,
    Queue,
    Waiting,
    in_order,
    mixed,
    within_budget,
    without_siblings,
)
from srs.core.settings import DueOrder, NewPosition
from srs.errors import UsageError

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)
TODAY = date(2026, 3, 2)

texts = st.text(min_size=1, max_size=30)
options = st.builds(Option, text=texts, right=st.booleans(), why=st.text(), fixed=st.booleans())
common = {
    "question": texts,
    "id": st.text(max_size=8),
    "explanation": st.text(),
    "source": st.text(),
    "hints": st.lists(texts, max_size=2).map(tuple),
    "tags": st.lists(texts, max_size=3).map(tuple),
    "was": st.text(max_size=5),
}
some_options = st.lists(options, min_size=2, max_size=8).map(tuple)
items = st.one_of(
    st.builds(Choice, options=some_options, **common),
    st.builds(TrueFalse, options=some_options, **common),
    st.builds(Basic, answer=st.text(), **common),
)


def choice(question: str, *texts: str, right: int = 0, ident: str = "") -> Choice:
    made = tuple(Option(text, right=i == right) for i, text in enumerate(texts))
    return Choice(question=question, id=ident, options=made)


def card(item: Item, number: int = 1, reps: int = 0) -> Card:
    return Card(id=number, item_id=number, ordinal=0, deck="D", item=item, memory=Memory(reps=reps))


# Grades and judging


@pytest.mark.parametrize(
    ("text", "grade"),
    [("again", Grade.AGAIN), ("2", Grade.HARD), (" Good ", Grade.GOOD), ("EASY", Grade.EASY)],
)
def test_a_grade_is_a_word_or_a_number(text: str, grade: Grade) -> None:
    assert Grade.parse(text) is grade


@pytest.mark.parametrize("text", ["", "0", "5", "ok", "-1", "good!"])
def test_what_is_no_grade_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Grade.parse(text)


def test_grades_on_the_scale_of_sm2() -> None:
    assert [grade.quality for grade in Grade] == [1, 3, 4, 5]


def test_the_pace_counts_from_20_answers_on() -> None:
    assert slow_from([1000] * 19) is None
    assert slow_from([1000] * 20) == 2500


@pytest.mark.parametrize(
    ("correct", "hinted", "taken", "grade"),
    [
        (False, False, 1, Grade.AGAIN),
        (False, True, 9999, Grade.AGAIN),
        (True, False, 1, Grade.GOOD),
        (True, True, 1, Grade.HARD),
        (True, False, 9999, Grade.HARD),
        (None, False, 9999, Grade.GOOD),
        (None, True, 1, Grade.HARD),
    ],
)
def test_the_proposed_grade(correct: bool | None, hinted: bool, taken: int, grade: Grade) -> None:
    assert propose(correct, hinted=hinted, taken_ms=taken, slow_ms=2500) is grade


# Items


@given(items)
def test_an_item_survives_as_plain_data(item: Item) -> None:
    assert from_plain(to_plain(item)) == item


@given(some_options, st.integers(1, 1000), st.integers(0, 50))
def test_shuffling_loses_nothing_and_can_be_asked_twice(
    made: tuple[Option, ...], number: int, reps: int
) -> None:
    asked = card(Choice(question="q", options=made), number, reps)
    shown = shuffled(asked)
    assert Counter(shown) == Counter(made)
    assert shown == shuffled(asked)
    assert all(shown[i] == option for i, option in enumerate(made) if option.fixed)


def test_shuffling_reaches_every_order_about_as_often() -> None:
    item = choice("q", "a", "b", "c")
    orders = Counter(tuple(o.text for o in shuffled(card(item, n))) for n in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_another_review_shows_another_order() -> None:
    item = choice("q", *"abcdefgh")
    assert len({shuffled(card(item, 7, reps)) for reps in range(20)}) > 15


@pytest.mark.parametrize(
    "text", ["All of the above", "None of the above.", "all of these", "Both of the above"]
)
def test_what_speaks_of_the_others_stays_last(text: str) -> None:
    item = choice("q", "a", text, "b", "c")
    for number in range(30):
        assert shuffled(card(item, number))[-1].text == text


@pytest.mark.parametrize(
    "text", ["A and C", "Both A and B", "B, C", "Only A and D", "(a) is not, A, B and C", "A or B"]
)
def test_options_that_name_letters_keep_all_in_place(text: str) -> None:
    item = choice("q", "one", "two", "three", text)
    moved = any(shuffled(card(item, n)) != item.options for n in range(30))
    assert moved is text.startswith("(a) is not")


@pytest.mark.parametrize("text", ["A", "C", "Vitamin C", "All of the data", "A and then some"])
def test_plain_options_are_shuffled(text: str) -> None:
    item = choice("q", "one", "two", "three", text)
    assert len({tuple(o.text for o in shuffled(card(item, n))) for n in range(50)}) > 5


# Deck names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" ML :: Training  stacks ", "ML::Training stacks"),
        ("Cafe\u0301", "Café"),
        ("list[int]", "list[int]"),
        ("a:b", "a:b"),
    ],
)
def test_deck_names_have_one_form(text: str, name: str) -> None:
    assert deck.normal_name(text) == name


@pytest.mark.parametrize("text", ["", "  ", "::", "a::", "a::::b", ":: a"])
def test_an_empty_level_is_an_error_or_dropped(text: str) -> None:
    with pytest.raises(deck.EmptyLevel):
        deck.normal_name(text)
    if text.strip(": "):
        assert "" not in deck.normal_name(text, drop_empty=True).split("::")


def test_a_deck_holds_those_below_it_whatever_the_case() -> None:
    assert deck.within("ml::Training", "ML")
    assert deck.within("ML", "ml")
    assert not deck.within("MLops", "ML")
    assert list(deck.ancestry("a::b::c")) == ["a", "a::b", "a::b::c"]


# Chance


@given(st.integers(0, 200), st.integers(min_value=0))
def test_a_permutation_holds_each_number_once(size: int, seed: int) -> None:
    assert sorted(chance.permutation(size, seed)) == list(range(size))


def test_fractions_are_spread_evenly() -> None:
    counts = Counter(int(10 * chance.fraction(chance.seed(n, 3))) for n in range(10_000))
    assert set(counts) == set(range(10))
    assert all(880 < count < 1120 for count in counts.values())


# The queue


def waiting(number: int, state: State = State.REVIEW, **values: object) -> Waiting:
    return Waiting(number, values.pop("item_id", number), values.pop("deck_id", 1), state, **values)  # type: ignore[arg-type]


def test_trap_53_a_failed_card_does_not_come_straight_back() -> None:
    step = waiting(9, State.LEARNING, due_at=NOW + timedelta(seconds=40))
    queue = Queue.of([waiting(n, due_on=TODAY) for n in range(5)], [step])
    assert queue.next(NOW).card_id == 0  # type: ignore[union-attr]
    assert queue.next(NOW + timedelta(seconds=40)) is step


def test_trap_53_alone_it_is_offered_early_and_never_lost() -> None:
    step = waiting(9, State.LEARNING, due_at=NOW + timedelta(seconds=40))
    assert Queue.of([], [step]).next(NOW) is step
    far = waiting(9, State.LEARNING, due_at=NOW + LEARN_AHEAD + timedelta(seconds=1))
    queue = Queue.of([], [far])
    assert queue.next(NOW) is None
    assert queue.next(NOW + timedelta(seconds=1)) is far


@given(st.lists(st.integers(0, 3000), max_size=20), st.integers(0, 5), st.integers(0, 3600))
def test_the_counts_are_what_is_served(steps: list[int], others: int, later: int) -> None:
    moment = NOW + timedelta(seconds=later)
    queue = Queue.of(
        [waiting(n, due_on=TODAY) for n in range(others)],
        [
            waiting(100 + n, State.LEARNING, due_at=NOW + timedelta(seconds=s))
            for n, s in enumerate(steps)
        ],
    )
    announced = sum(queue.counts(moment))
    served = 0
    while (card := queue.next(moment)) is not None:
        queue.drop(card)
        served += 1
    assert served == announced


@given(st.data())
def test_no_deck_shows_more_than_its_limit_or_its_parents(data: st.DataObject) -> None:
    limits = [data.draw(st.integers(-2, 6)) for _ in range(3)]
    root, left, right = (Budget(new=n, review=n) for n in limits)
    budgets = {1: [root], 2: [root, left], 3: [root, right]}
    states = st.sampled_from([State.NEW, State.REVIEW])
    cards = [
        waiting(n, data.draw(states), deck_id=data.draw(st.sampled_from([1, 2, 3])))
        for n in range(30)
    ]
    cards.sort(key=lambda each: each.state is State.NEW)
    shown = within_budget(cards, budgets)
    for state in (State.NEW, State.REVIEW):
        by_deck = Counter(each.deck_id for each in shown if each.state is state)
        assert sum(by_deck.values()) <= max(limits[0], 0)
        assert by_deck[2] <= max(limits[1], 0)
        assert by_deck[3] <= max(limits[2], 0)


def test_learning_steps_are_not_limited() -> None:
    steps = [waiting(n, State.RELEARNING, due_on=TODAY) for n in range(3)]
    assert within_budget(steps, {1: [Budget(0, 0)]}) == steps


def test_siblings_wait_for_another_day() -> None:
    first, second = waiting(1, item_id=5), waiting(2, item_id=5)
    step = waiting(3, State.LEARNING, item_id=5, due_on=TODAY)
    assert list(without_siblings([first, second, step], {}, set())) == [first, step]
    assert list(without_siblings([second], {5: {1}}, set())) == []
    assert list(without_siblings([first], {5: {1}}, set())) == [first]


def test_new_cards_before_after_and_among_the_due_ones() -> None:
    due, new = [waiting(n) for n in range(6)], [waiting(n, State.NEW) for n in (10, 11)]
    assert mixed(due, new, NewPosition.BEFORE) == [*new, *due]
    assert mixed(due, new, NewPosition.AFTER) == [*due, *new]
    assert [card.card_id for card in mixed(due, new, NewPosition.MIXED)] == [
        0, 1, 10, 2, 3, 11, 4, 5,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("order", "first"),
    [(DueOrder.DUE, 1), (DueOrder.OVERDUE, 2), (DueOrder.RETRIEVABILITY, 2)],
)
def test_the_order_of_due_cards(order: DueOrder, first: int) -> None:
    old = waiting(1, due_on=TODAY - timedelta(days=9), interval=100)
    short = waiting(2, due_on=TODAY - timedelta(days=2), interval=1)
    fresh = waiting(3, due_on=TODAY, interval=50)
    cards = in_order([fresh, old, short], order, TODAY)
    assert cards[0].card_id == first
    assert cards[-1].card_id == 3


# Identity


def sync(old: list[Item], new: list[Item]) -> dict[str, tuple[str, How | None]]:
    """Return, by new question, the question it was and how that was found out."""
    known = [Known(n, "D", item, n) for n, item in enumerate(old)]
    done = plan(known, [Placed("d", item, n) for n, item in enumerate(new)])
    found = {m.placed.item.question: (m.known.item.question, m.how) for m in done.matched}
    return found | {placed.item.question: ("", None) for placed in done.added}


def test_an_id_survives_every_edit() -> None:
    old, new = choice("captial?", "x", "y", ident="cap"), choice("New text", "1", "2", ident="cap")
    assert sync([old], [new]) == {"New text": ("captial?", How.ID)}


def test_a_renamed_id_says_what_it_was() -> None:
    old = choice("q", "x", "y", ident="a")
    new = replace(choice("other", "1", "2", ident="b"), was="a")
    assert sync([old], [new]) == {"other": ("q", How.WAS)}


def test_ids_that_swap_questions_keep_their_own() -> None:
    old = [choice("one", "x", "y", ident="a"), choice("two", "u", "v", ident="b")]
    new = [replace(old[0], id="b"), replace(old[1], id="a")]
    assert sync(old, new) == {"one": ("two", How.ID), "two": ("one", How.ID)}


def test_an_item_that_gets_an_id_is_still_itself() -> None:
    old = choice("one", "x", "y")
    assert sync([old], [replace(old, id="a")]) == {"one": ("one", How.QUESTION)}


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        (
            choice("captial of France?", "P", "L"),
            choice("capital of France?", "P", "L"),
            How.OPTIONS,
        ),
        (choice("Why?", "P", "L"), choice("For what reason?", "L", "P", right=1), How.OPTIONS),
        (Basic(question="q one", answer="42"), Basic(question="else", answer="42"), How.ANSWER),
        (
            Basic(question="The capital of France", answer="Pariss"),
            Basic(question="The capital of France?", answer="Paris"),
            How.SIMILAR,
        ),
    ],
)
def test_an_item_without_an_id_is_recognised_after_an_edit(old: Item, new: Item, how: How) -> None:
    assert sync([old], [new]) == {new.question: (old.question, how)}


def test_an_answer_that_several_have_is_no_sign() -> None:
    old = [
        Basic(question="Is fire hot?", answer="yes"),
        Basic(question="Do fish swim?", answer="yes"),
    ]
    new = [Basic(question="0123456789", answer="yes")]
    assert sync(old, new) == {"0123456789": ("", None)}


def test_true_and_false_are_no_sign() -> None:
    pair = (Option("True", right=True, fixed=True), Option("False", fixed=True))
    old = TrueFalse(question="Water is wet.", options=pair)
    new = TrueFalse(question="0123456789", options=pair)
    assert sync([old], [new]) == {"0123456789": ("", None)}


def test_an_item_that_changes_decks_in_one_sync_is_moved() -> None:
    item = choice("q", "x", "y", ident="a")
    known = [Known(1, "A", item)]
    done = plan(known, [Placed("B", item, 0)])
    assert [(m.known.key, m.moved) for m in done.matched] == [(1, True)]
    assert done.added == done.orphaned == ()


def test_what_vanished_is_orphaned_and_wakes_up() -> None:
    item = choice("q", "x", "y")
    gone = plan([Known(1, "A", item)], [])
    assert [known.key for known in gone.orphaned] == [1]
    back = plan([Known(1, "A", item, orphan=True)], [Placed("A", item, 0)])
    assert [m.known.key for m in back.matched] == [1]
    assert plan([Known(1, "A", item, orphan=True)], []).orphaned == ()


@given(st.lists(items, max_size=8), st.randoms())
def test_every_item_is_accounted_for_once(old: list[Item], random: object) -> None:
    known = [Known(n, "D", item) for n, item in enumerate(old)]
    kept = [item for item in old if random.random() < 0.7]  # type: ignore[attr-defined]
    random.shuffle(kept)  # type: ignore[attr-defined]
    placed = [Placed("D", item, n) for n, item in enumerate(kept)]
    done = plan(known, placed)
    assert Counter(p.position for p in (*done.added, *(m.placed for m in done.matched))) == Counter(
        range(len(kept))
    )
    assert Counter(k.key for k in (*done.orphaned, *(m.known for m in done.matched))) == Counter(
        range(len(old))
    )


def test_the_guid_is_the_same_everywhere_and_another_where_it_is_taken() -> None:
    item = choice("q", "x", "y", ident="a")
    first = guid("ML::Deck", item, lambda _: False)
    assert first == guid("ml::deck", replace(item, question="other"), lambda _: False)
    assert guid("ML::Deck", item, {first}.__contains__) not in ("", first)
