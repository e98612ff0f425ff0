"""Random histories answered by `Fsrs` and by Anki itself, within what Anki's database keeps."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from anki_histories import PeerClock, for_peer, seen, some_history, some_steps, steps_of

from srs.clock import later
from srs.core.grade import Grade
from srs.core.memory import Memory, Moment, State
from srs.core.settings import Settings
from srs.schedulers.fsrs import Fsrs

TIE = 0.002
"""So near to half a day Anki's 32 bits may round the other way (more where days are many)."""


def on_a_tie(scheduler: Fsrs, memory: Memory) -> bool:
    ideal = scheduler._ideal(memory)
    return abs(ideal % 1 - 0.5) < max(TIE, ideal * 1e-6)


def is_held(before: Memory, grade: Grade, moment: Moment, days: int) -> bool:
    """Say whether Anki would bring a card back sooner, on time or late, after a pass: we do not."""
    timely = before.due_on is not None and before.due_on <= moment.day
    return timely and before.state is State.REVIEW and grade.passed and days < before.interval


@pytest.mark.long
def test_every_answer_leaves_what_anki_leaves(peer, long):
    rng = random.Random(6)
    answers = held = ties = 0
    for _ in range(60 if long else 5):
        settings = Settings(
            learning_steps=some_steps(rng),
            relearning_steps=some_steps(rng),
            maximum_interval=rng.choice((36_500, 36_500, 200)),
            desired_retention=round(rng.choice((0.9, rng.uniform(0.7, 0.97))), 2),
        )
        scheduler = Fsrs(settings)
        histories = [some_history(rng, scheduler) for _ in range(40 if long else 12)]
        options = ["--fsrs", f"--retention={settings.desired_retention}"]
        clock = PeerClock()
        traces = peer(histories, *for_peer(settings), *options)
        for history, steps in zip(histories, traces, strict=True):
            memory = history.memory(clock.begin(history))
            for (grade, delay), step in zip(history.answers, steps, strict=True):
                moment = clock.answer(delay)
                before, memory = memory, scheduler.outcomes(memory, moment)[grade]
                case = (settings, history, before)
                # Anki keeps four decimals of the stability and three of the difficulty.
                assert memory.stability == pytest.approx(step["stability"], rel=5e-6, abs=6e-5), (
                    case
                )
                assert memory.difficulty == pytest.approx(step["difficulty"], abs=6e-4), case
                answers += 1
                told = seen(memory, moment, steps_of(settings, memory.state))
                if abs(told.get("due_in_secs", 0) - (step.get("due_in_secs") or 0)) == 1:
                    told["due_in_secs"] = step["due_in_secs"]  # a part of a day, in 32 bits
                if told != {key: step.get(key) for key in told}:
                    if is_held(before, grade, moment, step["ivl"]):
                        assert memory.interval in (before.interval, step["ivl"]), case
                        held += 1
                    else:
                        assert on_a_tie(scheduler, memory), (told, step, case)
                        assert abs(memory.interval - step["ivl"]) <= 1, case
                        ties += 1
                # What Anki kept is where the next answer starts, so that each is compared alone.
                if memory.due_on:
                    memory = replace(memory, due=later(moment.day, step["due_in_days"]))
                kept = {name: step[name] for name in ("stability", "difficulty")}
                memory = replace(memory, interval=step["ivl"], **kept)
    assert answers > (15_000 if long else 300)
    assert held < answers / 50
    assert ties < answers / 200
