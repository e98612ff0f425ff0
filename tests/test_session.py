"""A whole session at a scripted screen, and the real program in a pseudo-terminal."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from program import ROOT, Srs

from srs.core.grade import Grade
from srs.study import practice
from srs.study.learner import open_learner
from srs.study.screen import Command, Question, Response, Summary, Verdict
from srs.study.session import Session

pexpect = pytest.importorskip("pexpect")


def choices(count: int) -> str:
    items = "".join(
        f"  - {{id: i{n}, question: q{n}, options: [yes, no, perhaps], answer: yes}}\n"
        for n in range(count)
    )
    return f"deck: D\nitems:\n{items}"


def log(srs: Srs) -> list[tuple[int, int]]:
    """Return the card and grade of every review, after a check that the file is sound."""
    with closing(sqlite3.connect(srs.home / "srs.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT card_id, grade FROM reviews ORDER BY id").fetchall()


@dataclass
class Script:
    """A screen that answers from a list and remembers what it was shown."""

    acts: list[object]
    asked: list[Question] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    ends: list[Summary] = field(default_factory=list)

    def ask(self, question: Question) -> Response | Command:
        self.asked.append(question)
        act = self.acts.pop(0) if self.acts else Command.LEAVE
        return Response(act) if isinstance(act, str) and not isinstance(act, Command) else act  # type: ignore[return-value]

    def explain(self, verdict: Verdict) -> Grade | Command:
        self.verdicts.append(verdict)
        act = self.acts.pop(0)
        return verdict.proposal if act == "accept" else act  # type: ignore[return-value]

    def finish(self, summary: Summary) -> Command:
        self.ends.append(summary)
        return self.acts.pop(0) if self.acts else Command.LEAVE  # type: ignore[return-value]


def sit(*acts: object) -> tuple[Script, Summary]:
    screen = Script(list(acts))
    return screen, Session(open_learner(), screen).run()


@pytest.fixture
def three(srs: Srs) -> Srs:
    srs.config("fuzz: false\nlearning_steps: ''")
    srs("add", srs.deck(choices(3)))
    return srs


def test_right_is_good_and_wrong_is_again_and_a_grade_can_be_said(three: Srs) -> None:
    screen, summary = sit("yes", "accept", "no", "accept", "yes", Grade.EASY)
    assert log(three) == [(1, 3), (2, 1), (3, 4)]
    assert [v.correct for v in screen.verdicts] == [True, False, True]
    assert (summary.answered, summary.right, summary.missed) == (3, 2, ("q1",))
    assert summary.tomorrow.total == 2
    assert [q.waiting.total for q in screen.asked] == [3, 2, 1]


def test_undo_goes_back_any_number_of_steps_and_on_the_last_screen(three: Srs) -> None:
    before = three.ok("list")
    screen, _ = sit(
        "yes", "accept", "no", "accept", "yes", "accept",
        Command.UNDO, Command.UNDO, Command.UNDO, Command.LEAVE,
    )  # fmt: skip
    assert [q.prompt for q in screen.asked] == ["q0", "q1", "q2", "q2", "q1", "q0"]
    assert log(three) == []
    assert three.ok("list") == before
    assert three.ok("due")["new"] == 3


def test_undo_before_the_answer_is_kept_asks_the_same_card_again(three: Srs) -> None:
    screen, _ = sit("yes", "accept", "no", Command.UNDO, "yes", "accept", Command.LEAVE)
    assert [q.prompt for q in screen.asked] == ["q0", "q1", "q1", "q2"]
    assert log(three) == [(1, 3), (2, 3)]


def test_skip_bury_suspend_and_flag(three: Srs) -> None:
    screen, _ = sit(Command.SKIP, Command.BURY, Command.FLAG, Command.SUSPEND, "yes", "accept")
    assert [q.prompt for q in screen.asked] == ["q0", "q1", "q2", "q2", "q0"]
    assert log(three) == [(1, 3)]
    assert three.ok("due")["total"] == 0
    assert len(three.ok("list", "is:suspended")) == 1


def test_what_was_answered_elsewhere_is_not_graded_again(three: Srs) -> None:
    """Trap 35: a card that another session answered meanwhile."""

    class Interrupted(Script):
        def explain(self, verdict: Verdict) -> Grade | Command:
            if not self.verdicts:
                three.ok("answer", "1", "easy")
            return super().explain(verdict)

    screen = Interrupted(["yes", "accept", Command.LEAVE])
    Session(open_learner(), screen).run()
    assert log(three) == [(1, 4)]
    assert "answered elsewhere" in screen.asked[1].notice
    assert screen.asked[1].prompt == "q1"


def test_a_learning_card_comes_early_when_nothing_else_is_left(srs: Srs) -> None:
    srs.config("fuzz: false")
    srs("add", srs.deck(choices(1)))
    screen, _ = sit("no", "accept", "yes", "accept", "yes", "accept")
    assert [bool(q.notice) for q in screen.asked] == [False, True, True]
    assert log(srs) == [(1, 1), (1, 3), (1, 3)]


def test_preview_is_what_is_kept(three: Srs) -> None:
    screen, _ = sit("yes", "accept", Command.LEAVE)
    (row,) = [row for row in three.ok("list") if row["card"] == 1]
    assert row["due"] == screen.verdicts[0].outcomes[Grade.GOOD].due.isoformat()  # type: ignore[union-attr]


def test_a_session_of_a_limit_and_of_a_deck(three: Srs) -> None:
    from srs.core.queue import Shape

    screen = Script(["yes", "accept", "yes", "accept"])
    Session(open_learner(), screen, ["d"], Shape(limit=2)).run()
    assert len(screen.asked) == 2


def test_a_quiz_scores_and_leaves_no_trace(three: Srs) -> None:
    from srs.study.agenda import deck_cards

    before = three.ok("list")
    screen = Script(
        ["yes", "accept", "no", "accept", Command.UNDO, "yes", "accept", "no", "accept"]
    )
    summary = practice.quiz(deck_cards(open_learner(), "D"), screen)
    assert (summary.answered, summary.right, summary.score) == (3, 2, True)
    assert [q.prompt for q in screen.asked] == ["q0", "q1", "q2", "q1", "q2"]
    assert all(not verdict.outcomes for verdict in screen.verdicts)
    assert (three.ok("list"), log(three)) == (before, [])


# The real program


@dataclass
class Terminal:
    """`srs` in a pseudo-terminal, as a person has it."""

    srs: Srs
    child: object

    def see(self, text: str) -> None:
        self.child.expect_exact(text, timeout=20)  # type: ignore[attr-defined]

    def press(self, keys: str) -> None:
        self.child.send(keys)  # type: ignore[attr-defined]


def start(srs: Srs, *arguments: str, **env: str) -> Terminal:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "srs", *arguments],
        cwd=str(ROOT),
        env={**os.environ, "TERM": "xterm-256color", **env},
        dimensions=(24, 80),
        encoding="utf-8",
        codec_errors="replace",
    )
    return Terminal(srs, child)


@pytest.fixture
def due_ten(srs: Srs) -> Srs:
    """Ten cards in review that are due."""
    srs.config("fuzz: false\norder: due")
    srs("add", srs.deck(choices(10)))
    for number in range(1, 11):
        srs.ok("answer", str(number), "easy")
    srs.at("2026-03-06T09:00:00+00:00")
    assert srs.ok("due")["review"] == 10
    return srs


def answer(terminal: Terminal) -> None:
    """Choose the first option, and take the grade; the next question has to appear."""
    terminal.see("answer")
    terminal.press("a")
    terminal.see("Enter: ")
    terminal.press("\r")


def test_a_session_in_a_terminal(due_ten: Srs) -> None:
    terminal = start(due_ten, "review")
    for _ in range(10):
        answer(terminal)
    terminal.child.expect(["answer", "leave"])  # type: ignore[attr-defined]  # steps, or the end
    terminal.press("qq")
    terminal.see("10 answered")
    terminal.child.expect(pexpect.EOF)  # type: ignore[attr-defined]
    assert len(log(due_ten)) == 20


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_trap_33_a_kill_loses_nothing_that_was_accepted(due_ten: Srs) -> None:
    terminal = start(due_ten, "review")
    for _ in range(3):
        answer(terminal)
    terminal.see("answer")
    terminal.child.kill(signal.SIGKILL)  # type: ignore[attr-defined]
    terminal.child.wait()  # type: ignore[attr-defined]
    assert len(log(due_ten)) == 13
    # A wrong answer is relearned today; what was answered is not asked as a review again.
    assert due_ten.ok("due")["review"] == 7


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_kills_at_random_moments(srs: Srs, request: pytest.FixtureRequest) -> None:
    """Every accepted answer is in the log once: that whose next question was seen, and perhaps
    the one that was just accepted."""
    srs.config("fuzz: false\nnew_per_day: 9999\nlearning_steps: ''")
    kills = 500 if request.config.getoption("--long") else 12
    srs("add", srs.deck(choices(5 * kills)))
    chance = random.Random(7)
    accepted = 0
    for _ in range(kills):
        terminal = start(srs, "review")
        terminal.see("answer")
        pressed = chance.randrange(4)
        for _ in range(pressed):
            terminal.press("a")
            terminal.see("Enter: ")
            terminal.press("\r")
            terminal.see("answer")
        for key in ("a", "\r")[: chance.randrange(3)]:
            terminal.press(key)
            time.sleep(chance.random() / 20)
        terminal.child.kill(signal.SIGKILL)  # type: ignore[attr-defined]
        terminal.child.close(force=True)  # type: ignore[attr-defined]
        cards = [card for card, _ in log(srs)]
        assert len(cards) == len(set(cards))
        assert accepted + pressed <= len(cards) <= accepted + pressed + 1
        accepted = len(cards)
        assert srs.ok("due")["new"] == 5 * kills - accepted


def test_trap_49_a_console_that_cannot_encode_all_signs(srs: Srs) -> None:
    text = "deck: D ✓\nitems:\n  - {question: naïve 日本 ✓, options: [✓, 日], answer: ✓}\n"
    srs("add", srs.deck(text))
    terminal = start(srs, "review", PYTHONIOENCODING="cp1252")
    terminal.see("answer")
    terminal.press("a")
    terminal.see("Enter: ")
    terminal.press("\r")
    terminal.press("q")
    terminal.press("q")
    terminal.child.expect(pexpect.EOF)  # type: ignore[attr-defined]
    assert "Traceback" not in terminal.child.before  # type: ignore[attr-defined]
    assert len(log(srs)) == 1
    import subprocess

    for arguments in (["list"], ["due"], ["show", "1"], ["due", "✓"], ["next", "--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "srs", *arguments],
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "cp1252"},
            check=False,
        )
        assert b"Traceback" not in done.stderr
        assert done.returncode == (1 if "✓" in arguments else 0)


def test_a_quiz_of_a_file_makes_no_database(srs: Srs) -> None:
    terminal = start(srs, "quiz", str(Path("decks") / "deepspeed-megatron.yaml"))
    terminal.see("8 left")
    terminal.press("a")
    terminal.see("Enter: next")
    terminal.press("\r")
    terminal.see("7 left")
    terminal.press("q")
    terminal.press("q")
    terminal.see("of 1 right")
    assert not (srs.home / "srs.db").exists()


def test_without_a_terminal_there_is_a_plain_message(srs: Srs) -> None:
    import subprocess

    command = [sys.executable, "-m", "srs", "review"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("srs review needs a terminal")
