"""Packages for Anki, read back as files and by the real Anki."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import unicodedata
import zipfile
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.core.plain import from_plain
from srs.core.stored import StoredItem
from srs.errors import SrsError
from srs.formats import anki
from srs.formats.anki import notetypes
from srs.formats.anki.html import to_html
from srs.formats.anki.ids import Numbers, stable_id

ROOT = Path(__file__).parents[2]
PEER = Path(os.environ.get("SRS_TEST_PEER", ROOT.parent / "shared" / "peer")) / "anki_peer.py"
THEN = datetime(2026, 11, 30, 12, tzinfo=UTC)

CHOICE = Choice(
    question="Header for std::vector? #include <vector>",
    id="vector",
    options=(
        Option("a < b && b > c", why="Not a header."),
        Option("All of the above", why="*One* is enough."),
        Option("`<vector>`", right=True),
        Option("Yes, but only on Sunday, at noon"),
    ),
    explanation="Two lines,\n\none $x_1 < 2$.",
    source="The standard, https://example.org/a_b.",
    hints=("Its name.",),
    tags=("organic chemistry", "unit::1"),
)
BASIC = Basic(question="Capital of Canada?", answer="Ottawa", explanation="Since 1857.")


def stored(item: Item, guid: str = "g1", deck: str = "ML::Training stacks") -> StoredItem:
    return StoredItem(key=1, guid=guid, deck=deck, item=item, modified=THEN)


@dataclass(frozen=True)
class Package:
    """What a package holds, read with nothing of ours."""

    col: dict[str, Any]
    notes: list[dict[str, Any]]
    cards: list[dict[str, Any]]

    @property
    def decks(self) -> dict[int, str]:
        decks = json.loads(self.col["decks"]).values()
        return {deck["id"]: deck["name"] for deck in decks if deck["id"] != 1}

    def fields(self, place: int = 0) -> dict[str, str]:
        note = self.notes[place]
        kind = json.loads(self.col["models"])[str(note["mid"])]
        names = [field["name"] for field in kind["flds"]]
        return dict(zip(names, note["flds"].split("\x1f"), strict=True))


def opened(path: Path) -> Package:
    with zipfile.ZipFile(path) as archive:
        assert sorted(archive.namelist()) == ["collection.anki2", "media"]
        assert json.loads(archive.read("media")) == {}
        database = archive.read("collection.anki2")
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(database)
        connection.row_factory = sqlite3.Row
        rows = {
            table: [
                dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY rowid")
            ]
            for table in ("col", "notes", "cards")
        }
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    return Package(rows["col"][0], rows["notes"], rows["cards"])


def exported(folder: Path, *items: StoredItem, name: str = "deck.apkg") -> Package:
    anki.write(items, folder / name)
    return opened(folder / name)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def text_of(html: str) -> str:
    """Return what a reader of the HTML sees, by the rules of HTML."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    return parser.text


# ---- the file


def test_the_same_items_give_the_same_bytes_whatever_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = [stored(CHOICE), stored(BASIC, "g2")]
    anki.write(items, tmp_path / "a.apkg")
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    anki.write(items, tmp_path / "b.apkg")
    assert (tmp_path / "a.apkg").read_bytes() == (tmp_path / "b.apkg").read_bytes()


def test_an_edit_changes_the_text_and_the_time_of_its_note_alone(tmp_path: Path) -> None:
    before = exported(tmp_path, stored(CHOICE), stored(BASIC, "g2"))
    edited = replace(
        stored(replace(BASIC, answer="Ottawa, Ontario"), "g2"), modified=THEN + timedelta(days=1)
    )
    after = exported(tmp_path, stored(CHOICE), edited)
    for old, new in zip(before.notes, after.notes, strict=True):
        changed = {column for column in old if old[column] != new[column]}
        assert changed == ({"flds", "mod"} if new["guid"] == "g2" else set())
    assert [card["id"] for card in before.cards] == [card["id"] for card in after.cards]
    assert before.decks == after.decks
    assert before.col["models"] == after.col["models"]
    assert before.col["conf"] == after.col["conf"]
    assert {note["mod"] for note in after.notes} == {
        int(THEN.timestamp()),
        int(THEN.timestamp()) + 86_400,
    }


