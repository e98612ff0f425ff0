"""Random histories under random settings, answered by `Sm2` and by Anki itself."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from anki_histories import (
    PeerClock,
    for_peer,
    seen,
    some_history,
    some_settings,
    steps_of,
)

from srs.core.leech import is_leech
from srs.schedulers.sm2 import Sm2


@pytest.mark.long
def test_every_answer_leaves_what_anki_leaves(peer, long):
    rng = random.Random(20261201)
    answers = 0
    for _ in range(80 if long else 6):
        settings = some_settings(rng)
        scheduler = Sm2(settings)
        histories = [some_history(rng, scheduler) for _ in range(50 if long else 15)]
        clock = PeerClock()
        for history, steps in zip(histories, peer(histories, *for_peer(settings)), strict=True):
            memory = history.memory(clock.begin(history))
            leech = False
            for (grade, delay), step in zip(history.answers, steps, strict=True):
                moment = clock.answer(delay)
                before, memory = memory, scheduler.outcomes(memory, moment)[grade]
                told = seen(memory, moment, steps_of(settings, memory.state))
                assert told == {key: step.get(key) for key in told}, (settings, history, before)
                if memory.lapses > before.lapses:
                    leech |= is_leech(memory.lapses, settings.leech_threshold)
                assert leech == step.get("leech", False), (settings, history, before)
                answers += 1
    assert answers > (20_000 if long else 500)


@pytest.mark.long
def test_fuzz_picks_the_day_that_anki_picks(peer, long):
    """Anki's own chance, given to us, leads to the same intervals."""
    rng = random.Random(7)
    compared = 0
    for _ in range(20 if long else 2):
        settings = replace(some_settings(rng), hard_modifier=round(rng.uniform(1.01, 1.3), 2))
        scheduler = Sm2(settings)
        histories = [some_history(rng, scheduler) for _ in range(50 if long else 15)]
        clock = PeerClock()
        traces = peer(histories, *for_peer(settings), "--fuzz")
        for history, steps in zip(histories, traces, strict=True):
            memory = history.memory(clock.begin(history))
            for (grade, delay), step in zip(history.answers, steps, strict=True):
                moment = clock.answer(delay, step["fuzz_factor"])
                before, memory = memory, scheduler.outcomes(memory, moment)[grade]
                assert memory.interval == step["ivl"], (settings, history, before)
                compared += 1
    assert compared > 150
