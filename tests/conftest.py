"""What all tests share: the option for long checks, a home of one's own, a way to run srs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from srs.cli import run

settings.register_profile(
    "usual", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", parent=settings.get_profile("usual"), max_examples=2000)
settings.load_profile("usual")

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long checks in full size")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        settings.load_profile("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        skip = pytest.mark.skip(reason="a long check: run it with --long")
        for item in items:
            if "long" in item.keywords:
                item.add_marker(skip)


@dataclass
class Result:
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Srs:
    """The program as a person has it, with a database, configuration and clock of its own."""

    home: Path
    call: Callable[..., Result]
    environ: dict[str, str] = field(default_factory=dict)

    def __call__(self, *arguments: str | Path, now: str | None = None) -> Result:
        if now is not None:
            self.at(now)
        return self.call([str(a) for a in arguments])

    def at(self, now: str) -> None:
        os.environ["SRS_NOW"] = now

    def ok(self, *arguments: str | Path, now: str | None = None) -> Any:
        """Run a command with --json that must succeed, and return what it wrote."""
        result = self(*arguments, "--json", now=now)
        assert result.status == 0, result.err + result.out
        return result.json

    def deck(self, text: str, name: str = "deck.yaml") -> Path:
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def config(self, text: str) -> None:
        (self.home / "config.yaml").write_text(text, encoding="utf-8")


@pytest.fixture
def srs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Srs:
    monkeypatch.setenv("SRS_DATABASE_URL", f"sqlite:///{tmp_path / 'srs.db'}")
    monkeypatch.setenv("SRS_CONFIG", str(tmp_path / "config.yaml"))
    monkeypatch.setenv("SRS_NOW", "2026-03-02T09:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("SRS_LEARNER", raising=False)

    def call(arguments: list[str]) -> Result:
        capsys.readouterr()
        status = run(arguments)
        captured = capsys.readouterr()
        return Result(status, captured.out, captured.err)

    return Srs(tmp_path, call)