def test_numbers_do_not_depend_on_what_else_is_exported(tmp_path: Path) -> None:
    both = exported(tmp_path, stored(BASIC, "g2", "A::B"), stored(CHOICE))
    alone = exported(tmp_path, stored(CHOICE))
    ids = {note["guid"]: note["id"] for note in both.notes}
    assert alone.notes[0]["id"] == ids["g1"]
    assert alone.cards[0]["id"] in {card["id"] for card in both.cards}
    assert alone.decks.items() <= both.decks.items()


@given(st.lists(st.text(), unique=True))
def test_numbers_are_past_milliseconds_and_never_given_twice(texts: list[str]) -> None:
    numbers = Numbers()
    given_out = [numbers.of(text) for text in texts]
    assert len(set(given_out)) == len(texts)
    assert all(10**12 <= number < 17 * 10**11 for number in given_out)


def test_numbers_that_collide_move_on() -> None:
    numbers = Numbers({stable_id("a"), stable_id("a") + 1})
    assert numbers.of("a") == stable_id("a") + 2


def test_decks_nest_and_differ_by_more_than_case(tmp_path: Path) -> None:
    package = exported(
        tmp_path,
        stored(BASIC, "1", "Spanish::Verbs::Past"),
        stored(BASIC, "2", "spanish::verbs"),
        stored(BASIC, "3", "SPANISH::Nouns"),
    )
    assert sorted(package.decks.values()) == [
        "Spanish",
        "Spanish::Nouns",
        "Spanish::Verbs",
        "Spanish::Verbs::Past",
    ]
    homes = [package.decks[card["did"]] for card in sorted(package.cards, key=lambda c: c["due"])]
    assert homes == ["Spanish::Verbs::Past", "Spanish::Verbs", "Spanish::Nouns"]


def test_a_deck_that_is_called_default_is_the_one_that_anki_has(tmp_path: Path) -> None:
    package = exported(tmp_path, stored(BASIC, "1", "default"), stored(BASIC, "2", "default::x"))
    homes = [card["did"] for card in sorted(package.cards, key=lambda card: card["due"])]
    assert homes[0] == 1
    assert package.decks == {homes[1]: "Default::x"}


def test_the_collection_is_configured_for_the_present_scheduler(tmp_path: Path) -> None:
    package = exported(tmp_path, stored(BASIC))
    configuration = json.loads(package.col["conf"])
    wanted = {"schedVer": 2, "sched2021": True, "creationOffset": 0, "localOffset": 0}
    assert wanted.items() <= configuration.items()
    assert configuration["rollover"] == 4
    assert package.col["ver"] == 11
    assert datetime.fromtimestamp(package.col["crt"], UTC).time().isoformat() == "04:00:00"


def test_items_without_an_answer_stay_at_home(tmp_path: Path) -> None:
    unanswered = Choice(question="What?", options=(Option("a"), Option("b")))
    package = exported(tmp_path, stored(unanswered, "g0"), stored(BASIC, "g1"))
    assert [note["guid"] for note in package.notes] == ["g1"]
    with pytest.raises(SrsError, match="no item has an answer"):
        anki.write([stored(unanswered)], tmp_path / "none.apkg")
    assert not (tmp_path / "none.apkg").exists()


