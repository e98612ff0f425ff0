"""Plain text quizzes as people have them, and texts that are none."""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from srs.core.deck import Deck
from srs.core.item import Basic, Choice, Item, TrueFalse
from srs.errors import Fault, SrsError
from srs.formats import plain_text


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    return tmp_path / "my capitals.txt"


def read(path: Path, text: str | bytes) -> tuple[Deck, tuple[Fault, ...]]:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    imported = plain_text.read(path)
    assert len(imported.decks) == 1
    return imported.decks[0], imported.faults


def only(path: Path, text: str) -> Item:
    """Read a text that holds one question and no fault."""
    deck, faults = read(path, text)
    assert faults == ()
    assert len(deck.items) == 1
    return deck.items[0]


def texts(item: Item) -> list[str]:
    assert isinstance(item, Choice)
    return [option.text for option in item.options]


def answer(item: Item) -> str:
    return item.prompts[0].answer


SEED_STYLE = """Capitals Quiz: North

Answers and explanations appear
as you take the quiz.

Second paragraph.

1. Capital of Canada?
   • Toronto
   • Ottawa
2. Capital of Iceland?
   • Reykjavík
   • Höfn"""


def test_a_quiz_without_answers_comes_in_unanswered(quiz: Path) -> None:
    deck, faults = read(quiz, SEED_STYLE)
    assert faults == ()
    assert deck.name == "Capitals Quiz: North"
    assert deck.description == (
        "Answers and explanations appear as you take the quiz.\n\nSecond paragraph."
    )
    assert [item.question for item in deck.items] == ["Capital of Canada?", "Capital of Iceland?"]
    assert [texts(item) for item in deck.items] == [["Toronto", "Ottawa"], ["Reykjavík", "Höfn"]]
    assert not any(item.answered for item in deck.items)


def test_the_file_names_a_deck_without_a_title(quiz: Path) -> None:
    assert read(quiz, "1. Q?\n- a\n- b")[0].name == "my capitals"
    assert read(quiz, "::\n1. Q?\n- a\n- b")[0].name == "my capitals"
    assert read(quiz, "Geo:: ::North\n1. Q?\n- a\n- b")[0].name == "Geo::North"


@pytest.mark.parametrize("number", ["1.", "1)", "Q1.", "Q1:", "Question 1:", "QUESTION 1\n", "(1)"])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        *[(f"{bullet} ", f"{bullet} ") for bullet in "•-*○–o+●"],
        ("•", "•"),
        ("a) ", "b) "),
        ("A. ", "B. "),
        ("(a) ", "(b) "),
        ("A) ", "B) "),
        ("A)\t", "B)\t"),
        ("[ ] ", "[ ] "),
        ("- [ ] ", "- [ ] "),
    ],
)
def test_numbers_and_options_of_every_style(quiz: Path, number: str, a: str, b: str) -> None:
    item = only(quiz, f"{number}\tCapital of\nCanada?\n\t{a}Toronto\n\t{b}Ottawa\nAnswer: B\n")
    assert item.question == "Capital of Canada?"
    assert texts(item) == ["Toronto", "Ottawa"]
    assert answer(item) == "Ottawa"


