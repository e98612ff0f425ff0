"""The program as the tests run it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


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


def many(count: int, name: str = "D") -> str:
    """Return a deck file of so many basic items, with ids."""
    items = "".join(f"  - {{id: i{n}, question: q{n}, answer: a{n}}}\n" for n in range(count))
    return f"deck: {name}\nitems:\n{items}"
