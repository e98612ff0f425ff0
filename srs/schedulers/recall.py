"""How likely a card is remembered, as far as its scheduler can say."""

from __future__ import annotations

from srs.core.memory import Memory
from srs.schedulers import Scheduler


def recall(scheduler: Scheduler, memory: Memory, elapsed: int) -> float:
    """Return the chance, 0 to 1, that a card is remembered `elapsed` study days after its answer.

    By the scheduler's own `recall` where it has one and the memory a stability; else by SM-2's
    assumption that it is 0.9 when the interval is over. A card on a learning step counts as one
    with an interval of a day.
    """
    own = getattr(scheduler, "recall", None)
    if own is not None and memory.stability:
        return float(own(memory, elapsed))
    return float(0.9 ** (elapsed / max(memory.interval, 1)))