@pytest.mark.parametrize(
    "options",
    [
        "a) Toronto\n*b) Ottawa",
        "a) Toronto\n* b) Ottawa",
        "- Toronto\n- Ottawa (correct)",
        "- Toronto\n- Ottawa (Correct answer)",
        "* Toronto\n* Ottawa (CORRECT)",
        "[ ] Toronto\n[x] Ottawa",
        "- [ ] Toronto\n- [X] Ottawa",
        "• Toronto\n• ✓ Ottawa",
        "• Toronto\n• Ottawa ✓",
        "A. Toronto\nB. Ottawa [x]",
        "✗ Toronto\n✓ Ottawa",
        "a) Toronto\nb) Ottawa\nAnswer: B",
        "a) Toronto\nb) Ottawa\nAnswer: b.",
        "a) Toronto\nb) Ottawa\nanswer - (B)",
        "a) Toronto\nb) Ottawa\nCorrect answer: B",
        "a) Toronto\nb) Ottawa\nThe correct answer is B.",
        "a) Toronto\nb) Ottawa\nAns. B) Ottawa",
        "a) Toronto\nb) Ottawa\nAnswer: ottawa",
        "a) Toronto\nb) Ottawa\nAnswer:\n\nOttawa",
        "• Toronto\n• Ottawa\nAnswer: B",
        "1) Toronto\n2) Ottawa\nAnswer: 2",
        "a) Toronto\tb) Ottawa\nAnswer: B",
        "a) Toronto   *b) Ottawa",
        "Options:\na) Toronto\nb) Ottawa\nAnswer: B",
        "a) Toronto\nb) Ottawa\nAnswers\n1. B",
        "a) Toronto\nb) Ottawa\n\nAnswer key:\n\n1-B",
        "a) Toronto\nb) Ottawa\nANSWER KEY\nQ1: (b)",
        "a) Toronto\nb) Ottawa\nAnswers: 1. B",
        "a) Toronto\nb) Ottawa\nAnswers\n1: Ottawa",
        "a) Toronto\nb) Ottawa\nAnswers\n1 B Ottawa",
    ],
)
def test_the_right_option_however_it_is_told(quiz: Path, options: str) -> None:
    item = only(quiz, f"1. Capital of Canada?\n{options}\n")
    assert texts(item) == ["Toronto", "Ottawa"]
    assert answer(item) == "Ottawa"


def test_stars_before_every_lettered_option_are_bullets(quiz: Path) -> None:
    item = only(quiz, "1. Q?\n* a) one\n* b) two\n")
    assert texts(item) == ["one", "two"]
    assert not item.answered


def test_a_key_of_many_in_a_line(quiz: Path) -> None:
    questions = "".join(f"{n}) Question {n}?\na) x\nb) y\n\n" for n in range(1, 7))
    deck, faults = read(quiz, f"{questions}Answers\n1) b 2) a, 3-B; 4. A\t5:b\n6 a")
    assert faults == ()
    assert [answer(item) for item in deck.items] == ["y", "x", "y", "x", "y", "x"]


def test_a_key_after_each_part(quiz: Path) -> None:
    part = "1. First of {0}?\n- x\n- y\n2. Second of {0}?\n- x\n- y\nAnswers\n1. {1}\n2. {2}\n\n"
    deck, faults = read(quiz, part.format("one", "A", "B") + part.format("two", "B", "A"))
    assert faults == ()
    assert [answer(item) for item in deck.items] == ["x", "y", "y", "x"]


def test_what_is_said_of_a_question(quiz: Path) -> None:
    item = only(
        quiz,
        "1. Capital of Canada?\n- Toronto\n- Ottawa\nHint: not the\nlargest\nAnswer: B\n\n"
        "Explanation: Chosen\nin 1857:\n- by the Queen\n\nStill so.\nSource: an atlas\n",
    )
    assert item.hints == ("not the largest",)
    assert item.explanation == "Chosen in 1857:\n- by the Queen\n\nStill so."
    assert item.source == "an atlas"
    assert answer(item) == "Ottawa"


def test_explanations_in_the_key(quiz: Path) -> None:
    item = only(quiz, "1. Q?\n- x\n- y\nAnswer key\n1. B\nExplanation: because\nof this")
    assert (answer(item), item.explanation) == ("y", "because of this")


def test_a_question_without_options_is_basic(quiz: Path) -> None:
    item = only(quiz, "1. Capital of Canada?\nAnswer: The city of\n  Ottawa\n")
    assert item == Basic(question="Capital of Canada?", answer="The city of Ottawa")
    assert only(quiz, "1. Capital?\nAnswers\n1: Ottawa, on the\nriver").prompts[0].answer == (
        "Ottawa, on the river"
    )
    assert not only(quiz, "1. Capital?").answered


@pytest.mark.parametrize("said", ["True", "T", "A", "a) True", "true"])
def test_true_or_false(quiz: Path, said: str) -> None:
    item = only(quiz, f"1. Ottawa is in Ontario.\na) True\nb) False\nAnswer: {said}")
    assert isinstance(item, TrueFalse)
    assert answer(item) == "True"


