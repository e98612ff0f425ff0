"""Reading deck files: text as typed, every fault with its place and its mend, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from srs.core.deck import Deck
from srs.core.item import Basic, Choice, Option, TrueFalse
from srs.decks import document
from srs.decks.check import check_files
from srs.decks.read import DeckFile, find_deck_files, parse_deck, read_deck
from srs.decks.samples import sample_paths
from srs.errors import SrsError

SAMPLE = Path(__file__).parent.parent.parent / "decks" / "deepspeed-megatron.yaml"


@pytest.fixture(scope="module", params=["CSafeLoader", "SafeLoader"], autouse=True)
def loader(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run everything with the parser in C and with the one in Python."""
    if not hasattr(yaml, request.param):
        pytest.skip("PyYAML was built without its parser in C")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "LOADER", getattr(yaml, request.param))
        yield


def parse(text: str) -> DeckFile:
    return parse_deck(dedent(text).lstrip("\n"), "d.yaml")


def faults(text: str) -> list[str]:
    return [str(fault) for fault in parse(text).faults]


def only(text: str) -> str:
    """Return the one fault that there has to be."""
    (fault,) = faults(text)
    return fault


def items(text: str) -> list[object]:
    file = parse("deck: D\nitems:\n" + dedent(text))
    assert file.deck is not None, file.faults
    return list(file.deck.items)


def test_the_long_form_says_everything() -> None:
    file = parse(
        """
        deck: " ML ::  Training "
        description: About training.
        tags: gpu, big models
        was: Old
        items:
          - id: a b
            question: Q?
            options:
              - One
              - text: Two
                why: Not two.
                fixed: true
            answer: One
            explanation: |
              Because.
              Twice.
            source: A book
            hints: [first, second]
            tags: [x, "y z"]
            was: old id
        """
    )
    assert file.deck is not None, file.faults
    assert (file.deck.name, file.deck.description) == ("ML::Training", "About training.")
    assert (file.deck.tags, file.deck.was) == (("gpu", "big models"), "Old")
    assert file.deck.items == (
        Choice(
            id="a b",
            question="Q?",
            options=(Option("One", right=True), Option("Two", why="Not two.", fixed=True)),
            explanation="Because.\nTwice.\n",
            source="A book",
            hints=("first", "second"),
            tags=("x", "y z"),
            was="old id",
        ),
    )
    assert file.lines == (6,)


def test_kinds_follow_from_the_keys_or_are_said() -> None:
    made = items(
        """
          - {question: a, options: [x, y], answer: y}
          - {question: b, answer: z}
          - {question: c, type: truefalse, answer: no}
        """
    )
    assert made == [
        Choice(question="a", options=(Option("x"), Option("y", right=True))),
        Basic(question="b", answer="z"),
        TrueFalse(
            question="c",
            options=(Option("True", fixed=True), Option("False", right=True, fixed=True)),
        ),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "On",
        "off",
        "Yes",
        "007",
        "3.10",
        "12:30",
        "1e3",
        "0x1F",
        "2026-01-01",
        ".inf",
        "Null and void",
    ],
)
def test_trap_21_scalars_are_text_as_typed(text: str) -> None:
    assert items(f"  - question: q\n    answer: {text}\n") == [Basic(question="q", answer=text)]
    (choice,) = items(f"  - question: q\n    options: [{text}, Other]\n    answer: {text}\n")
    assert choice.options[0] == Option(text, right=True)  # type: ignore[attr-defined]


@pytest.mark.parametrize("nothing", ["~", "", "null", "''", '" "'])
def test_trap_21_nothing_is_an_error_with_its_line(nothing: str) -> None:
    fault = only(f"deck: D\nitems:\n  - question: q\n    answer: {nothing}\n")
    assert fault.startswith("d.yaml:4:")
    assert "answer" in fault


@pytest.mark.parametrize("text", ["~", "null"])
def test_trap_21_in_quotes_it_is_text(text: str) -> None:
    assert items(f"  - question: q\n    answer: '{text}'\n") == [Basic(question="q", answer=text)]


