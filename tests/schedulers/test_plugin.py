"""The scheduler that the documentation builds, installed as it stands there and used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from program import ROOT

PAGE = (ROOT / "docs" / "write-a-scheduler.md").read_text(encoding="utf-8")
MODULE = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
PROJECT = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_it_is_short() -> None:
    assert MODULE is not None
    assert len(MODULE[1].splitlines()) < 40


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the code of the page, and nothing else, into a folder of its own."""
    assert MODULE is not None
    assert PROJECT is not None
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    (source / "leitner.py").write_text(MODULE[1], encoding="utf-8")
    (source / "pyproject.toml").write_text(PROJECT[1], encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True, capture_output=True)
    return target


def test_it_reviews(plugin: Path, tmp_path: Path) -> None:
    deck, config = tmp_path / "deck.yaml", tmp_path / "config.yaml"
    deck.write_text("deck: D\nitems:\n  - {question: q, answer: a}\n", encoding="utf-8")
    config.write_text("scheduler: leitner\n", encoding="utf-8")

    def srs(*arguments: str, now: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "srs", *arguments],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": str(plugin),
                "SRS_DATABASE_URL": f"sqlite:///{tmp_path / 'srs.db'}",
                "SRS_CONFIG": str(config),
                "SRS_NOW": f"{now}T12:00:00+00:00",
                "TZ": "UTC",
            },
        )

    assert srs("add", str(deck), now="2026-03-02").returncode == 0
    days = [("2026-03-02", "good", 1), ("2026-03-03", "good", 2), ("2026-03-05", "easy", 8)]
    days += [("2026-03-13", "hard", 8), ("2026-03-21", "again", 1), ("2026-03-22", "good", 2)]
    for now, grade, interval in days:
        card = json.loads(srs("next", "--json", now=now).stdout)
        assert card["outcomes"][grade]["interval_days"] == interval
        after = json.loads(srs("answer", str(card["card"]), grade, "--json", now=now).stdout)
        assert after["card"]["interval_days"] == interval
    assert after["card"]["lapses"] == 1

    config.write_text("scheduler: nonsense\n", encoding="utf-8")
    failed = srs("next", now="2026-03-24")
    assert failed.returncode == 2
    assert failed.stderr.startswith("There is no scheduler 'nonsense'.")
    assert "leitner" in failed.stderr
    assert "Traceback" not in failed.stderr