def test_options_over_several_lines_and_signs_within(quiz: Path) -> None:
    item = only(
        quiz,
        "7. In the year\n1990. what is -5 (a) [x] <b>?\n"
        "a) -5 or\n   I. Newton\nb) a. b. c.\nc) c. 1900",
    )
    assert item.question == "In the year 1990. what is -5 (a) [x] <b>?"
    assert texts(item) == ["-5 or I. Newton", "a. b. c.", "c. 1900"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_and_line_ends(quiz: Path, end: str, encoding: str) -> None:
    data = "Été\n\n1. Où?\n– là\n– ici\n".replace("\n", end).encode(encoding)
    deck, faults = read(quiz, data)
    assert faults == ()
    assert deck.name == "Été"
    assert deck.items[0].question == "Où?"
    assert texts(deck.items[0]) == ["là", "ici"]
    assert plain_text.recognises(data)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_head_cut_within_a_character_is_recognised(encoding: str) -> None:
    data = "1. Où?\n- là".encode(encoding)
    assert plain_text.recognises(data[:-1])
    assert not plain_text.recognises("No number here\n- à".encode(encoding))
    assert not plain_text.recognises(b"1. x\0")


def test_the_example_in_the_manual(quiz: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    deck, faults = read(quiz, manual.split("```")[1])
    assert faults == ()
    assert [item.kind for item in deck.items] == ["choice", "choice", "truefalse", "basic"]
    assert [answer(item) for item in deck.items] == [
        "Ottawa",
        "Reykjavík",
        "True",
        "The Ottawa River",
    ]


def test_a_heading_that_is_no_key_leaves_the_numbers_alone(quiz: Path) -> None:
    deck, faults = read(
        quiz, "1. Q?\n- x\n- y\n\nChoices\n\n2. R?\n- z\n- w\n\nAnswer key\n1. A\n2. B"
    )
    assert [fault.message for fault in faults] == ["'Choices' belongs to no question."]
    assert [answer(item) for item in deck.items] == ["x", "w"]


FAULTS = [
    (
        "1. Q?\n- x\n- y\n\n  Good luck!\nAll of you.\n\nBye.",
        [(5, 3, "'Good luck!' belongs to no question."), (8, 1, "'Bye.' belongs to no question.")],
    ),
    ("1. Q?\n- x\n- y\nAnswer: C", [(4, 1, "Question 1 has no option 'C'.")]),
    ("1. Q?\n- x\n- y\nAnswer: A, B", [(4, 1, "Question 1 has no option 'A, B'.")]),
    ("1. Q?\na) x\nb) y\nAnswer: B) x", [(4, 1, "Question 1 has no option 'B) x'.")]),
    ("1. Q?\na) x\nb) y\nAnswer: a big one", [(4, 1, "Question 1 has no option 'a big one'.")]),
    (
        "1. Q?\n- x\n- y\nAnswers\n2. A\n1. Z",
        [
            (5, 1, "The key answers question 2, but there is no such question."),
            (6, 1, "Question 1 has no option 'Z'."),
        ],
    ),
    ("1. Q?\n- x ✓\n- y ✓", [(1, 1, "Question 1 has more than one right option.")]),
    ("1. Q?\n- x ✓\n- y\nAnswer: B", [(1, 1, "Question 1 has more than one right option.")]),
    ("1. Q?\nAnswer: x\nAnswer: y", [(1, 1, "Question 1 has more than one answer.")]),
    ("1. Q?\n- x\n- y\n2. R?\n- z", [(4, 1, "Question 2 has fewer than two options.")]),
    ("1. Q?\n- x\n- y\n2.\n- x\n- y", [(4, 1, "Question 2 has no text.")]),
    ("1. Q?\n- x\n- y\n2. Q?\n- z\n- w", [(4, 1, "This question was asked in line 1 already.")]),
    ("1. Q?\n- x\n- y\n- x", [(4, 1, "The option 'x' is there twice.")]),
    ("1. Q?\n•\n- x\n- y", [(2, 1, "An option has no text.")]),
    ("1. Q?\na) x\nb) y\nd) z", [(4, 1, "Option d stands where C was expected.")]),
    (
        "1. Q?\n- x\n- y\n1. R?\n- x\n- y\nAnswers\n1. A",
        [(8, 1, "The key answers question 1, but there is more than one.")],
    ),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_what_could_not_be_read_is_told_with_its_place(
    quiz: Path, text: str, expected: list[tuple[int, int, str]]
) -> None:
    deck, faults = read(quiz, text)
    assert [(fault.line, fault.column, fault.message) for fault in faults] == expected
    assert {fault.file for fault in faults} <= {str(quiz)}
    assert deck.items[0].question == "Q?"
    assert not deck.items[0].answered


def test_an_option_is_taken_by_its_letter_where_the_text_differs_a_little(quiz: Path) -> None:
    deck, faults = read(quiz, "1. Q?\na) x\nb) y\nAnswer: B) why, of course")
    assert answer(deck.items[0]) == "y"
    assert [fault.message for fault in faults] == ["'why, of course' is not the text of option B."]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "holds no numbered question."),
        (b"Just a letter.\n\n- with a list\n", "holds no numbered question."),
        (b"1. x\0y", "is not a text file."),
        (b"\xff\xfe1", "is not a text file."),
        (b"\x81\x8d", "is not a text file."),
        (b"1.\n2. Q?\n- only\n", "No question could be read: "),
    ],
)
def test_a_file_without_a_question_is_one_sentence(quiz: Path, data: bytes, message: str) -> None:
    with pytest.raises(SrsError) as caught:
        read(quiz, data)
    assert message in caught.value.message
    assert "\n" not in caught.value.message
    assert quiz.name in caught.value.message


