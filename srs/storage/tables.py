"""The tables, as SQLAlchemy Core sees them. Alembic's migrations make them.

Content (decks, items, cards) and memory (by learner) are apart, so that one database serves a
class. The learner's number stands first in every key of a learner's rows. Instants are
milliseconds since 1970-01-01 UTC, study days are days since 1970-01-01.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Number = BigInteger().with_variant(Integer, "sqlite")
"""A 64-bit number; SQLite numbers rows by itself only where the type is spelt INTEGER."""

sources = Table(
    "sources",
    metadata,
    Column("id", Number, primary_key=True),
    Column("path", Text, nullable=False, unique=True),
)
"""The files and folders that the learner made known."""

decks = Table(
    "decks",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False),
    Column("key", Text, nullable=False, unique=True),
    Column("description", Text, nullable=False, default=""),
    Column("path", Text, index=True),
    Column("digest", Text, nullable=False, default=""),
)
"""`path` is the file the deck is kept in, null where it was imported into the database alone."""

items = Table(
    "items",
    metadata,
    Column("id", Number, primary_key=True),
    Column("deck_id", Number, ForeignKey("decks.id"), nullable=False, index=True),
    Column("guid", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("prompts", Integer, nullable=False),
    Column("modified_at", BigInteger, nullable=False),
    Column("orphaned_at", BigInteger),
)
"""`prompts` counts the cards that are asked now: 0 while the item is unanswered. `orphaned_at` is
set while no file holds the item."""

cards = Table(
    "cards",
    metadata,
    Column("id", Number, primary_key=True),
    Column("item_id", Number, ForeignKey("items.id"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("asked", Boolean, nullable=False, server_default=true()),
    UniqueConstraint("item_id", "ordinal"),
)
"""`asked`: the item has this card now, and did not only have it once."""

media = Table(
    "media",
    metadata,
    Column("name", Text, primary_key=True),
    Column("sha256", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
)
"""The pictures and sounds that items name, kept as files named for the hash of their content."""

anki_notetypes = Table(
    "anki_notetypes",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("content", Text, nullable=False),
)
"""Note types as they came, by Anki's number: JSON as in schema 11."""

anki_presets = Table(
    "anki_presets",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("content", Text, nullable=False),
)
"""Deck presets as they came, by Anki's number: JSON as in schema 11."""

anki_decks = Table(
    "anki_decks",
    metadata,
    Column("deck_id", Number, ForeignKey("decks.id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
)
"""What a deck was in Anki: its number there, and JSON as in schema 11."""

anki_notes = Table(
    "anki_notes",
    metadata,
    Column("item_id", Number, ForeignKey("items.id"), primary_key=True),
    Column("number", BigInteger, nullable=False, unique=True),
    Column("notetype_id", Number, ForeignKey("anki_notetypes.id"), nullable=False, index=True),
    Column("modified_at", BigInteger, nullable=False),
    Column("tags", Text, nullable=False),
    Column("fields", Text, nullable=False),
    Column("data", Text, nullable=False),
)
"""The note an item came from. While `modified_at` is the item's own, it goes back as it came.
`fields` is a JSON list."""

anki_cards = Table(
    "anki_cards",
    metadata,
    Column("card_id", Number, ForeignKey("cards.id"), primary_key=True),
    Column("number", BigInteger, nullable=False, unique=True),
    Column("deck_id", Number, ForeignKey("decks.id"), nullable=False, index=True),
    Column("modified_at", BigInteger, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
"""What a card was in Anki: its number, its own deck, its place among new cards, and JSON."""

learners = Table(
    "learners",
    metadata,
    Column("id", Number, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
)

memory = Table(
    "memory",
    metadata,
    Column("learner_id", Number, ForeignKey("learners.id"), primary_key=True),
    Column("card_id", Number, ForeignKey("cards.id"), primary_key=True),
    Column("state", Text, nullable=False),
    Column("due_day", Integer),
    Column("due_at", BigInteger),
    Column("interval", Integer, nullable=False),
    Column("ease", Float, nullable=False),
    Column("step", Integer, nullable=False),
    Column("reps", Integer, nullable=False),
    Column("lapses", Integer, nullable=False),
    Column("stability", Float),
    Column("difficulty", Float),
    Column("reviewed_at", BigInteger),
    Column("reviewed_day", Integer),
    Column("suspended", Boolean, nullable=False),
    Column("buried_until", Integer),
    Column("flag", Integer, nullable=False),
    Column("leech", Boolean, nullable=False),
    Index(None, "learner_id", "state", "due_day"),
    Index(None, "learner_id", "reviewed_day"),
)
"""One row for each learner and card, from the moment that both exist."""

sessions = Table(
    "sessions",
    metadata,
    Column("learner_id", Number, ForeignKey("learners.id"), primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("ended_at", BigInteger),
)
"""`id` is the instant at which it began."""

reviews = Table(
    "reviews",
    metadata,
    Column("learner_id", Number, ForeignKey("learners.id"), primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("card_id", Number, ForeignKey("cards.id"), nullable=False),
    Column("session_id", BigInteger),
    Column("at", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    Column("grade", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("scheduler", Text, nullable=False),
    Column("due_day", Integer),
    Column("due_at", BigInteger),
    Column("interval", Integer, nullable=False),
    Column("last_interval", Integer, nullable=False),
    Column("ease", Float, nullable=False),
    Column("response", Text, nullable=False),
    Column("correct", Boolean),
    Column("taken_ms", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("origin", Text, nullable=False, server_default=""),
    ForeignKeyConstraint(["learner_id", "session_id"], ["sessions.learner_id", "sessions.id"]),
    Index(None, "learner_id", "card_id"),
    Index(None, "learner_id", "day"),
)
"""The log. `id` is `at`, or the next number that is free where two answers share it; `grade` is 0
where nothing was answered; `origin` is JSON: what a row was in the program it came from."""

undo = Table(
    "undo",
    metadata,
    Column("learner_id", Number, ForeignKey("learners.id"), primary_key=True),
    Column("id", Number, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("reviews", Text, nullable=False),
    Column("before", Text, nullable=False),
)
"""What can be taken back, the latest last: as JSON, the rows of `memory` as they were, and the
numbers of the reviews that the step wrote."""

schedules = Table(
    "schedules",
    metadata,
    Column("learner_id", Number, ForeignKey("learners.id"), primary_key=True),
    Column("deck_id", Number, ForeignKey("decks.id"), primary_key=True),
    Column("scheduler", Text, nullable=False),
)
"""Which scheduler made the memories of a deck: where the settings name another, it is replayed."""