def test_trap_23_a_colon_in_a_value_is_explained(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(
        "deck: D\n\nitems:\n  - question: What is HTTP: the protocol?\n"
    )
    (tmp_path / "good.yaml").write_text("deck: E\nitems:\n  - {question: q, answer: a}\n")
    files, found = check_files([tmp_path])
    assert [file.deck is not None for file in files] == [False, True]
    (fault,) = found
    assert (fault.line, fault.file) == (4, str(tmp_path / "bad.yaml"))
    assert fault.column > 1
    assert "put quotes round" in fault.mend


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("", 1, "the file is empty"),
        ("# nothing\n", 1, "the file is empty"),
        ("just text", 1, "KEY: VALUE"),
        ("- a\n- b\n", 1, "KEY: VALUE"),
        ("items: []\n", 1, "no deck"),
        ("deck: D\n", 1, "no items"),
        ("deck: A::::B\nitems: []\n", 1, "empty level"),
        ("deck: D\nitems: text\n", 2, "must be a list"),
        ("deck: D\nitems:\n  - text\n", 3, "KEY: VALUE"),
        ("deck: D\nitmes: []\nitems: []\n", 2, "did you mean items?"),
        ("deck: D\ndeck: E\nitems: []\n", 2, "first in line 1"),
        ("deck: D\nitems:\n  - {answer: a}\n", 3, "no question"),
        ("deck: D\nitems:\n  - {question: q, anwser: a}\n", 3, "did you mean answer?"),
        ("deck: D\nitems:\n  - {question: [q], answer: a}\n", 3, "must be text"),
        ("deck: D\nitems:\n  - {question: q, options: [a], answer: a}\n", 3, "two options"),
        ("deck: D\nitems:\n  - {question: q, options: [a, a], answer: a}\n", 3, "already"),
        ("deck: D\nitems:\n  - {question: q, options: [Paris, Rome], answer: Pari}\n", 3, "did you mean 'Paris'?"),
        ("deck: D\nitems:\n  - {question: q, options: [a, b], answer: C}\n", 3, "none of the options"),
        ("deck: D\nitems:\n  - {question: q, type: truefalse, answer: maybe}\n", 3, "true or false"),
        ("deck: D\nitems:\n  - {question: q, type: chioce, answer: a}\n", 3, "did you mean choice?"),
        ("deck: D\nitems:\n  - {question: q, type: numeric, answer: a}\n", 3, "cannot use numeric"),
        ("deck: D\nitems:\n  - cloze: The [cell].\n", 3, "cannot use cloze"),
        ("deck: D\nitems:\n  - {question: q, options: [a, {text: b, fixed: perhaps}], answer: a}\n", 3, "fixed"),
        ("deck: D\nitems:\n  - {id: x, question: q, answer: a}\n  - {id: x, question: r, answer: b}\n", 4, "line 3"),
        ("deck: D\nitems:\n  - {question: q, answer: a}\n  - {question: q, answer: b}\n", 4, "line 3"),
        ("deck: D\nitems:\n  - question: q\n    answer: !x y\n", 4, "put quotes"),
        ("deck: D\nitems:\n  - question: &a q\n    answer: b\n", 3, "put quotes"),
        ("deck: D\nitems:\n  - question: *a\n    answer: b\n", 3, "put quotes"),
        ("deck: D\nitems:\n  - question: @a\n    answer: b\n", 3, "cannot begin with @"),
        ("deck: D\nitems:\n  - question: `a`\n    answer: b\n", 3, "cannot begin with `"),
        ("deck: D\nitems:\n  - question: %a\n    answer: b\n", 3, "cannot begin with %"),
        ("deck: D\nitems:\n  - question: {{c1}}\n    answer: b\n", 3, "must be text"),
        ("deck: D\nitems:\n  - question: \"open\n    answer: b\n", 3, "never closed"),
        ("deck: D\nitems:\n\t- question: q\n", 3, "spaces"),
        ("deck: D\nitems:\n  - question: q\n   answer: b\n", 4, "indentation"),
        ("deck: D\nitems: []\n---\ndeck: E\nitems: []\n", 3, "a second document"),
        ("deck: D\nitems: " + "[" * 50 + "]" * 50, 2, "nested too deep"),
        ("deck: D\nitems:\n  - question: q\n    options: &x [a, b]\n", 4, "cannot begin with &"),
        ("deck: D\nitems: !!python/object:os.system\n  - {question: q}\n", 2, "cannot begin with !"),
        ("deck: D\nitems:\n  - &x question: q\n", 3, "cannot begin with &"),
        ("deck: D\nitems:\n  - question: q\n    <<: {answer: a}\n", 4, "unknown key '<<'"),
        ("deck: D\nitems:\n  - question: [x] is\n    answer: b\n", 3, "begins with [ is a list"),
        ("deck: D\nitems:\n  - question: {{c1::x}} is\n    answer: b\n", 3, "begins with { is a mapping"),
        ("deck: D\nitems:\n  - question: > 3\n    answer: b\n", 3, "> opens a block"),
        ("deck: D\nitems:\n  - question: - dash\n    answer: b\n", 3, "cannot begin with -"),
        ("deck: D\nitems:\n  - question: 'it's'\n    answer: b\n", 3, "write ''"),
        ("deck: D\nitems:\n  - question: \"a\\qb\"\n    answer: b\n", 3, "unknown escape"),
        ("deck: D\nitems:\n  - question: q\n    answer: #3\n", 4, "'#3' is a comment"),
        ("deck: D\nitems:\n  - question: q\n    answer:b\n", 4, "a colon needs a space"),
        ("deck: D\nitems:\n  - question: q\n    answer b\n", 4, "a key without a colon"),
        ("deck: D\nitems:\n  -question: q\n    answer: b\n", 4, "'- ' begins each entry"),
        ("deck: D\nitems:\n  - question: q\n  -question: r\n", 4, "a dash needs a space"),
        ("deck: D\nitems:\n  - question: q\n      answer: b\n", 4, "check the indentation"),
        ("deck: D\nitems:\n  - question: q\n\tanswer: b\n", 4, "a tab stands"),
        ("deck: D\nitems:\n  - question: q\n    options: [a, b\n", 4, "closed"),
        ("deck: D\nitems:\n  - question: q\n    options:\n      - a: b\n      - c\n", 5, "put quotes round it"),
        ("deck: D\nitems:\n  - {question: q, options: [a, ' a '], answer: a}\n", 3, "already"),
        ("deck: D\nitems:\n  - {question: q, options: [{text: a, right: true}, b], answer: b}\n", 3, "'a' is marked"),
        ("deck: D\nitems:\n  - {question: q, options: [{text: a, right: yes}, {text: b, right: yes}]}\n", 3, "2 are marked"),
        ("deck: D\nitems:\n  - {question: q, options: [a, b], answer: [a, b]}\n", 3, "must be text"),
        ("deck: D\nitems:\n  - {question: q, type: choice, answer: a}\n", 3, "no options"),
        ("deck: D\nitems:\n  - {question: q, type: basic, options: [a, b], answer: a}\n", 3, "use type: choice"),
        ("deck: D\nitems:\n  - {question: q, type: truefalse, options: [yes, no, perhaps], answer: yes}\n", 3, "only be true and false"),
        ("deck: D\nitems:\n  - {id: \"a\\nb\", question: q, answer: a}\n", 3, "must be one line"),
        ("deck: D\nitems:\n  - {id: a, question: q, was: x, answer: a}\n  - {id: b, question: r, was: x, answer: a}\n", 4, "line 3"),
        ("deck: D\nitems:\n  - question: one # two\n      three\n    answer: b\n", 4, "which begins a comment"),
        ("deck: D\nitems:\n\t\n  - question: q\n", 3, "a tab stands"),
        ("deck: D\nitems:\n  - question: \"a\\xZZ\"\n    answer: b\n", 3, "unknown escape"),
        ("deck: D\nitems:\n  - question: q\n    answer: \"a\\Uffffffff\"\n", 4, "unknown escape"),
        ("deck: D\nitems:\n  - question: q\n    answer: \"a\\U00110000\"\n", 4, "unknown escape"),
        ("deck: D\nitems:\n  - question: q\n    answer: \"a\\0\"\n", 4, "cannot hold the character U+0000"),
        ("deck: D\nitems:\n  - question: a\u2028b\n    answer: c: d\n", 3, "control character U+2028"),
        ("deck: D\nitems:\n  - question: q\n    tags: [a: ", 4, "never closed"),
        ("deck: \x00\n", 1, "control character U+0000"),
        ("deck: D\nitems: []\n# \ud800\n", 3, "control character U+D800"),
    ],
)  # fmt: skip
def test_every_fault_has_its_place_and_its_mend(text: str, line: int, says: str) -> None:
    file = parse_deck(text, "d.yaml")
    assert file.deck is None
    assert file.faults[0].line == line
    shown = str(file.faults[0])
    assert says in shown
    assert "yaml" not in shown.replace("d.yaml", "").replace("YAML", "")