def test_a_file_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.txt"):
        with pytest.raises(SrsError, match=r"cannot be read: .*\."):
            plain_text.read(path)


# Whatever quiz is written in any style comes back equal.

WORDS = st.text("abcdefgxyzÄéß日本&<>$%'\"", min_size=2, max_size=8)
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
NUMBERS = st.sampled_from(["{}.", "{})", "Q{}.", "Q{}:", "Question {}:", "({})", "Question {}\n"])
BULLETS = [f"{bullet} " for bullet in "•-*○–o●+"]
LETTERS = ["{a}) ", "{A}. ", "({a}) ", "{A}) ", "{A}.\t"]
TELLINGS = st.sampled_from(
    ["none", "answer", "answer text", "answer both", "mark", "box", "star", "key", "key line"]
)


@dataclass(frozen=True)
class Style:
    """How a quiz is written."""

    number: str
    option: str
    telling: str
    wrap: bool
    blank: bool
    indent: str
    end: str
    encoding: str

    def begin(self, text: str) -> str:
        return text.replace(" ", "\n" + self.indent) if self.wrap else text


STYLES = st.builds(
    Style,
    number=NUMBERS,
    option=st.sampled_from(BULLETS + LETTERS),
    telling=TELLINGS,
    wrap=st.booleans(),
    blank=st.booleans(),
    indent=st.sampled_from(["", " ", "   ", "\t", "\t  ", "\u00a0"]),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)


@dataclass(frozen=True)
class Asked:
    """A question, its options and the index of the right one."""

    question: str
    options: tuple[str, ...]
    right: int
    explanation: str


QUESTIONS = st.builds(
    lambda question, options, right, explanation: Asked(
        question, tuple(options), right % len(options), explanation
    ),
    SENTENCES,
    st.lists(SENTENCES, min_size=2, max_size=6, unique_by=lambda text: text.casefold()),
    st.integers(0, 5),
    st.just("") | SENTENCES,
)
QUIZZES = st.lists(QUESTIONS, min_size=1, max_size=5, unique_by=lambda asked: asked.question)


