"""The configuration: what it takes, where values come from, and changes that touch nothing else."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from program import Srs

from srs.config import load_config, parse_config
from srs.config.edit import set_value
from srs.config.keys import DECK_KEYS, KEYS
from srs.core.settings import DueOrder, Settings
from srs.errors import FaultyFiles, UsageError

FILE = """\
# Mine
zone: Europe/Berlin   # where I live
new_per_day: 10
learning_steps: [1m, 10m, 1d]

decks:
  "ML::*": {new_per_day: 20, scheduler: fsrs}
  Latin:
    fuzz: no   # not here
    easy_days:
      sat: 0.5
      sun: 0
"""

VALUES = {
    "zone": ("Asia/Tokyo", "UTC"), "rollover": ("0", "23"), "durability": ("full",),
    "scheduler": ("fsrs", "sm2-classic"), "order": ("random",), "new_order": ("random",),
    "new_position": ("before",), "learning_steps": ("30s 2h", ""), "relearning_steps": ("1d",),
    "leech_action": ("off",), "bury_siblings": ("no",), "fuzz": ("false",),
    "easy_days": ("sat=0.5 sun=0",), "desired_retention": ("0.85",), "starting_ease": ("2.3",),
    "easy_bonus": ("1.5",), "hard_modifier": ("1",), "interval_modifier": ("0.8",),
    "lapse_multiplier": ("0.5",), "fsrs_parameters": (" ".join(["0.5"] * 21), ""),
}  # fmt: skip


def read(text: str) -> object:
    return parse_config(text, Path("c.yaml"))


def test_values_and_presets() -> None:
    config = parse_config(FILE, Path("c.yaml"))
    assert config.calendar.rollover == 4
    assert str(config.calendar.zone) == "Europe/Berlin"
    assert config.settings("X").learning_steps == (60, 600, 86_400)
    assert config.settings("X").new_per_day == 10
    assert config.settings("ml::Training").scheduler == "fsrs"
    assert config.settings("ML").scheduler == "sm2"
    latin = config.settings("latin")
    assert (latin.fuzz, latin.easy_days) == (False, (1, 1, 1, 1, 1, 0.5, 0))


def test_each_value_says_where_it_comes_from() -> None:
    config = parse_config(FILE, Path("c.yaml"))
    assert config.value("new_per_day") == ("10", "c.yaml:3")
    assert config.value("new_per_day", "ML::x") == ("20", "c.yaml:7 (ML::*)")
    assert config.value("easy_days", "Latin") == ("sat=0.5 sun=0", "c.yaml:10 (Latin)")
    assert config.value("rollover") == ("4", "default")
    assert config.value("learning_steps") == ("1m 10m 1d", "c.yaml:4")


def test_without_a_file_all_is_as_usual(tmp_path: Path) -> None:
    assert load_config(tmp_path / "none.yaml").settings("D") == Settings()


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("new_perday: 3", "1:1", "did you mean new_per_day?"),
        ("rollover: 24", "1:11", "from 0 to 23"),
        ("rollover: -1", "1:11", "from 0 to 23"),
        ("zone: Mars/Olympus", "1:7", "Europe/Berlin"),
        ("order: best", "1:8", "due, retrievability, overdue, random"),
        ("desired_retention: 1.5", "1:20", "0.7 to 0.99"),
        ("hard_modifier: 2", "1:16", "0.5 to 1.3"),
        ("learning_steps: 1x", "1:17", "1m 10m 1d"),
        ("fuzz: maybe", "1:7", "true or false"),
        ("easy_days: someday=1", "1:12", "weekdays"),
        ("fsrs_parameters: 1 2", "1:18", "21 parameters"),
        ("maximum_interval: 0", "1:19", "from 1 to 36,500"),
        ("new_per_day: 1\nnew_per_day: 2", "2:1", "twice"),
        ("decks:\n  A:\n    zone: UTC", "3:5", "no setting 'zone'"),
        ("decks: A", "1:8", "KEY: VALUE"),
        ("- a", "1:1", "KEY: VALUE"),
        ("a: [", "1:5", "not YAML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: str, says: str) -> None:
    with pytest.raises(FaultyFiles) as caught:
        read(text)
    assert str(caught.value).startswith(f"c.yaml:{place}: ")
    assert says in str(caught.value)


def test_all_faults_in_one_run() -> None:
    with pytest.raises(FaultyFiles) as caught:
        read("rollover: 99\nfuzz: x\ndecks:\n  A: {ease: 3}\n")
    assert len(caught.value.faults) == 3


@given(st.text())
def test_no_text_makes_a_traceback(text: str) -> None:
    with contextlib.suppress(FaultyFiles):
        read(text)


@pytest.mark.parametrize("key", list(KEYS))
def test_every_setting_can_be_set_and_shows_what_was_set(tmp_path: Path, key: str) -> None:
    path = tmp_path / "c.yaml"
    for value in VALUES.get(key, ("7", "123")):
        set_value(path, key, value)
        shown = load_config(path).value(key)[0]
        assert KEYS[key].read(shown) == KEYS[key].read(value)


@pytest.mark.parametrize(
    ("key", "value", "pattern", "old", "new"),
    [
        ("new_per_day", "15", "", "new_per_day: 10", "new_per_day: 15"),
        ("zone", "UTC", "", "zone: Europe/Berlin ", "zone: UTC "),
        ("learning_steps", "5m", "", "[1m, 10m, 1d]", "5m"),
        ("new_per_day", "5", "ML::*", "{new_per_day: 20", "{new_per_day: 5"),
        ("order", "random", "ML::*", "fsrs}", "fsrs, order: random}"),
        ("fuzz", "yes", "Latin", "fuzz: no ", "fuzz: 'true' "),
        ("fuzz", "no", "Greek", "      sun: 0\n", "      sun: 0\n  Greek:\n    fuzz: 'false'\n"),
        ("order", "random", "Latin", "      sun: 0\n", "      sun: 0\n    order: random\n"),
        ("rollover", "3", "", "      sun: 0\n", "      sun: 0\nrollover: 3\n"),
    ],
)
def test_a_change_touches_nothing_else(
    tmp_path: Path, key: str, value: str, pattern: str, old: str, new: str
) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(FILE)
    set_value(path, key, value, pattern)
    assert FILE.count(old) == 1
    assert path.read_text().replace("'", "") == FILE.replace(old, new).replace("'", "")


@pytest.mark.parametrize(
    "text",
    ["", "# only a comment\n", "decks:\n", "decks: {}\n", "new_per_day: 3", "decks:\n  A:\n",
     "{}\n", "{fuzz: no}\n", "decks:\n  A: {}\n  B:\n    fuzz: no\n\n# the end\n"],
)  # fmt: skip
def test_a_value_finds_its_place_in_any_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(text)
    set_value(path, "order", "random", "A")
    set_value(path, "rollover", "2")
    config = load_config(path)
    assert config.settings("A").order is DueOrder.RANDOM
    assert config.settings("Z").order is DueOrder.DUE
    assert config.calendar.rollover == 2
    before, after = yaml.safe_load(text) or {}, yaml.safe_load(path.read_text())
    for key in before.keys() - {"decks"}:
        assert after[key] == before[key]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(DECK_KEYS)), st.sampled_from(["", "A", "A::*", "b c", "x:y#"])
        ),
        min_size=1,
        max_size=6,
    )
)
def test_any_changes_one_after_the_other(changes: list[tuple[str, str]]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.yaml"
        for key, pattern in changes:
            set_value(path, key, VALUES.get(key, ("7",))[0], pattern)
        config = load_config(path)
        for key, pattern in changes:
            where = {preset.pattern: preset.values for preset in config.presets}
            values = where[pattern] if pattern else config.values
            assert values[key] == DECK_KEYS[key].read(VALUES.get(key, ("7",))[0])


def test_what_cannot_be_set_is_refused_and_the_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(FILE)
    for key, value, pattern in (
        ("nonsense", "1", ""), ("fuzz", "maybe", ""), ("zone", "UTC", "A"), ("rollover", "1", "A"),
    ):  # fmt: skip
        with pytest.raises(UsageError):
            set_value(path, key, value, pattern)
    assert path.read_text() == FILE


def test_the_command(srs: Srs) -> None:
    assert srs("config", "set", "new_per_day", "3", "--deck", "ML::*").status == 0
    assert srs.ok("config", "get", "new_per_day", "--deck", "ml::x")["value"] == "3"
    assert srs("config", "get", "new_per_day").out == "20\n"
    assert srs.ok("config", "show")["scheduler"] == {"value": "sm2", "from": "default"}
    assert "meaning" in srs("config", "show").out
    for arguments in (["set", "scheduler", "none"], ["get", "none"], ["set", "fuzz", "maybe"]):
        result = srs("config", *arguments)
        assert (result.status, result.out) == (2, "")
    srs.config("rollover: 99")
    assert srs("due").status == 1


def test_the_command_edits_and_checks(srs: Srs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "")
    monkeypatch.setenv("EDITOR", "sh -c 'echo rollover: 99 >> $0'")
    result = srs("config", "edit")
    assert result.status == 1
    assert "from 0 to 23" in result.err
    assert "# new_per_day:" in (srs.home / "config.yaml").read_text()