@pytest.mark.parametrize(
    "place", ["no/such/folder/deck.apkg", "", "file/deck.apkg", f"{'x' * 300}.apkg"]
)
def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SrsError, match="cannot be written") as caught:
        anki.write([stored(BASIC)], tmp_path / place)
    assert str(tmp_path / place) in caught.value.message
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deck.apkg"
    anki.write([stored(BASIC)], path)
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile, "writestr", full)
    with pytest.raises(SrsError, match="cannot be written: No space left on device"):
        anki.write([stored(CHOICE)], path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# ---- the fields


def test_angle_brackets_and_ampersands_are_text(tmp_path: Path) -> None:
    fields = exported(tmp_path, stored(CHOICE)).fields()
    assert fields["Question"] == "Header for std::vector? #include &lt;vector&gt;"
    assert "<div>a &lt; b &amp;&amp; b &gt; c</div>" in fields["Options"]
    assert fields["Answer"] == "<code>&lt;vector&gt;</code>"
    basic = exported(tmp_path, stored(replace(BASIC, answer="a < b && b > c"))).fields()
    assert basic["Back"] == "a &lt; b &amp;&amp; b &gt; c"


def test_the_question_side_does_not_hold_the_answer(tmp_path: Path) -> None:
    fields = exported(tmp_path, stored(CHOICE)).fields()
    assert "right" not in fields["Options"]
    assert "why" not in fields["Options"]
    assert fields["Options"].count("<li") == fields["Verdicts"].count("<li") == 4
    assert fields["Verdicts"].count('class="right"') == 1


def places(package: Package) -> list[tuple[str, bool]]:
    rows = re.findall("<li(.*?)><div>(.*?)</div></li>", package.fields()["Options"])
    return [(text_of(text), "data-stays" in attributes) for attributes, text in rows]


def test_options_that_speak_of_others_are_last_and_stay(tmp_path: Path) -> None:
    assert places(exported(tmp_path, stored(CHOICE))) == [
        ("a < b && b > c", False),
        ("<vector>", False),
        ("Yes, but only on Sunday, at noon", False),
        ("All of the above", True),
    ]


def test_fixed_options_stay_and_letters_hold_everything(tmp_path: Path) -> None:
    fixed = Choice(
        question="Which?", options=(Option("one", fixed=True), Option("two", right=True))
    )
    assert places(exported(tmp_path, stored(fixed))) == [("one", True), ("two", False)]
    letters = Choice(
        question="Which?",
        options=(Option("None of these"), Option("one"), Option("A and B", right=True)),
    )
    assert [stays for _, stays in places(exported(tmp_path, stored(letters)))] == [True] * 3
    truth = TrueFalse(question="True?", options=(Option("True", right=True), Option("False")))
    assert places(exported(tmp_path, stored(truth))) == [("True", True), ("False", True)]


def test_tags_hold_no_blanks(tmp_path: Path) -> None:
    note = exported(tmp_path, stored(CHOICE)).notes[0]
    assert note["tags"] == " organic_chemistry unit::1 "
    odd = replace(BASIC, tags=(" a \u3000 b\n", "A_b", "  "))
    assert exported(tmp_path, stored(odd)).notes[0]["tags"] == " A_b "


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (r"$a_1 \& b_1 * c * d$", r"\(a_1 \&amp; b_1 * c * d\)"),
        (r"a_1 \& b_1 * c * d", r"a_1 \&amp; b_1 * c * d"),
        ("2*3*4 and __init__ and snake_case_name", "2*3*4 and __init__ and snake_case_name"),
        ("*one* and **two**", "<em>one</em> and <strong>two</strong>"),
        (r"\*one\* for \$5", "*one* for $5"),
        ("value of arr[i], [/red], list[int](x)", "value of arr[i], [/red], list[int](x)"),
        ("[a](javascript:alert)", "[a](javascript:alert)"),
        ("[a_b](https://e.org/a_b)", '<a href="https://e.org/a_b">a_b</a>'),
        ("See https://e.org/a_b.", 'See <a href="https://e.org/a_b">https://e.org/a_b</a>.'),
        ("*To* <a@b.org>, <https:x>", "<em>To</em> &lt;a@b.org&gt;, &lt;https:x&gt;"),
        ("*a* &lt;b&gt; &copy;", "<em>a</em> &amp;lt;b&amp;gt; &amp;copy;"),
        ("$5 or $6", "$5 or $6"),
        ("$$a < b$$", r"\[a &lt; b\]"),
        ("`a*b*c` `$x$` `<i>`", "<code>a*b*c</code> <code>$x$</code> <code>&lt;i&gt;</code>"),
        ("# one", "# one"),
        ("1. e4", "1. e4"),
        ("- 5", "- 5"),
        ("one\ntwo", "one\ntwo"),
        ("one\n\ntwo", "<p>one</p>\n<p>two</p>"),
        ("a\n\n$$\nb\n- c\n$$", "<p>a</p>\n\\[\nb\n- c\n\\]"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("[a]: https://e.org/b\nc", '[a]: <a href="https://e.org/b">https://e.org/b</a>\nc'),
        (
            "```cpp\n#include <x>\n  a_b *c* $d$\n```",
            '<pre><code class="language-cpp">#include &lt;x&gt;\n  a_b *c* $d$\n</code></pre>',
        ),
    ],
)
def test_deck_text_becomes_html(text: str, html: str) -> None:
    assert to_html(text) == html