def told(style: Style, asked: Asked, index: int) -> tuple[str, str]:
    """Return what stands before and after the text of an option."""
    letter = "abcdef"[index]
    before, after = style.option.format(a=letter, A=letter.upper()), ""
    if style.telling == "box":
        before += "[x] " if index == asked.right else "[ ] "
    if index == asked.right and style.telling == "mark":
        after = " (correct)"
    if index == asked.right and style.telling == "star" and style.option in LETTERS:
        before = "*" + before
    return before, after


def written(title: str, description: str, quiz: list[Asked], style: Style) -> bytes:
    lines = [title, "", description]
    key = []
    for number, asked in enumerate(quiz, start=1):
        lines.append(style.number.format(number) + " " + style.begin(asked.question))
        for index, option in enumerate(asked.options):
            before, after = told(style, asked, index)
            lines.append(style.indent + before + style.begin(option) + after)
        letter, text = "ABCDEF"[asked.right], asked.options[asked.right]
        lines += {
            "answer": [f"Answer: {letter}"],
            "answer text": [f"Correct answer: {text}"],
            "answer both": [f"Ans. {letter}) {text}"],
        }.get(style.telling, [])
        if asked.explanation:
            lines.append("Explanation: " + style.begin(asked.explanation))
        key.append((number, letter))
    if style.telling == "key":
        lines += ["Answer key", *(f"{number}. {letter}" for number, letter in key)]
    if style.telling == "key line":
        lines += ["Answers", " ".join(f"{number}) {letter}" for number, letter in key)]
    text = ("\n\n" if style.blank else "\n").join(lines)
    return text.replace("\n", style.end).encode(style.encoding)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(SENTENCES, SENTENCES, QUIZZES, STYLES)
def test_a_written_quiz_comes_back_equal(
    quiz: Path, title: str, description: str, questions: list[Asked], style: Style
) -> None:
    deck, faults = read(quiz, written(title, description, questions, style))
    assert faults == ()
    assert (deck.name, deck.description) == (title, description)
    starless = style.telling == "star" and style.option not in LETTERS
    silent = style.telling == "none" or starless
    for asked, item in zip(questions, deck.items, strict=True):
        assert item.question == asked.question
        assert texts(item) == list(asked.options)
        assert item.explanation == asked.explanation
        assert answer(item) == ("" if silent else asked.options[asked.right])


# Whatever is in a file, it is read in no time or refused in one sentence.

FRAGMENTS = st.sampled_from(
    "1. 2) Q3: Question|4 a) *b) (c) - • o [x] [|] ✓ Answer: Answers Answer|key Explanation: Hint: "
    "(correct) True False B --- # word ? ٣. 1-B ². \x1b[31m".replace("|", "\0").split()
).map(lambda text: text.replace("\0", " ")) | st.sampled_from(
    [" ", "  ", "\t", "\n", "\n\n", "\r\n", "\u2028"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=1000)
@given(st.binary() | st.text().map(str.encode) | st.lists(FRAGMENTS).map("".join).map(str.encode))
def test_nothing_but_a_plain_sentence_is_raised(quiz: Path, data: bytes) -> None:
    plain_text.recognises(data)
    with contextlib.suppress(SrsError):
        deck, _ = read(quiz, data)
        assert deck.items
        assert deck.name
        assert all(item.question for item in deck.items)


UNITS = [" ", "\t", "\n", "1", "1 ", "1. ", "1. x\n", "q ", "q#", "*", "* ", "a) ", "a)  b) ", "[ "]
UNITS += [
    "- x\n",
    "Answer",
    "Answer: B\n",
    "the ",
    "the correct ",
    "1 b ",
    "1) b 2) c ",
    "✓",
    "x\n\n",
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize(
    "before", ["", "1. Q?\n- a\n- b\nAnswers\n1", "1. Q?\na) x", "1. Q?\n", "q"]
)
def test_no_text_takes_long(quiz: Path, before: str, unit: str) -> None:
    data = (before + unit * (100_000 // len(unit)) + "?").encode()
    began = time.perf_counter()
    plain_text.recognises(data)
    with contextlib.suppress(SrsError):
        read(quiz, data)
    assert time.perf_counter() - began < 5
