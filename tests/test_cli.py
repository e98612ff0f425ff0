"""The command line, as scripts and people use it."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from program import ROOT, Srs, many

from srs.cli import COMMANDS

DECK = """\
deck: Geo::Capitals
items:
  - id: ca
    question: Capital of Canada?
    options: [Ottawa, Toronto, Hull]
    answer: Ottawa
    explanation: Chosen in 1857.
    tags: [geo, north america]
  - id: jp
    question: Capital of Japan?
    answer: Tokyo
"""


def rows(srs: Srs, table: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(srs.home / "srs.db")
    try:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
    finally:
        connection.close()


@pytest.fixture
def geo(srs: Srs) -> Srs:
    assert srs("add", srs.deck(DECK)).status == 0
    return srs


# Help and usage


def test_the_first_run_says_what_to_do(srs: Srs) -> None:
    for command in (["due"], ["decks"]):
        out = srs(*command).out
        assert out.count("\n") == 2
        assert "srs add" in out


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help_with_an_example(srs: Srs, name: str) -> None:
    result = srs(name, "--help")
    assert result.status == 0
    assert f"Example: srs {name}" in result.out
    assert " ".join(COMMANDS[name].summary.split()) in " ".join(result.out.split())


def test_every_command_that_lists_has_json() -> None:
    from srs.cli import group

    with_json = set(COMMANDS) - {"review", "quiz", "config"}
    for name in with_json:
        command = group.get_command(None, name)  # type: ignore[attr-defined]
        assert any("--json" in option.opts for option in command.params), name


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["due", "--nonsense"],
        ["answer", "x", "good"],
        ["add"],
        ["check"],
        ["answer", "1"],
    ],
)
def test_wrong_usage_has_status_2(geo: Srs, arguments: list[str]) -> None:
    result = geo(*arguments)
    assert result.status == 2
    assert result.err
    assert not result.out


@pytest.mark.parametrize(
    "arguments",
    [["due", "None"], ["show", "none"], ["answer", "99", "good"], ["undo"], ["add", "nowhere"],
     ["import", "nowhere"], ["export", "x.docx"], ["next", "None"]],
)  # fmt: skip
def test_what_fails_has_status_1_and_one_plain_sentence(geo: Srs, arguments: list[str]) -> None:
    result = geo(*arguments)
    assert result.status == 1
    assert result.err
    assert "Traceback" not in result.err


def test_without_a_terminal_review_is_refused(geo: Srs) -> None:
    for command in (["review"], ["quiz", "Geo"]):
        result = geo(*command)
        assert result.status == 2
        assert "terminal" in result.err


def test_an_error_nobody_thought_of_is_no_traceback(
    geo: Srs, monkeypatch: pytest.MonkeyPatch
) -> None:
    from srs.study import sync

    monkeypatch.setattr(sync, "sync", lambda _: 1 / 0)
    result = geo("due")
    assert (result.status, "Traceback" in result.err) == (1, False)
    assert "ZeroDivisionError" in result.err
    monkeypatch.setenv("SRS_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        geo("due")


@pytest.mark.parametrize("now", ["9999-12-31T23:00:00-12:00", "0001-01-01T00:00:00+14:00"])
def test_instants_beyond_the_calendar_are_refused(geo: Srs, now: str) -> None:
    assert geo("due", now=now).status == 2


@pytest.mark.parametrize("now", ["9999-12-31T23:00:00+00:00", "0001-01-01T00:00:00+00:00"])
def test_the_ends_of_the_calendar(geo: Srs, now: str) -> None:
    geo.at(now)
    for command in (["due"], ["next"], ["answer", "1", "easy"], ["list"], ["undo"]):
        geo.ok(*command)


# JSON, as the design fixes it


def test_due(geo: Srs) -> None:
    counts = {"new": 2, "learning": 0, "review": 0, "total": 2}
    assert geo.ok("due") == {
        "day": "2026-03-02",
        **counts,
        "decks": [{"deck": "Geo::Capitals", **counts}],
    }


def test_next_and_answer(geo: Srs) -> None:
    geo.config("fuzz: false")
    card = geo.ok("next")
    assert sorted(card.pop("options")) == ["Hull", "Ottawa", "Toronto"]
    assert card == {
        "card": 1,
        "item": 1,
        "deck": "Geo::Capitals",
        "kind": "choice",
        "question": "Capital of Canada?",
        "state": "new",
        "outcomes": {
            "again": {"due": "2026-03-02T09:01:00+00:00", "interval_days": 0},
            "hard": {"due": "2026-03-02T09:05:30+00:00", "interval_days": 0},
            "good": {"due": "2026-03-02T09:10:00+00:00", "interval_days": 0},
            "easy": {"due": "2026-03-06", "interval_days": 4},
        },
    }
    answer = geo.ok("answer", "1", "--option", "Ottawa")
    assert isinstance(answer.pop("review"), int)
    assert answer == {
        "grade": 3,
        "correct": True,
        "explanation": "Chosen in 1857.",
        "card": {
            "id": 1,
            "state": "learning",
            "due": "2026-03-02T09:10:00+00:00",
            "interval_days": 0,
            "ease": None,
            "reps": 1,
            "lapses": 0,
        },
    }


def test_a_wrong_option_is_graded_again_and_a_grade_can_be_said_as_well(geo: Srs) -> None:
    wrong = geo.ok("answer", "1", "--option", "Hull")
    assert (wrong["grade"], wrong["correct"]) == (1, False)
    said = geo.ok("answer", "1", "hard", "--option", "Ottawa")
    assert (said["grade"], said["correct"]) == (2, True)
    assert geo("answer", "1", "--option", "Berlin").status == 2
    assert geo("answer", "2", "--text", "Tokyo").status == 2  # only the learner can tell
    assert geo.ok("answer", "2", "4", "--text", "Tokyo")["correct"] is None


def test_preview_is_what_is_applied(geo: Srs) -> None:
    for day in range(2, 28):
        geo.at(f"2026-03-{day:02}T10:00:00+00:00")
        card = geo.ok("next")
        if card["card"] is None:
            continue
        after = geo.ok("answer", str(card["card"]), "good")["card"]
        preview = card["outcomes"]["good"]
        assert (after["due"], after["interval_days"]) == (preview["due"], preview["interval_days"])


def test_next_says_when_where_nothing_waits(geo: Srs) -> None:
    geo.config("fuzz: false\nlearning_steps: 4h")
    for number in ("1", "2"):
        geo.ok("answer", number, "again")
    assert geo.ok("next") == {"card": None, "next_due": "2026-03-02T13:00:00+00:00"}
    for number in ("1", "2"):
        geo.ok("answer", number, "easy")
    assert geo.ok("next") == {"card": None, "next_due": "2026-03-06"}


def test_list_and_show(geo: Srs) -> None:
    assert geo.ok("list", "canada")[0] == {
        "item": 1,
        "card": 1,
        "deck": "Geo::Capitals",
        "question": "Capital of Canada?",
        "tags": ["geo", "north america"],
        "state": "new",
        "due": None,
        "interval_days": 0,
        "ease": None,
        "reps": 0,
        "lapses": 0,
        "suspended": False,
        "orphan": False,
    }
    for query, count in (
        (["deck:geo"], 2),
        (["tag:geo"], 1),
        (["is:new", "of"], 2),
        (["is:review"], 0),
    ):
        assert len(geo.ok("list", *query)) == count
    assert geo("list", "is:odd").status == 2
    assert geo.ok("show", "ca")["id"] == geo.ok("show", "1")["id"] == "ca"
    assert "Chosen in 1857." in geo("show", "ca").out


def test_decks(geo: Srs) -> None:
    (deck,) = geo.ok("decks")
    assert (deck["deck"], deck["items"], deck["cards"], deck["total"]) == ("Geo::Capitals", 2, 2, 2)


# Traps and rules


@pytest.mark.parametrize(("at", "day"), [("04:30", "09"), ("05:59", "09"), ("06:00", "10")])
def test_trap_3_the_rollover_holds_in_every_command(geo: Srs, at: str, day: str) -> None:
    geo.config("rollover: 6\nzone: Europe/London\nfuzz: false")
    geo.at(f"2026-05-10T{at}:00+01:00")
    assert geo.ok("due")["day"] == f"2026-05-{day}"
    due = geo.ok("answer", "1", "easy")["card"]["due"]
    assert due == f"2026-05-{int(day) + 4:02}"
    assert rows(geo, "reviews")[0][5] == (20_582 if day == "09" else 20_583)


def test_trap_7_undo_leaves_nothing(srs: Srs) -> None:
    srs.config("new_per_day: 5")
    srs("add", srs.deck(many(5)))
    memory = rows(srs, "memory")
    for _ in range(2):
        card = srs.ok("next")["card"]
        srs.ok("answer", str(card), "good")
        assert srs.ok("undo") == {"undone": "answer", "cards": [card]}
    assert rows(srs, "memory") == memory
    assert rows(srs, "reviews") == rows(srs, "undo") == []
    assert srs.ok("due")["new"] == 5
    assert srs("undo").status == 1


def test_trap_9_an_edit_keeps_the_history(srs: Srs) -> None:
    text = "deck: D\nitems:\n  - {id: cap-fr, question: captial of France?, answer: Paris}\n"
    path = srs.deck(text)
    srs("add", path)
    for _ in range(3):
        srs.ok("answer", "1", "good")
    before = srs.ok("list")[0]
    path.write_text(text.replace("captial", "capital"))
    assert [change["by"] for change in srs.ok("sync")["changed"]] == ["id"]
    assert srs.ok("list") == [before | {"question": "capital of France?"}]
    assert len(rows(srs, "reviews")) == 3


@pytest.mark.parametrize(
    ("old", "new", "by"),
    [
        ("captial of France?", "capital of France?", "answer"),
        ("Fr: capital?", "The city of kings", "answer"),
    ],
)
def test_trap_9_without_an_id_too_and_it_is_said(srs: Srs, old: str, new: str, by: str) -> None:
    path = srs.deck(f"deck: D\nitems:\n  - question: '{old}'\n    answer: Paris\n")
    srs("add", path)
    srs.ok("answer", "1", "good")
    path.write_text(f"deck: D\nitems:\n  - question: '{new}'\n    answer: Paris\n")
    out = srs("sync").out
    assert f"changed card (known by its {by}): {new}" in out
    (row,) = srs.ok("list")
    assert (row["question"], row["reps"]) == (new, 1)


def test_trap_21_options_and_answers_are_text(srs: Srs) -> None:
    srs(
        "add", srs.deck("deck: D\nitems:\n  - {question: q, options: [Yes, No, off], answer: No}\n")
    )
    assert sorted(srs.ok("next")["options"]) == ["No", "Yes", "off"]
    assert srs.ok("answer", "1", "--option", "No")["correct"] is True


def test_trap_23_one_bad_deck_does_not_stop_the_others(srs: Srs) -> None:
    srs.deck("deck: Bad\n\nitems:\n  - question: What is HTTP: the protocol?\n", "decks/bad.yaml")
    srs.deck(many(2, "Good"), "decks/good.yaml")
    result = srs("add", srs.home / "decks")
    assert result.status == 1
    assert re.search(r"bad\.yaml:4:\d+: .*put quotes round", result.err)
    assert "Traceback" not in result.err
    assert [deck["deck"] for deck in srs.ok("decks")] == ["Good"]
    assert srs.ok("due")["total"] == 2


def test_trap_37_brackets_are_text(srs: Srs) -> None:
    text = "deck: list[int]\nitems:\n  - question: value of arr[i]\n    answer: see [/red]\n"
    srs("add", srs.deck(text))
    assert "value of arr[i]" in srs("list").out
    assert "list[int]" in srs("decks").out
    shown = srs("show", "1").out
    assert "value of arr[i]" in shown
    assert "see [/red]" in shown
    assert "list[int]" in srs("due").out
    assert "list[int]" in srs("due", "[bold]").err


def test_nothing_from_a_deck_steers_the_terminal(srs: Srs) -> None:
    text = (
        'deck: "D\\e[31m"\nitems:\n  - question: "q \\e]0;title\\a \\x9b31m"\n    answer: "a\\rb"\n'
    )
    srs("add", srs.deck(text))
    for command in (
        ["list"],
        ["show", "1"],
        ["due"],
        ["decks"],
        ["next"],
        ["sync"],
        ["due", "\x1b[2J"],
    ):
        result = srs(*command)
        assert not set("\x1b\x07\x9b\r") & set(result.out + result.err), command


def test_trap_29_a_parent_s_limit_caps_its_children(srs: Srs) -> None:
    srs.config(
        "decks:\n  A: {new_per_day: 9999}\n  'A::B': {new_per_day: 3}\n  'A::B::C': {new_per_day: 9999}\n"
    )
    srs.deck(many(5, "A::B"), "d/b.yaml")
    srs.deck(many(10, "A::B::C"), "d/c.yaml")
    srs("add", srs.home / "d")
    assert srs.ok("due", "A")["new"] == 3
    assert srs.ok("due", "A::B::C")["new"] == 3
    served = 0
    while (card := srs.ok("next", "A"))["card"] is not None:
        srs.ok("answer", str(card["card"]), "easy")
        served += 1
    assert served == 3
    assert srs.ok("due", "A")["total"] == 0


def test_new_and_review_limits_are_per_study_day(srs: Srs) -> None:
    srs.config("new_per_day: 2\nreviews_per_day: 1\nfuzz: false")
    srs("add", srs.deck(many(6)))
    for _ in range(2):
        srs.ok("answer", str(srs.ok("next")["card"]), "easy")
    assert srs.ok("due")["total"] == 0
    srs.at("2026-03-07T03:59:00+00:00")
    assert (srs.ok("due")["new"], srs.ok("due")["review"]) == (2, 1)


# Sync


def test_only_files_that_changed_are_read(geo: Srs, monkeypatch: pytest.MonkeyPatch) -> None:
    from srs.study import sync

    read = []
    monkeypatch.setattr(sync, "read_deck", lambda path: read.append(path) or real(path))
    real = __import__("srs.decks.read", fromlist=["read_deck"]).read_deck
    geo.ok("sync")
    assert read == []
    geo.deck(DECK.replace("1857", "1858"))
    geo.ok("sync")
    assert len(read) == 1


def test_what_vanishes_is_kept_and_wakes_up(geo: Srs) -> None:
    geo.ok("answer", "2", "good")
    half = DECK[: DECK.index("  - id: jp")]
    geo.deck(half)
    assert geo.ok("sync")["orphaned"] == ["Capital of Japan?"]
    assert geo.ok("due")["total"] == 1
    assert [row["orphan"] for row in geo.ok("list", "is:orphan")] == [True]
    geo.deck(DECK)
    assert len(geo.ok("sync")["woken"]) == 1
    assert {row["question"]: row["reps"] for row in geo.ok("list")}["Capital of Japan?"] == 1


def test_an_item_moves_between_decks_in_one_sync(srs: Srs) -> None:
    one = srs.deck(many(3, "One"), "d/one.yaml")
    two = srs.deck("deck: Two\nitems:\n  - {question: x, answer: y}\n", "d/two.yaml")
    srs("add", srs.home / "d")
    card = next(row for row in srs.ok("list") if row["question"] == "q1")
    srs.ok("answer", str(card["card"]), "good")
    one.write_text(one.read_text().replace("  - {id: i1, question: q1, answer: a1}\n", ""))
    two.write_text(two.read_text() + "  - {id: i1, question: q1, answer: a1}\n")
    assert [moved["from"] for moved in srs.ok("sync")["moved"]] == ["One"]
    (row,) = srs.ok("list", "q1")
    assert (row["card"], row["deck"], row["reps"]) == (card["card"], "Two", 1)


def test_a_renamed_deck_keeps_everything(geo: Srs) -> None:
    geo.ok("answer", "1", "good")
    geo.deck(DECK.replace("Geo::Capitals", "World"))
    geo.ok("sync")
    assert [deck["deck"] for deck in geo.ok("decks")] == ["World"]
    assert geo.ok("list", "canada")[0]["reps"] == 1


def test_decks_that_exchange_names_keep_their_items(srs: Srs) -> None:
    one = srs.deck(many(2, "One"), "d/one.yaml")
    two = srs.deck(many(2, "Two").replace(": q", ": x").replace("id: i", "id: j"), "d/two.yaml")
    srs("add", srs.home / "d")
    for number in (1, 3):
        srs.ok("answer", str(number), "good")
    one_text, two_text = one.read_text(), two.read_text()
    one.write_text(one_text.replace("deck: One", "deck: Two"))
    two.write_text(two_text.replace("deck: Two", "deck: One"))
    assert len(srs.ok("sync")["moved"]) == 4
    assert {row["question"]: (row["deck"], row["reps"]) for row in srs.ok("list")} == {
        "q0": ("Two", 1),
        "q1": ("Two", 0),
        "x0": ("One", 1),
        "x1": ("One", 0),
    }


def test_decks_that_take_over_names_keep_their_items(srs: Srs) -> None:
    """One becomes Two, and Two becomes Three, in one sync."""
    one = srs.deck(many(2, "One"), "d/one.yaml")
    two = srs.deck(many(2, "Two").replace(": q", ": x").replace("id: i", "id: j"), "d/two.yaml")
    srs("add", srs.home / "d")
    for number in (1, 3):
        srs.ok("answer", str(number), "good")
    one.write_text(one.read_text().replace("deck: One", "deck: Two\nwas: One"))
    two.write_text(two.read_text().replace("deck: Two", "deck: Three\nwas: Two"))
    srs.ok("sync")
    assert {row["question"]: (row["deck"], row["reps"]) for row in srs.ok("list")} == {
        "q0": ("Two", 1),
        "q1": ("Two", 0),
        "x0": ("Three", 1),
        "x1": ("Three", 0),
    }
    assert srs.ok("sync")["changed"] == []


def test_a_file_that_moves_keeps_everything(geo: Srs) -> None:
    geo.ok("answer", "1", "good")
    (geo.home / "deck.yaml").rename(geo.home / "new.yaml")
    geo.ok("add", geo.home / "new.yaml")
    assert geo.ok("list", "canada")[0]["reps"] == 1
    assert geo.ok("due")["total"] == 2


def test_the_first_spelling_of_a_deck_stays(geo: Srs) -> None:
    geo.deck(DECK.replace("Geo::Capitals", "GEO::capitals"))
    geo.ok("sync")
    assert [deck["deck"] for deck in geo.ok("decks")] == ["Geo::Capitals"]


def test_a_file_that_is_gone_leaves_its_cards(geo: Srs) -> None:
    (geo.home / "deck.yaml").unlink()
    result = geo("sync", "--json")
    assert "is gone; its cards stay" in result.err
    assert geo.ok("due")["total"] == 2


def test_two_files_of_one_deck_are_refused(geo: Srs) -> None:
    result = geo("add", geo.deck(DECK, "other.yaml"))
    assert result.status == 1
    assert "already kept in" in result.err
    assert geo.ok("due")["total"] == 2


def test_check_needs_no_database(srs: Srs) -> None:
    path = srs.deck(DECK)
    assert srs.ok("check", path) == {"files": 1, "faults": [], "warnings": []}
    srs.deck("deck: X\nitems: nothing\n", "bad.yaml")
    result = srs("check", srs.home, "--json")
    assert result.status == 1
    assert [(fault["line"], fault["column"]) for fault in result.json["faults"]] == [(2, 8)]
    assert not (srs.home / "srs.db").exists()


# Import and export

QUIZ = "A quiz\n\nAnswers as you go.\n\n1. Capital of Canada?\n   • Ottawa\n   • Hull\n2. Of Japan?\n   • Kyoto\n   • Tokyo\n"


def test_an_imported_quiz_is_asked_only_where_it_is_answered(srs: Srs) -> None:
    quiz = srs.deck(QUIZ + "\nAnswers\n1. A\n", "quiz.txt")
    report = srs.ok("import", quiz)
    assert (report["decks"], report["unanswered"]) == (["A quiz"], ["Of Japan?"])
    assert srs.ok("due")["total"] == 1
    out = srs("import", quiz).out
    assert "1 without an answer" in out
    assert "Of Japan?" in out


def test_an_import_to_a_file_is_filled_in_and_then_asked(srs: Srs) -> None:
    deck = srs.home / "deck.yaml"
    report = srs.ok("import", srs.deck(QUIZ, "quiz.txt"), "--to", deck)
    assert len(report["unanswered"]) == 2
    assert srs("check", deck).status == 0
    assert srs.ok("due")["total"] == 0
    text = deck.read_text()
    assert text.count("# answer:   <-") == 2
    deck.write_text(re.sub(r"# answer: .*", "answer: B", text))
    assert srs.ok("due")["total"] == 2
    card = srs.ok("next")
    assert srs.ok("answer", str(card["card"]), "--option", "Hull")["correct"] is True
    again = srs("import", srs.home / "quiz.txt", "--to", deck)
    assert (again.status, "exists already" in again.err) == (1, True)


def test_an_import_into_a_deck_that_is_kept_in_a_file_is_refused(srs: Srs) -> None:
    srs("add", srs.deck(many(1, "A quiz")))
    result = srs("import", srs.deck(QUIZ, "quiz.txt"))
    assert result.status == 1
    assert "--to" in result.err


def test_export_writes_what_is_chosen(geo: Srs) -> None:
    file = geo.home / "x.apkg"
    assert geo.ok("export", "geo", file) == {"file": str(file), "items": 2}
    first = file.read_bytes()
    geo("export", file, now="2026-03-02T10:00:05+00:00")
    assert file.read_bytes() == first


def test_an_edit_is_newer_even_where_the_clock_stands_still(geo: Srs) -> None:
    before = rows(geo, "items")[0][8]
    geo.deck(DECK.replace("1857", "1858"))
    geo.ok("sync")
    assert rows(geo, "items")[0][8] // 1000 == before // 1000 + 1  # type: ignore[operator]
    assert rows(geo, "items")[1][8] == before


# Start-up


def imported_by(*arguments: str, env: dict[str, str]) -> set[str]:
    code = "import sys; from srs.cli import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **env},
        cwd=ROOT,
    )
    return set(done.stderr.split())


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["check", "decks"], ["review", "--help"]],
)
def test_what_needs_no_database_imports_no_sqlalchemy(tmp_path: Path, arguments: list[str]) -> None:
    modules = imported_by(*arguments, env={"SRS_DATABASE_URL": f"sqlite:///{tmp_path}/x.db"})
    assert not {"sqlalchemy", "alembic", "fsrs"} & modules
    assert not (tmp_path / "x.db").exists()


def test_help_imports_little(tmp_path: Path) -> None:
    modules = imported_by("--help", env={})
    assert not {"yaml", "rich", "platformdirs", "tzlocal", "sqlalchemy"} & modules


def test_an_open_database_needs_no_alembic(geo: Srs) -> None:
    assert not {"alembic", "fsrs", "rich.markdown"} & imported_by("due", env={})
