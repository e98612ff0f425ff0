"""What the keys do: a scripted keyboard, and what an emulated terminal then shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sitting import BASIC, MOMENT, OUTCOMES, STAGES, Sitting, question, verdict

from srs.core.grade import Grade
from srs.core.item import Choice, Option
from srs.study.screen import Command, Response, Summary
from srs.ui import frames, keymap
from srs.ui.keymap import ASKING, FINISHING, GRADING


def ask(*keys: str, item: Choice = STAGES) -> Response | Command:
    return Sitting(*keys).screen.ask(question(item))


def many(number: int) -> Choice:
    options = (Option(f"option {n}", right=n == 0) for n in range(number))
    return Choice(question="Which?", options=tuple(options), hints=("h",))


@pytest.mark.parametrize(
    ("key", "text"),
    [("a", "Stage 0"), ("A", "Stage 0"), ("1", "Stage 0"), ("d", "Stage 3"), ("4", "Stage 3")],
)
def test_letters_and_numbers_choose(key: str, text: str) -> None:
    assert ask(key) == Response(text)


@pytest.mark.parametrize(
    ("key", "command"),
    [
        ("u", Command.UNDO),
        ("backspace", Command.UNDO),
        ("s", Command.SKIP),
        ("-", Command.BURY),
        ("!", Command.SUSPEND),
        ("f", Command.FLAG),
        ("F", Command.FLAG),
        ("*", Command.FLAG),
        ("q", Command.LEAVE),
        ("escape", Command.LEAVE),
        ("ctrl-c", Command.LEAVE),
        ("ctrl-d", Command.LEAVE),
        ("gone", Command.LEAVE),
    ],
)
def test_commands_while_asking(key: str, command: Command) -> None:
    assert ask("e", "5", "0", "enter", "ü", key) is command


@pytest.mark.parametrize("options", [2, 3, 4, 6, 8, 10, 11, 19, 26])
def test_letters_of_options_win_and_every_command_keeps_a_key(options: int) -> None:
    item = many(options)
    for place in range(options):
        letter = chr(ord("a") + place)
        assert ask(letter, item=item) == Response(f"option {place}")
    for binding in (*ASKING, *GRADING):
        shown = keymap.shown_key(ASKING if binding in ASKING else GRADING, binding.act, options)
        assert shown in binding.keys
        assert not keymap.names_option(shown, options)


@pytest.mark.parametrize("bindings", [ASKING, GRADING, FINISHING])
def test_no_key_has_two_meanings(bindings: tuple[keymap.Binding, ...]) -> None:
    keys = [key for binding in bindings for key in binding.keys]
    assert len(keys) == len(set(keys))


def test_hints_come_one_by_one_and_are_told() -> None:
    sitting = Sitting("h", "tab", "h", "c")
    assert sitting.screen.ask(question()) == Response("Stage 1", hinted=True)
    assert "Hint" not in sitting.frame(0)
    assert "no more communication" in sitting.frame(1)
    assert "not stage 0" not in sitting.frame(1)
    assert "not stage 0" in sitting.frame(2)
    assert "hint" not in sitting.frame(2)


def test_asking_for_a_hint_that_is_not_there_costs_nothing() -> None:
    assert ask("h", "c", item=replace(STAGES, hints=())) == Response("Stage 1", hinted=False)


@pytest.mark.parametrize("key", ["enter", "space"])
def test_a_question_without_options_is_revealed(key: str) -> None:
    assert Sitting("1", "a", "h", key).screen.ask(question(BASIC)) == Response(hinted=True)


@pytest.mark.parametrize(
    ("keys", "response", "given"),
    [
        (["enter"], "Stage 1", Grade.GOOD),
        (["space"], "Stage 2", Grade.AGAIN),
        (["a", "7", "2"], "Stage 1", Grade.HARD),
        (["4"], "Stage 1", Grade.EASY),
        (["3"], "Stage 2", Grade.GOOD),
        (["4", "4"], "Stage 2", Grade.EASY),
        (["4", "enter"], "Stage 2", Grade.AGAIN),
        (["4", "2"], "Stage 2", Grade.HARD),
        (["4", "x", "4", "u"], "Stage 2", Command.UNDO),
        (["u"], "Stage 2", Command.UNDO),
        (["b", "B", "-"], "Stage 2", Command.BURY),
        (["!"], "Stage 2", Command.SUSPEND),
        (["f"], "Stage 2", Command.FLAG),
        (["escape"], "Stage 2", Command.LEAVE),
        (["ctrl-c"], "Stage 2", Command.LEAVE),
    ],
)
def test_grading(keys: list[str], response: str, given: Grade | Command) -> None:
    sitting = Sitting(*keys)
    assert sitting.screen.explain(verdict(response)) is given
    assert not sitting.script.keys


def test_easy_for_a_wrong_answer_is_asked_for_twice() -> None:
    sitting = Sitting("4", "4")
    sitting.screen.explain(verdict())
    assert "Press 4 again" not in sitting.frame(0)
    assert "Press 4 again" in sitting.frame(1)


@pytest.mark.parametrize("key", ["b", "-", "!", "f", "*", "s", "+"])
def test_in_practice_nothing_is_done_to_cards(key: str) -> None:
    asked = question(BASIC, practice=True)
    assert Sitting(key, "enter").screen.ask(asked) == Response()
    shown = verdict("", question=asked, outcomes={}, moment=None)
    assert Sitting(key, "enter").screen.explain(shown) is Grade.GOOD


def test_in_practice_a_revealed_card_is_judged_by_the_learner() -> None:
    shown = verdict("", question=question(BASIC, practice=True), outcomes={}, moment=None)
    sitting = Sitting("?", "x", "4", "1")
    assert sitting.screen.explain(shown) is Grade.AGAIN
    assert "Enter: I knew it   1: I did not" in sitting.frame(0)
    assert "Easy" not in sitting.frame(1)
    assert "I did not" in sitting.frame(1)


def test_a_hint_that_does_not_fit_is_scrolled_to() -> None:
    item = replace(STAGES, question="\n".join(f"line {n}" for n in range(30)))
    sitting = Sitting("h", "c")
    sitting.screen.ask(question(item))
    assert "line 0" in sitting.frame(0)
    assert "no more communication" in sitting.frame(1)


def test_in_practice_enter_goes_on_and_nothing_is_graded() -> None:
    sitting = Sitting("enter")
    known = verdict("Stage 1", outcomes={}, moment=None)
    assert sitting.screen.explain(known) is Grade.GOOD
    assert "Enter: next" in sitting.frame(0)
    assert "Hard" not in sitting.frame(0)


def test_the_proposal_stands_out() -> None:
    sitting = Sitting("enter")
    sitting.screen.explain(verdict())
    emulator = sitting.terminal.emulator
    row = next(i for i, line in enumerate(sitting.terminal.lines()) if "1 Again" in line)
    reverse = "".join(
        emulator.buffer[row][x].data for x in range(80) if emulator.buffer[row][x].reverse
    )
    assert reverse == " 1 Again 10m "


def test_help_lists_the_keys_and_any_key_closes_it() -> None:
    sitting = Sitting("?", "b", "?", "escape", "?", "?", "b")
    assert sitting.screen.ask(question()) == Response("Stage 2")
    assert "A–D or 1–4" in sitting.frame(1)
    assert "-" in next(line for line in sitting.script.seen[1] if "bury" in line)
    assert "Stage 2" not in sitting.frame(1)
    assert sitting.frame(2) == sitting.frame(0) == sitting.frame(4)
    assert Sitting("?", "ctrl-c").screen.ask(question()) is Command.LEAVE


def test_help_of_grading_has_no_skip() -> None:
    sitting = Sitting("?", "?", "enter")
    sitting.screen.explain(verdict())
    assert "Easy: it came at once" in sitting.frame(1)
    assert "skip" not in sitting.frame(1)


@pytest.mark.parametrize(
    ("key", "command"),
    [("enter", Command.LEAVE), ("q", Command.LEAVE), ("u", Command.UNDO), ("gone", Command.LEAVE)],
)
def test_the_end(key: str, command: Command) -> None:
    summary = Summary(answered=1, right=1, seconds=10, moment=MOMENT)
    assert Sitting("x", key).screen.finish(summary) is command


def test_there_is_nothing_to_take_back_before_the_first_answer() -> None:
    summary = Summary(answered=0, right=0, seconds=0, moment=MOMENT)
    assert Sitting("u", "q").screen.finish(summary) is Command.LEAVE


def test_scrolling_shows_the_rest_and_stops_at_both_ends() -> None:
    sitting = Sitting(
        "down", "j", "page-down", "end", "down", "up", "home", "k", "enter", size=(40, 20)
    )
    assert sitting.screen.explain(verdict()) is Grade.AGAIN
    frame = sitting.frame
    assert "more lines" in frame(0)
    assert "section 5" not in frame(0)
    assert frame(1) != frame(0) != frame(2)
    assert "section 5" in frame(4)
    assert frame(5) == frame(4)
    assert frame(6) != frame(5)
    assert frame(8) == frame(7) == frame(0)


def test_the_place_is_kept_when_the_answer_appears_in_a_long_question() -> None:
    item = replace(STAGES, question="\n".join(f"line {n}" for n in range(30)))
    sitting = Sitting("end", "c", "enter")
    sitting.screen.ask(question(item))
    sitting.screen.explain(verdict("Stage 1", question=question(item)))
    before, after = sitting.script.seen[1:3]
    assert before[2:].index("   C  Stage 1") == after[2:].index(" ✓ C  Stage 1")


def test_j_and_k_are_options_where_there_are_so_many() -> None:
    assert ask("j", item=many(12)) == Response("option 9")
    assert ask("down", "k", item=many(12)) == Response("option 10")


def test_a_new_size_is_drawn_at_once() -> None:
    sitting = Sitting("size 40 20", "size 100 30", "c")
    assert sitting.screen.ask(question()) == Response("Stage 1")
    narrow, wide = sitting.frame(1).split("\n"), sitting.frame(2).split("\n")
    assert (len(narrow), len(wide)) == (20, 30)
    assert narrow[0].endswith("18 left")
    assert wide[0].endswith("about 6 min")
    assert wide[-1] == " A–D answer   h hint   ? keys"


def test_a_frame_is_written_at_once_without_clearing_first() -> None:
    sitting = Sitting("ctrl-l", "c")
    sitting.screen.ask(question())
    written = sitting.terminal.written
    assert "\x1b[2J" not in written
    assert written.count("\x1b[H") == 2


def test_the_terminal_is_given_back() -> None:
    sitting = Sitting("c")
    with sitting.screen as screen:
        assert sitting.terminal.on_other_screen
        assert sitting.terminal.emulator.cursor.hidden
        screen.ask(question())
    assert not sitting.terminal.on_other_screen
    assert not sitting.terminal.emulator.cursor.hidden


def test_the_terminal_is_given_back_when_something_fails() -> None:
    sitting = Sitting()
    with pytest.raises(ZeroDivisionError), sitting.screen:
        raise ZeroDivisionError
    assert not sitting.terminal.on_other_screen


def test_while_stopped_the_terminal_is_as_it_was() -> None:
    sitting = Sitting("ctrl-z", "c")
    with sitting.screen as screen:
        screen.ask(question())
        assert sitting.script.suspended == [False]
        assert sitting.terminal.on_other_screen
    assert sitting.frame(1) == sitting.frame(0)


def test_the_deck_cannot_make_links_or_steer() -> None:
    evil = "\x1b]8;;http://x\x07 \x1b[2J\x9b2J\x1bc [a](http://b) &#x1b;[2J"
    item = Choice(
        question=evil,
        options=(Option(evil, right=True), Option("b")),
        explanation=evil,
        source=evil,
        hints=(evil,),
    )
    sitting = Sitting("h", "a", "enter")
    sitting.screen.ask(question(item, deck=evil, notice=evil))
    sitting.screen.explain(verdict(evil, question=question(item, deck=evil)))
    written = sitting.terminal.written
    for forbidden in ("\x1b]", "\x1b[2J", "\x9b", "\x1bc", "\x07"):
        assert forbidden not in written
    assert "a (http://b)" in sitting.frame(2)


def test_without_colour_no_colour_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    def written() -> str:
        sitting = Sitting("enter")
        sitting.screen.explain(verdict())
        return sitting.terminal.written

    assert "\x1b[32m" in written()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[32m" not in written()
    assert "\x1b[31m" not in written()


def test_a_dumb_terminal_gets_lines_and_no_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    sitting = Sitting("x", "x", "b", "enter", size=(80, 24))
    with sitting.screen as screen:
        screen.ask(question())
        screen.explain(verdict())
    written = sitting.terminal.written
    assert "\x1b" not in written
    assert written.count("A–D answer") == 1
    assert "section 5" in written


def test_only_the_terminals_own_colours_are_used() -> None:
    sitting = Sitting("enter")
    sitting.screen.explain(verdict())
    assert "38;" not in sitting.terminal.written
    assert "48;" not in sitting.terminal.written
    assert "\x1b[40m" not in sitting.terminal.written


def test_output_that_is_gone_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting("gone")

    def fail(text: str) -> int:
        if text:
            raise OSError
        return 0

    with sitting.screen as screen:
        monkeypatch.setattr(sitting.terminal, "write", fail)
        assert screen.ask(question()) is Command.LEAVE


def test_every_outcome_is_named_in_the_bar() -> None:
    assert set(OUTCOMES) == set(Grade)
    lines, _ = frames.laid_out(frames.explaining(verdict()), Sitting().terminal.console, 0)
    assert all(f"{int(g)} {g.word.capitalize()}" in "".join(lines) for g in Grade)