def test_all_faults_of_a_file_in_one_run() -> None:
    found = faults(
        """
        deck: D
        nmae: x
        items:
          - question: a
            answer:
          - question: b
            options: [x, x]
          - answer: c
        """
    )
    assert [fault.split(":")[1] for fault in found] == ["2", "5", "7", "8"]


def test_all_faults_of_the_syntax_in_one_run() -> None:
    found = faults(
        """
        deck: D
        itmes: []
        items:
          - question: What is HTTP: the protocol?
            answer: x
          - question: b
            answer:
          - question: @home
            answer: "a" b
          - question: good
            answer: fine
          - question: 'it's'
        """
    )
    assert [fault.split(":")[1] for fault in found] == ["2", "4", "7", "8", "12"]


def test_a_quote_left_open_takes_no_other_fault_with_it() -> None:
    found = faults(
        """
        deck: D
        items:
          - question: a
            answer:
          - question: "b
            answer: c
          - question: "d"
            answer: e
          - question: f
            options: [x, x]
        """
    )
    assert [fault.split(":")[1] for fault in found] == ["4", "7", "10"]
    assert "open since a line above" in found[1]


def test_no_more_faults_of_the_syntax_are_told_of_than_help() -> None:
    text = "deck: D\nitems:\n" + "  - question: a: b\n" * 100
    assert len(parse_deck(text, "d").faults) == document.MOST


