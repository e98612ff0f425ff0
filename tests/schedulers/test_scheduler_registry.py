"""Schedulers found by entry point, from a package that is really there on disk."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from srs.core.memory import NEW
from srs.core.settings import Settings
from srs.errors import SrsError, UsageError
from srs.schedulers import registry

PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install what pyproject.toml says and a foreign scheduler that cannot be imported."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    ours = project["entry-points"]["srs.schedulers"]
    lines = [f"{name} = {value}" for name, value in ours.items()]
    folder = tmp_path / "schedulers_for_a_test-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: schedulers-for-a-test\n")
    text = "\n".join(["[srs.schedulers]", *lines, "broken = no_such_module_at_all:Thing"])
    (folder / "entry_points.txt").write_text(text + "\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._entries.cache_clear()
    registry._factory.cache_clear()
    yield sorted([*ours, "broken"])
    registry._entries.cache_clear()
    registry._factory.cache_clear()


def test_names_are_listed_without_importing(installed, monkeypatch):
    monkeypatch.delitem(sys.modules, "srs.schedulers.classic", raising=False)
    assert registry.names() == installed
    assert "srs.schedulers.classic" not in sys.modules


def test_every_scheduler_of_ours_loads_and_schedules(installed, moment):
    for name in installed:
        if name != "broken":
            assert len(registry.load(name, Settings()).outcomes(NEW, moment)) == 4


def test_an_unknown_name_lists_what_there_is(installed):
    with pytest.raises(UsageError, match="no scheduler 'sm3'") as error:
        registry.load("sm3", Settings())
    assert ", ".join(installed) in error.value.hint


def test_one_that_cannot_be_imported_says_where_it_comes_from(installed):
    with pytest.raises(SrsError, match="'broken' cannot be loaded") as error:
        registry.load("broken", Settings())
    assert "no_such_module_at_all" in error.value.hint


@pytest.fixture
def moment():
    from datetime import UTC, datetime

    from srs.clock import Calendar
    from srs.core.memory import Moment

    return Moment.of(Calendar(UTC), datetime(2026, 12, 1, 12, tzinfo=UTC))
