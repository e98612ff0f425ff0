"""Histories of answers, made at random, and Anki in a process of its own to answer them."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from srs.clock import Calendar, later
from srs.core.grade import Grade
from srs.core.memory import NEW, Memory, Moment, State
from srs.core.settings import DAY, DEFAULTS, Settings
from srs.schedulers import Scheduler

ROOT = Path(__file__).resolve().parents[2]
PEER = Path(os.environ.get("SRS_TEST_PEER", ROOT / "../shared/peer")) / "anki_peer.py"

FIRST = datetime(2026, 1, 5, 12, tzinfo=UTC)
LAST = datetime(2037, 1, 1, tzinfo=UTC)
CALENDAR = Calendar(UTC)


@dataclass(frozen=True)
class Start:
    """A review card that the first answer finds, as if it had been imported."""

    interval: int
    due_in: int
    ease: float
    lapses: int = 0
    stability: float | None = None
    difficulty: float | None = None

    def memory(self, at: datetime) -> Memory:
        day = CALENDAR.day(at)
        last = at - timedelta(days=self.interval - self.due_in)
        return Memory(
            state=State.REVIEW,
            due=later(day, self.due_in),
            interval=self.interval,
            ease=self.ease,
            reps=3,
            lapses=self.lapses,
            stability=self.stability,
            difficulty=self.difficulty,
            reviewed_at=last,
            reviewed_on=CALENDAR.day(last),
        )

    def for_peer(self) -> dict[str, float]:
        start: dict[str, float] = {
            "ivl": self.interval,
            "due_in": self.due_in,
            "factor": round(self.ease * 1000),
            "lapses": self.lapses,
        }
        if self.stability is not None and self.difficulty is not None:
            start |= {"stability": self.stability, "difficulty": self.difficulty}
        return start


@dataclass(frozen=True)
class History:
    """Answers with the seconds that pass before each, from a new card or from a start."""

    answers: tuple[tuple[Grade, int], ...]
    start: Start | None = None

    def memory(self, at: datetime) -> Memory:
        return self.start.memory(at) if self.start else NEW


class PeerClock:
    """The instants at which the peer answers: it keeps one clock for all histories."""

    def __init__(self) -> None:
        self.now = FIRST

    def begin(self, history: History) -> datetime:
        span = timedelta(seconds=sum(delay for _, delay in history.answers), days=1)
        if self.now + span > LAST:
            self.now = FIRST
        self.now += timedelta(days=1)
        return self.now

    def answer(self, delay: int, chance: float | None = None) -> Moment:
        at = self.now + timedelta(seconds=delay)
        self.now = at + timedelta(seconds=1)
        return Moment.of(CALENDAR, at, chance)


Peer = Callable[..., list[list[dict[str, Any]]]]


def trace(histories: Sequence[History], *options: str) -> list[list[dict[str, Any]]]:
    sequences = [
        {
            "name": str(number),
            "answers": [[int(grade), delay / 86_400] for grade, delay in history.answers],
            "start": history.start.for_peer() if history.start else None,
        }
        for number, history in enumerate(histories)
    ]
    done = subprocess.run(
        [sys.executable, str(PEER), "trace", "--seq", "-", *options],
        input=json.dumps(sequences),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    if answer["clock"] != "faketime":
        pytest.skip("the peer needs libfaketime to travel in time")
    return [sequence["steps"] for sequence in answer["sequences"]]


MINUTE, HOUR = 60, 3600
DELAYS = (30, MINUTE, 10 * MINUTE, 15 * MINUTE, 7 * HOUR, 20 * HOUR, 30 * HOUR, DAY, 3 * DAY)
FURTHEST = 250 * DAY
"""The peer's clock ends in 2037: nothing waits longer than this."""


def some_steps(rng: random.Random) -> tuple[int, ...]:
    return tuple(sorted(rng.choices(DELAYS, k=rng.choice((0, 1, 1, 2, 2, 3)))))