def test_a_fault_near_the_end_does_not_cost_reading_the_start_again() -> None:
    good = "".join(f"  - {{question: q{n}, answer: a}}\n" for n in range(300))
    read = 0

    def counted(text: str, **options: Any) -> Iterator[Any]:
        nonlocal read
        for event in parse_events(text, **options):
            read += 1
            yield event

    with pytest.MonkeyPatch.context() as patch:
        parse_events = yaml.parse
        patch.setattr(yaml, "parse", counted)
        parse_deck("deck: D\nitems:\n" + good, "d")
        once, read = read, 0
        file = parse_deck("deck: D\nitems:\n" + good + "  - question: a: b\n" * 10 + good, "d")
    assert [fault.line for fault in file.faults[:10]] == list(range(303, 313))
    assert read < 6 * once  # both halves in the search, and both once more for the tree


def test_a_version_of_many_digits_is_a_fault() -> None:
    assert parse_deck(f"%YAML {'1' * 5000}.1\n---\ndeck: D\nitems: []\n", "d").faults


def test_half_a_character_is_not_let_in() -> None:
    text = 'deck: D\nitems:\n  - question: "\\ud800"\n    answer: b\n'
    assert [fault.line for fault in parse_deck(text, "d").faults] == [3]


def test_a_misspelt_key_is_one_fault() -> None:
    assert "did you mean question?" in only("deck: D\nitems:\n  - {qestion: q, answer: a}\n")


def test_aliases_cannot_multiply() -> None:
    bomb = "deck: D\na: &a [x]\n" + "".join(f"b{i}: &b{i} [*a, *a]\n" for i in range(30))
    file = parse_deck(bomb, "d")
    assert len(file.faults) == 31
    levels = "deck: D\nitems:\n" + "".join(
        f"  - &b{i} [*b{i - 1}, *b{i - 1}]\n" for i in range(1, 500)
    )
    assert len(parse_deck(levels, "d").faults) == 499


def test_text_that_became_a_comment_is_pointed_out() -> None:
    file = parse("deck: D\nitems:\n  - question: Issue#1 or not # 2\n    answer: a\n")
    assert file.deck is not None
    assert file.deck.items[0].question == "Issue#1 or not"
    assert "'# 2'" in str(file.warnings[0])


def test_a_comment_set_apart_by_two_spaces_is_meant() -> None:
    file = parse("deck: D  # mine\nitems:\n  - question: q  # the letter\n    answer: 'a' # b\n")
    assert file.deck is not None
    assert file.warnings == ()


def test_trap_37_brackets_and_markup_are_text() -> None:
    file = parse(
        """
        deck: list[int]
        items:
          - question: value of arr[i]
            answer: see [/red]
        """
    )
    assert file.deck == Deck(
        name="list[int]", items=(Basic(question="value of arr[i]", answer="see [/red]"),)
    )


def test_a_mark_says_what_is_right_as_an_answer_does() -> None:
    (marked, both) = items(
        """
          - {question: q, options: [a, {text: b, right: true}]}
          - {question: r, options: [a, {text: b, right: true}], answer: b}
        """
    )
    right = (Option("a"), Option("b", right=True))
    assert (marked, both) == (
        Choice(question="q", options=right),
        Choice(question="r", options=right),
    )


def test_a_statement_can_say_why_it_is_not_the_other() -> None:
    (item,) = items(
        """
          - question: q
            type: truefalse
            options:
              - "no"
              - {text: "Yes", why: Look again.}
            answer: FALSE
        """
    )
    assert item == TrueFalse(
        question="q",
        options=(
            Option("True", why="Look again.", fixed=True),
            Option("False", right=True, fixed=True),
        ),
    )