LINE = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="*`$")
    | st.sampled_from(list("<>&\\[]()_#~|{}!:;'\"-+ ")),
).filter(lambda text: "](" not in text)
"""Lines without Markdown: nothing in them has a meaning."""


@given(LINE)
def test_a_line_without_markdown_survives(text: str) -> None:
    assert text_of(to_html(text)) == text.strip()
    assert text_of(to_html(f"**beside** some: {text}")) == f"beside some: {text}".strip()


@given(st.text(st.characters(exclude_characters="`\r", exclude_categories=["Cs"])))
def test_fenced_code_survives(text: str) -> None:
    code = "".join(sign for sign in text if sign in "\n\t" or unicodedata.category(sign) != "Cc")
    html = to_html(f"Code:\n\n```\n{code}\n```\n\nend")
    assert text_of(html) == f"Code:\n{code}\n\nend"


@given(st.text())
def test_any_text_becomes_html_that_can_stand_in_a_field(text: str) -> None:
    html = to_html(text)
    assert not re.search(
        r"<(?!/?(p|em|strong|code|pre|a|ul|ol|li|br|hr|h\d|blockquote|span)\b)", html
    )
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", html)


TEXT = st.text(st.characters() | st.characters(categories=["Cs", "Cc"]))
VISIBLE = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1)
OPTION = st.builds(Option, text=TEXT, right=st.booleans(), why=TEXT, fixed=st.booleans())
COMMON = {
    "question": st.tuples(VISIBLE, TEXT).map("".join),
    "id": TEXT,
    "explanation": TEXT,
    "source": TEXT,
    "hints": st.lists(TEXT, max_size=2).map(tuple),
    "tags": st.lists(TEXT, max_size=2).map(tuple),
    "was": TEXT,
}
CHOICES = {"options": st.lists(OPTION, max_size=4).map(lambda o: (Option("x", right=True), *o))}
ITEMS = (
    st.builds(Choice, **COMMON, **CHOICES)
    | st.builds(TrueFalse, **COMMON, **CHOICES)
    | st.builds(Basic, **COMMON, answer=VISIBLE)
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(item=ITEMS, deck=VISIBLE)
def test_any_item_can_be_rebuilt_from_its_note(tmp_path: Path, item: Item, deck: str) -> None:
    field = exported(tmp_path, stored(item, deck=f"{deck}::x")).fields()["Item"]
    assert field.isascii()
    assert not set("<>&") & set(field)
    assert from_plain(json.loads(field)) == item


# ---- the note types


def test_a_changed_template_has_a_new_time() -> None:
    """Anki keeps the old look unless the time of the note type moves: change both together."""
    kinds = [kind.plain() for kind in notetypes.ALL]
    looks = [(kind["css"], [(t["qfmt"], t["afmt"]) for t in kind["tmpls"]]) for kind in kinds]
    digest = hashlib.sha256(repr(looks).encode()).hexdigest()[:16]
    assert ({kind["mod"] for kind in kinds}, digest) == ({1_796_142_000}, "6e146f38b18db444")


# ---- the real Anki


def checked(*paths: Path) -> dict[str, Any]:
    """Import the packages one after the other into an empty collection of the real Anki."""
    if not PEER.exists():
        pytest.skip(f"the peer script {PEER} is absent")
    command = [sys.executable, str(PEER), "check", *map(str, paths), "--render", "20"]
    done = subprocess.run(command, capture_output=True, text=True)
    if "No module named 'anki'" in done.stderr:
        pytest.skip("Anki is not installed")
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def counts(report: dict[str, Any]) -> list[dict[str, int]]:
    """What each import did, by kind."""
    return [
        {kind: entry["count"] for kind, entry in done["log"].items() if isinstance(entry, dict)}
        for done in report["imports"]
    ]


@pytest.fixture(scope="module")
def sample() -> list[StoredItem]:
    from srs.decks.read import read_deck

    deck = read_deck(ROOT / "decks" / "deepspeed-megatron.yaml").deck
    assert deck is not None
    return [
        StoredItem(
            key=place,
            guid=f"sample {item.id}",
            deck=deck.name,
            item=item,
            modified=THEN,
            position=place,
        )
        for place, item in enumerate(deck.items)
    ]


def test_anki_takes_the_sample_deck_once_and_updates_what_changed(
    tmp_path: Path, sample: list[StoredItem]
) -> None:
    a, b, c = (tmp_path / name for name in ("a.apkg", "b.apkg", "c.apkg"))
    anki.write(sample, a)
    anki.write(sample, b)
    edited = replace(
        sample[2],
        item=replace(sample[2].item, explanation="Edited."),
        modified=THEN + timedelta(minutes=1),
    )
    anki.write([*sample[:2], edited, *sample[3:]], c)
    report = checked(a, b, c)
    assert counts(report) == [{"new": 8}, {"duplicate": 8}, {"updated": 1, "duplicate": 7}]
    assert report["counts"] == {"notes": 8, "cards": 8, "revlog": 0}
    assert {deck["name"]: deck["cards"] for deck in report["decks"]} == {
        "ML": 0,
        "ML::Training stacks": 8,
    }
    assert report["database_check"]["ok"]
    assert len(report["database_check"]["message"].splitlines()) == 1
    assert [note["fields"][4] for note in report["notes"]].count("Edited.") == 1
    items = {note["guid"]: from_plain(json.loads(note["fields"][-1])) for note in report["notes"]}
    assert items == {one.guid: one.item for one in [*sample[:2], edited, *sample[3:]]}


def test_anki_shows_both_sides_of_every_sample_card(
    tmp_path: Path, sample: list[StoredItem]
) -> None:
    anki.write(sample, tmp_path / "a.apkg")
    report = checked(tmp_path / "a.apkg")
    assert len(report["rendered"]) == 8
    for one in sample:
        item = one.item
        assert isinstance(item, Choice)
        sides = [r for r in report["rendered"] if item.question in text_of(r["question"])]
        assert len(sides) == 1
        question, answer = text_of(sides[0]["question"]), text_of(sides[0]["answer"])
        assert all(option.text in question and option.text in answer for option in item.options)
        assert all(option.why in answer for option in item.options)
        assert not any(option.why and option.why in question for option in item.options)
        assert item.source in answer
        assert item.source not in question


def test_anki_takes_over_a_newer_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    anki.write([stored(CHOICE)], tmp_path / "a.apkg")
    monkeypatch.setattr(notetypes, "_MADE", notetypes._MADE + 1)
    monkeypatch.setattr(notetypes, "_part", lambda name: f"new {name} {{{{Question}}}}")
    anki.write([stored(CHOICE)], tmp_path / "b.apkg")
    report = checked(tmp_path / "a.apkg", tmp_path / "b.apkg")
    assert counts(report) == [{"new": 1}, {"duplicate": 1}]
    assert "new choice-front.html Header" in report["rendered"][0]["question"]


def test_anki_obeys_nothing_that_a_deck_says(tmp_path: Path) -> None:
    words = "[sound:a.mp3] [latex]x[/latex] {{Answer}} {{c1::x}} <script>1</script> [anki:play:q:0]"
    decomposed = "Cafe\u0301 \u212b"
    items = [
        stored(replace(BASIC, question=words, answer=words, explanation=words), "g1"),
        stored(replace(CHOICE, question=f"{decomposed} {words}", hints=(words,)), "g2"),
    ]
    anki.write(items, tmp_path / "a.apkg")
    report = checked(tmp_path / "a.apkg")
    assert report["counts"]["notes"] == report["counts"]["cards"] == 2
    assert report["media_missing"] == []
    assert report["database_check"]["ok"]
    for side in report["rendered"]:
        assert words in text_of(side["question"])
    rebuilt = {note["guid"]: from_plain(json.loads(note["fields"][-1])) for note in report["notes"]}
    assert rebuilt == {one.guid: one.item for one in items}
    tags = next(note["tags"] for note in report["notes"] if note["guid"] == "g2")
    assert tags == ["organic_chemistry", "unit::1"]


# ---- the card in a browser

SHOWINGS = """<!doctype html><meta charset="utf-8">
<body class="card"><div id="qa"></div><script>
if (%(blocked)s) {
  Object.defineProperty(window, "sessionStorage", { get: function () { throw new Error(); } });
}
function show(html) {  // as Anki does it: the page stays, its content and scripts are new
  var place = document.getElementById("qa");
  place.innerHTML = html;
  place.querySelectorAll("script").forEach(function (old) {
    var script = document.createElement("script");
    script.textContent = old.textContent;
    old.replaceWith(script);
  });
  return Array.from(place.querySelectorAll(".options > li"));
}
function text(row) { return row.children[row.children[0].className === "sign" ? 1 : 0].textContent; }
var seen = [];
for (var i = 0; i < 40; i++) {
  var front = show(%(front)s);
  front[1].click(); front[0].click();  // a second thought
  if (i %% 4 === 3) { front[0].click(); }  // and a third
  var marked = front.filter(function (row) { return row.matches(".chosen"); }).map(text);
  var back = show(%(back)s);
  seen.push({
    front: front.map(text), marked: marked, back: back.map(text),
    chosen: back.filter(function (row) { return row.matches(".chosen"); }).map(text),
    right: back.filter(function (row) { return row.matches(".right"); }).map(text),
  });
}
document.body.innerHTML = "<pre>RESULT" + encodeURIComponent(JSON.stringify(seen)) + "RESULT</pre>";
</script>"""


def in_browser(page: Path) -> Any:
    """Return what the page found out, run by a browser without a window."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    browser = next((found for name in names if (found := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no Chromium is installed")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent / 'me'}"]
    done = subprocess.run(
        [browser, *flags, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.count("RESULT") == 2, done.stdout + done.stderr
    return json.loads(unquote(done.stdout.split("RESULT")[1]))


@pytest.mark.parametrize("blocked", [False, True])
def test_the_card_shuffles_marks_and_judges(tmp_path: Path, blocked: bool) -> None:
    anki.write([stored(CHOICE)], tmp_path / "a.apkg")
    sides = checked(tmp_path / "a.apkg")["rendered"][0]
    parts = {
        side: json.dumps(sides[name]).replace("</", "<\\/")
        for side, name in (("front", "question"), ("back", "answer"))
    }
    page = tmp_path / "page.html"
    page.write_text(SHOWINGS % (parts | {"blocked": json.dumps(blocked)}), "utf-8")
    seen = in_browser(page)
    assert len(seen) == 40
    options = {"a < b && b > c", "<vector>", "Yes, but only on Sunday, at noon"}
    for place, shown in enumerate(seen):
        assert shown["front"] == shown["back"]
        assert set(shown["front"][:3]) == options
        assert shown["front"][3] == "All of the above"
        assert shown["marked"] == shown["chosen"]
        assert shown["chosen"] == ([] if place % 4 == 3 else shown["front"][:1])
        assert shown["right"] == ["<vector>"]
    orders = {tuple(shown["front"]) for shown in seen}
    assert len(orders) == 1 if blocked else len(orders) > 3
