"""What a learner sees: whole frames, kept as text files, and what must hold in all of them."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from sitting import AT, BASIC, MOMENT, STAGES, Sitting, Terminal, question, verdict

from srs.core.item import Basic, Choice, Option
from srs.study.screen import Counts, Response, Summary
from srs.ui import frames
from srs.ui.frames import Frame

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((80, 24), (120, 40), (40, 20))

SUMMARY = Summary(
    answered=14,
    right=12,
    seconds=410,
    moment=MOMENT,
    tomorrow=Counts(20, 0, 31),
    next_due=AT + timedelta(minutes=8),
    missed=(STAGES.question, "value of arr[i]\nand more"),
)
EVIL = Choice(
    question="value of arr[i] \x1b[31mred\x1b]8;;http://x\x07 [bold]naïve[/bold] 日本 ✓",
    options=(
        Option("see [/red]", right=True),
        Option("a < b && b > c"),
        Option(":smile: " + "日本語" * 20),
    ),
    explanation="See [/red] and [this](http://example.org/a) &#x202E;&lt; <b>not bold</b>\x9b31m",
    source="[link=http://x]x[/link]\x07",
)

FRAMES: dict[str, Frame] = {
    "question": frames.asking(question(), 0),
    "hint": frames.asking(question(notice="Taken back: answer."), 1),
    "wrong": frames.explaining(verdict()),
    "right": frames.explaining(verdict("Stage 1")),
    "easy": frames.explaining(verdict(), asks_if_easy=True),
    "recall": frames.asking(question(BASIC, minutes_left=None), 0),
    "recalled": frames.explaining(verdict("", question=question(BASIC))),
    "practice": frames.explaining(verdict(outcomes={}, moment=None)),
    "summary": frames.finishing(SUMMARY),
    "score": frames.finishing(replace(SUMMARY, score=True, right=14, missed=())),
    "nothing": frames.finishing(Summary(answered=0, right=0, seconds=0, moment=MOMENT)),
    "evil": frames.explaining(verdict("a < b && b > c", question=question(EVIL, deck="list[int]"))),
}


def laid_out(frame: Frame, width: int, height: int, scrolled: int = 0) -> list[str]:
    terminal = Terminal(width, height)
    terminal.console.no_color = True
    lines, _ = frames.laid_out(frame, terminal.console, scrolled)
    terminal.write("\r\n".join(lines))
    return terminal.lines()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", FRAMES)
def test_frames_are_as_they_were(name: str, size: tuple[int, int]) -> None:
    text = "\n".join(laid_out(FRAMES[name], *size)) + "\n"
    path = GOLDEN / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("SRS_UPDATE_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "SRS_UPDATE_GOLDEN=1 takes the new frame"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("response", ["Stage 2", "Stage 1"])
def test_nothing_jumps_when_the_answer_appears(response: str, size: tuple[int, int]) -> None:
    before = laid_out(frames.asking(question(), 0), *size)
    after = laid_out(frames.explaining(verdict(response)), *size)
    last = next(i for i, line in enumerate(before) if line.endswith("D  Stage 3"))
    unmarked = [line.replace("✓", " ").replace("✗", " ") for line in after[: last + 1]]
    assert [line.rstrip() for line in unmarked] == before[: last + 1]


def test_chosen_and_right_are_marked_with_signs() -> None:
    lines = laid_out(FRAMES["wrong"], 80, 24)
    assert " ✗ B  Stage 2" in lines
    assert " ✓ C  Stage 1" in lines
    assert "   A  Stage 0" in lines


def test_text_from_a_deck_is_shown_as_typed() -> None:
    seen = "\n".join(laid_out(FRAMES["evil"], 120, 40))
    for typed in (
        "list[int]",
        "value of arr[i] ␛[31mred␛]8;;http://x␇ [bold]naïve[/bold]",
        "see [/red]",
        "a < b && b > c",
        ":smile:",
        "See [/red] and this (http://example.org/a)",
        "<b>not bold</b>",
        "[link=http://x]x[/link]␇",
    ):
        assert typed in seen


def test_an_answer_is_shown_as_typed_too() -> None:
    item = Basic(question="Which method makes __new__ objects?", answer="__init__\n*args\n1. no")
    seen = laid_out(frames.explaining(verdict("", question=question(item))), 80, 24)
    at = seen.index("   __init__")
    assert seen[at : at + 3] == ["   __init__", "   *args", "   1. no"]
    assert " Which method makes __new__ objects?" in seen


def test_fenced_code_in_a_question_is_shown_as_code_and_the_rest_as_typed() -> None:
    asked = "What does __len__ give?\nSay it.\n```python\nlen([1])\n  # [x]\n```\n*Here*"
    item = Choice(question=asked, options=(Option("1", right=True), Option("~~~\n2\n~~~")))
    seen = laid_out(frames.asking(question(item), 0), 80, 24)
    assert seen[3:12] == [
        " What does __len__ give?",
        " Say it.",
        "     len([1])",
        "       # [x]",
        " *Here*",
        "",
        "   A  1",
        "   B      2",
        "",
    ]


def test_the_end_says_how_it_went() -> None:
    def greeting(right: int) -> str:
        return laid_out(frames.finishing(replace(SUMMARY, right=right)), 80, 24)[1]

    assert greeting(14) == " Well done: every one right."
    assert greeting(7) == " Well done."
    assert greeting(6) == " A hard round: those teach the most."


def test_maths_is_left_alone() -> None:
    item = replace(STAGES, explanation=r"So $a_1 \& b_1 * c * d$ costs $5 or *more* than $6.")
    seen = laid_out(frames.explaining(verdict(question=question(item))), 80, 24)
    assert r" So $a_1 \& b_1 * c * d$ costs $5 or more than $6." in seen


def test_long_words_are_broken_and_not_cut() -> None:
    word = "".join(f"{number:03}" for number in range(60))
    item = Choice(
        question=word,
        options=(Option(word, right=True), Option("日本語" * 30)),
        explanation=f"{word}\n\n```\n{word}\n```\n\n| a | b |\n|---|---|\n| {word} | {word} |",
        source=word,
    )
    whole = frames.in_full(
        frames.explaining(verdict("日本語" * 30, question=question(item, deck="d"))),
        Terminal(40, 20).console,
    )
    text = "".join("".join(whole).split())
    assert "…" not in text
    assert text.count("語") == 30
    assert text.count("059") >= 3


def test_a_long_explanation_can_be_read_to_its_end() -> None:
    item = replace(STAGES, explanation="\n\n".join(f"paragraph {n}." for n in range(60)))
    frame = frames.explaining(verdict(question=question(item)))
    seen: set[str] = set()
    for scrolled in range(130):
        lines = laid_out(frame, 40, 20, scrolled)
        assert len(lines) == 20
        assert " Enter: Again   u undo   ? keys" in lines
        seen.update(lines)
    assert {f" paragraph {n}." for n in range(60)} <= seen
    assert any("more lines" in line for line in seen)


def test_the_header_says_less_where_there_is_less_room() -> None:
    heads = {width: laid_out(FRAMES["question"], width, 24)[0] for width in (80, 60, 34, 20)}
    assert heads[80].endswith("new 5 · learning 2 · due 11 · about 6 min")
    assert heads[60].endswith("new 5 · learning 2 · due 11")
    assert heads[34].endswith("18 left")
    assert heads[20].strip().startswith("ML")


def test_what_is_due_already_is_due_now() -> None:
    late = replace(SUMMARY, next_due=AT - timedelta(minutes=3))
    assert " next card   now" in laid_out(frames.finishing(late), 80, 24)
    past = replace(SUMMARY, next_due=date(2026, 11, 3))
    assert " next card   now" in laid_out(frames.finishing(past), 80, 24)


SIGNS = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x07\x9b\x9d\u202e[]<>&;#$`*_|-\n\t:!()"),
        st.sampled_from(list("&#27; &#x1b; 日本 ✓ é")),
    ),
    max_size=60,
)
MARKDOWN = st.lists(
    st.one_of(
        SIGNS,
        st.sampled_from(
            ["\n\n", "# ", "| a | b |\n|---|---|\n| ", " | ", "```\n", "> ", "1. ", "- ", "![", "](",
             "[a](b)", "&#27;[31m", "&#x1b;", "&#x202e;", "&rlm;", "**", "$", "---\n", "\x1b]8;;x\x07"]
        ),
    ),
    max_size=8,
).map("".join)  # fmt: skip


@given(SIGNS, SIGNS, MARKDOWN, MARKDOWN, SIGNS, st.sampled_from([(80, 24), (40, 20), (7, 5)]))
def test_no_text_raises_or_steers_the_terminal(
    asked: str, option: str, why: str, explanation: str, deck: str, size: tuple[int, int]
) -> None:
    item = Choice(
        question=asked,
        options=(Option(option, right=True, why=why), Option(why + "?")),
        explanation=explanation,
        source=why,
        hints=(explanation,),
    )
    shown = question(item, deck=deck, notice=asked)
    terminal = Terminal(*size)
    terminal.console.no_color = True
    terminal.console._color_system = None  # what is left of escapes would be the deck's
    basic = question(Basic(question=explanation, answer=why), deck=deck)
    for frame in (
        frames.asking(shown, 1),
        frames.explaining(verdict(option, question=shown)),
        frames.explaining(verdict("", question=basic)),
        frames.finishing(replace(SUMMARY, missed=(asked, explanation))),
    ):
        lines, _ = frames.laid_out(frame, terminal.console, 3)
        assert len(lines) <= size[1]
        for line in [*lines, *frames.in_full(frame, terminal.console)]:
            assert not set(line) & set("\x1b\x07\x9b\x9d\r\n\u202e\x00\x08"), repr(line)
            assert cell_len(line) <= max(size[0], 3)


def test_a_console_of_few_signs_gets_like_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting("b", "enter")
    monkeypatch.setattr(type(sitting.terminal), "encoding", "cp1252", raising=False)
    item = replace(STAGES, question="naïve 日本 ✓")
    with sitting.screen as screen:
        screen.ask(question(item))
        screen.explain(verdict(question=question(item)))
    sitting.terminal.written.encode("cp1252")
    assert "naïve ?? +" in sitting.frame(0)
    assert " x B  Stage 2" in sitting.frame(1)
    assert " + C  Stage 1" in sitting.frame(1)


def test_the_response_of_a_revealed_card_is_empty() -> None:
    sitting = Sitting("enter")
    assert sitting.screen.ask(question(BASIC)) == Response()