def test_options_are_kept_as_typed_and_answers_found_in_spite_of_white_space() -> None:
    (item,) = items(
        """
          - question: q
            options:
              - |
                if x:
                    y
              - "  z"
            answer: " z "
        """
    )
    assert item == Choice(
        question="q", options=(Option("if x:\n    y\n"), Option("  z", right=True))
    )


def test_the_decks_that_ship_are_without_fault() -> None:
    assert SAMPLE in sample_paths()
    for path in sample_paths():
        file = read_deck(path)
        assert (file.faults, file.warnings) == ((), ())


def test_what_nobody_answered_is_pointed_out_and_allowed() -> None:
    file = parse("deck: D\nitems:\n  - question: q\n    options: [a, b]\n  - question: r\n")
    assert file.deck is not None
    assert [item.answered for item in file.deck.items] == [False, False]
    assert [warning.line for warning in file.warnings] == [3, 5]


def test_an_answer_is_an_option_s_text_before_it_is_a_letter() -> None:
    (one, two) = items(
        """
          - {question: q, options: [B, A], answer: A}
          - {question: r, options: [x, y], answer: b}
        """
    )
    assert [option.right for option in one.options] == [False, True]  # type: ignore[attr-defined]
    assert [option.right for option in two.options] == [False, True]  # type: ignore[attr-defined]


def test_bytes_that_are_no_text_are_a_fault_with_a_line(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_bytes(b"deck: D\nitems:\n  - question: caf\xe9\n")
    (fault,) = read_deck(path).faults
    assert (fault.line, fault.column) == (3, 18)


def test_a_byte_order_mark_is_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "d.yaml"
    path.write_bytes(b"\xef\xbb\xbfdeck: D\nitems: []\n")
    assert read_deck(path).deck is not None


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    assert "cannot be read" in str(read_deck(tmp_path).faults[0])


def test_files_are_found_at_any_depth_but_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.yaml", "sub/deep/a.yml", ".git/c.yaml", "sub/.d.yaml", "e.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("deck: D\nitems: []\n")
    found = find_deck_files([tmp_path, tmp_path / "b.yaml"])
    assert [str(p.relative_to(tmp_path)) for p in found] == ["b.yaml", "sub/deep/a.yml"]
    with pytest.raises(SrsError, match="no file or folder"):
        find_deck_files([tmp_path / "none"])
    for impossible in ("a" * 300, "a\0b"):
        with pytest.raises(SrsError, match=r"cannot be read|no file or folder"):
            find_deck_files([tmp_path / impossible])
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(SrsError, match="cannot be read"):
        find_deck_files([tmp_path / "loop"])


def test_a_file_that_is_reached_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("deck: D\nitems: []\n")
    (tmp_path / "b.yaml").symlink_to(path)
    assert find_deck_files([path, tmp_path, tmp_path / ".." / tmp_path.name]) == [path]


@given(st.text())
def test_no_text_makes_a_traceback(text: str) -> None:
    file = parse_deck(text, "d")
    assert (file.deck is None) == bool(file.faults)


@given(st.data())
def test_no_mutation_of_a_deck_makes_a_traceback(data: st.DataObject) -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 20)))
        sign = st.text("\t\n :#-?!&*{}[]|>'\"@`%~,é\x00", max_size=4)
        text = text[:start] + data.draw(sign) + text[end:]
    file = parse_deck(text, "d")
    assert (file.deck is None) == bool(file.faults)


@given(st.binary(max_size=200))
def test_no_bytes_make_a_traceback(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "d.yaml")
        path.write_bytes(data)
        file = read_deck(path)
    assert (file.deck is None) == bool(file.faults)


def test_the_examples_for_authors_are_without_fault() -> None:
    page = (SAMPLE.parent.parent / "docs" / "deck-format.md").read_text(encoding="utf-8")
    whole, *parts = [part.split("```")[0] for part in page.split("```yaml\n")[1:]]
    assert parse_deck(whole, "d").faults == ()
    assert parse_deck("deck: D\nitems:\n" + parts[0], "d").faults == ()


def test_more_options_than_letters_are_a_fault() -> None:
    options = ", ".join(f"o{n}" for n in range(27))
    assert "more than there are letters" in only(
        f"deck: D\nitems:\n  - {{question: q, options: [{options}], answer: o1}}\n"
    )


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_a_device_is_no_deck_file() -> None:
    with pytest.raises(SrsError, match="neither a file nor a folder"):
        find_deck_files([Path("/dev/zero")])
