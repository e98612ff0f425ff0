"""One learner at one database: what every use case is given."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine

from srs.clock import Calendar, Clock, system_clock
from srs.config import Config, load_config
from srs.core.memory import Moment
from srs.storage import memory
from srs.storage.database import open_database, reading, writing

WITHOUT_NAME = "me"
"""Who learns where nobody says who."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner with the database, the configuration and the clock they learn by."""

    id: int
    name: str
    engine: Engine
    config: Config
    calendar: Calendar
    clock: Clock

    def moment(self, at: datetime | None = None) -> Moment:
        """Return the present moment, or the one of an instant."""
        return Moment.of(self.calendar, at or self.clock())


def open_learner() -> Learner:
    """Open the database for the learner that `SRS_LEARNER` names, known or new.

    Raises:
        SrsError: the configuration or the database cannot be used.
    """
    config = load_config()
    name = os.environ.get("SRS_LEARNER", "").strip() or WITHOUT_NAME
    clock = system_clock()
    engine = open_database()
    with reading(engine) as connection:
        number = memory.learner_number(connection, name)
    if number is None:
        with writing(engine) as connection:
            known = memory.learner_number(connection, name)
            number = memory.add_learner(connection, name) if known is None else known
    return Learner(number, name, engine, config, config.calendar, clock)