def some_settings(rng: random.Random) -> Settings:
    if rng.random() < 0.1:
        return DEFAULTS
    return Settings(
        learning_steps=some_steps(rng),
        relearning_steps=some_steps(rng),
        graduating_interval=rng.choice((1, 1, 2, 3, 9)),
        easy_interval=rng.choice((1, 2, 4, 4, 7, 20)),
        starting_ease=round(rng.uniform(1.31, 4.0), 2),
        easy_bonus=round(rng.uniform(1.0, 2.0), 2),
        hard_modifier=round(rng.choice((1.2, rng.uniform(0.5, 1.3), 1.0)), 2),
        interval_modifier=round(rng.choice((1.0, rng.uniform(0.5, 2.0))), 2),
        maximum_interval=rng.choice((36_500, 36_500, 400, 50, rng.randint(1, 30))),
        lapse_multiplier=round(rng.choice((0.0, rng.uniform(0.0, 1.0), 1.0)), 2),
        minimum_interval=rng.choice((1, 1, 2, 5)),
        leech_threshold=rng.randint(1, 8),
    )


def for_peer(settings: Settings) -> list[str]:
    def text(steps: tuple[int, ...]) -> str:
        return " ".join(f"{delay}s" for delay in steps)

    return [
        f"--steps={text(settings.learning_steps)}",
        f"--relearn-steps={text(settings.relearning_steps)}",
        f"--graduating={settings.graduating_interval}",
        f"--easy={settings.easy_interval}",
        f"--starting-ease={settings.starting_ease}",
        f"--hard-multiplier={settings.hard_modifier}",
        f"--easy-bonus={settings.easy_bonus}",
        f"--interval-multiplier={settings.interval_modifier}",
        f"--max-interval={settings.maximum_interval}",
        f"--lapse-multiplier={settings.lapse_multiplier}",
        f"--min-lapse-interval={settings.minimum_interval}",
        f"--leech={settings.leech_threshold}",
        "--early=filtered",
    ]


def some_history(rng: random.Random, scheduler: Scheduler) -> History:
    """Answer a dozen times early, on time or late; the scheduler only says what is on time."""
    start = None
    if rng.random() < 0.4:
        interval = min(int(rng.lognormvariate(3, 1.5)) + 1, 3000)
        due_in = rng.choice((0, rng.randint(0, interval), -rng.randint(0, 2 * interval)))
        start = Start(interval, due_in, rng.randint(1300, 4000) / 1000, rng.randint(0, 9))
    clock = PeerClock()
    memory = History((), start).memory(clock.begin(History((), start)))
    answers = []
    for _ in range(rng.randint(3, 14)):
        delay = awake(clock, some_delay(rng, memory, clock))
        grade = rng.choices(list(Grade), (3, 2, 5, 2))[0]
        memory = scheduler.outcomes(memory, clock.answer(delay))[grade]
        answers.append((grade, delay))
    answers.append((Grade.GOOD, until_noon(clock)))
    return History(tuple(answers), start)


def awake(clock: PeerClock, delay: int) -> int:
    """Leave out 02:00 to 04:00, where the peer without fuzz shifts its clock."""
    return delay + 2 * HOUR if 2 <= (clock.now + timedelta(seconds=delay)).hour < 4 else delay


def until_noon(clock: PeerClock) -> int:
    """Let a history end as it began, so that the next begins at noon too."""
    noon = clock.now.replace(hour=11, minute=59, second=59)
    return int((noon - clock.now).total_seconds()) % DAY


def some_delay(rng: random.Random, memory: Memory, clock: PeerClock) -> int:
    if memory.due_at:
        left = max(int((memory.due_at - clock.now).total_seconds()), 0)
        return rng.choice((left, left + rng.randint(0, 9 * HOUR), left // 2))
    if memory.due_on is None or memory.interval == 0:
        return rng.randint(0, 2 * DAY)
    days = max((memory.due_on - CALENDAR.day(clock.now)).days, 0)
    days = rng.choice((days, days, rng.randint(0, days), days + rng.randint(0, days + 3)))
    return min(days * DAY + rng.randint(0, 6 * HOUR), FURTHEST)


def seen(memory: Memory, moment: Moment, steps: int) -> dict[str, Any]:
    """Say of a memory what the peer says of its card."""
    told: dict[str, Any] = {
        "state": memory.state.value,
        "ivl": memory.interval,
        "factor": round(memory.ease * 1000),
        "reps": memory.reps,
        "lapses": memory.lapses,
        "left": 0 if memory.state is State.REVIEW else steps - memory.step,
    }
    if memory.due_at:
        told["due_in_secs"] = int((memory.due_at - moment.at).total_seconds())
    elif memory.due_on:
        told["due_in_days"] = (memory.due_on - moment.day).days
    return told


def steps_of(settings: Settings, state: State) -> int:
    relearning = state is State.RELEARNING
    return len(settings.relearning_steps if relearning else settings.learning_steps)
