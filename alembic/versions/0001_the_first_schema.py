"""The first schema

Revision: 0001
Follows:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "decks",
        sa.Column("id", Number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decks"),
        sa.UniqueConstraint("key", name="uq_decks_key"),
    )
    op.create_index("ix_decks_path", "decks", ["path"])

    op.create_table(
        "learners",
        sa.Column("id", Number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_learners"),
        sa.UniqueConstraint("name", name="uq_learners_name"),
    )
    op.create_table(
        "sources",
        sa.Column("id", Number, nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sources"),
        sa.UniqueConstraint("path", name="uq_sources_path"),
    )
    op.create_table(
        "items",
        sa.Column("id", Number, nullable=False),
        sa.Column("deck_id", Number, nullable=False),
        sa.Column("guid", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("prompts", sa.Integer(), nullable=False),
        sa.Column("modified_at", sa.BigInteger(), nullable=False),
        sa.Column("orphaned_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name="fk_items_deck_id"),
        sa.PrimaryKeyConstraint("id", name="pk_items"),
        sa.UniqueConstraint("guid", name="uq_items_guid"),
    )
    op.create_index("ix_items_deck_id", "items", ["deck_id"])

    op.create_table(
        "sessions",
        sa.Column("learner_id", Number, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name="fk_sessions_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "id", name="pk_sessions"),
    )
    op.create_table(
        "undo",
        sa.Column("learner_id", Number, nullable=False),
        sa.Column(
            "id",
            Number,
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("reviews", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name="fk_undo_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "id", name="pk_undo"),
    )
    op.create_table(
        "cards",
        sa.Column("id", Number, nullable=False),
        sa.Column("item_id", Number, nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_cards_item_id"),
        sa.PrimaryKeyConstraint("id", name="pk_cards"),
        sa.UniqueConstraint("item_id", "ordinal", name="uq_cards_item_id_ordinal"),
    )
    op.create_table(
        "media",
        sa.Column("id", Number, nullable=False),
        sa.Column("item_id", Number, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_media_item_id"),
        sa.PrimaryKeyConstraint("id", name="pk_media"),
        sa.UniqueConstraint("item_id", "name", name="uq_media_item_id_name"),
    )
    op.create_index("ix_media_item_id", "media", ["item_id"])

    op.create_table(
        "memory",
        sa.Column("learner_id", Number, nullable=False),
        sa.Column("card_id", Number, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due_day", sa.Integer(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("interval", sa.Integer(), nullable=False),
        sa.Column("ease", sa.Float(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("reps", sa.Integer(), nullable=False),
        sa.Column("lapses", sa.Integer(), nullable=False),
        sa.Column("stability", sa.Float(), nullable=True),
        sa.Column("difficulty", sa.Float(), nullable=True),
        sa.Column("reviewed_at", sa.BigInteger(), nullable=True),
        sa.Column("reviewed_day", sa.Integer(), nullable=True),
        sa.Column("suspended", sa.Boolean(), nullable=False),
        sa.Column("buried_until", sa.Integer(), nullable=True),
        sa.Column("flag", sa.Integer(), nullable=False),
        sa.Column("leech", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name="fk_memory_card_id"),
        sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name="fk_memory_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "card_id", name="pk_memory"),
    )
    op.create_index("ix_memory_learner_id_reviewed_day", "memory", ["learner_id", "reviewed_day"])
    op.create_index(
        "ix_memory_learner_id_state_due_day", "memory", ["learner_id", "state", "due_day"]
    )

    op.create_table(
        "reviews",
        sa.Column("learner_id", Number, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("card_id", Number, nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("grade", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("scheduler", sa.Text(), nullable=False),
        sa.Column("due_day", sa.Integer(), nullable=True),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("interval", sa.Integer(), nullable=False),
        sa.Column("last_interval", sa.Integer(), nullable=False),
        sa.Column("ease", sa.Float(), nullable=False),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("correct", sa.Boolean(), nullable=True),
        sa.Column("taken_ms", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name="fk_reviews_card_id"),
        sa.ForeignKeyConstraint(
            ["learner_id", "session_id"],
            ["sessions.learner_id", "sessions.id"],
            name="fk_reviews_learner_id_session_id",
        ),
        sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name="fk_reviews_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "id", name="pk_reviews"),
    )
    op.create_index("ix_reviews_learner_id_card_id", "reviews", ["learner_id", "card_id"])
    op.create_index("ix_reviews_learner_id_day", "reviews", ["learner_id", "day"])
    op.create_table(
        "schedules",
        sa.Column("learner_id", Number, nullable=False),
        sa.Column("deck_id", Number, nullable=False),
        sa.Column("scheduler", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name="fk_schedules_deck_id"),
        sa.ForeignKeyConstraint(["learner_id"], ["learners.id"], name="fk_schedules_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "deck_id", name="pk_schedules"),
    )


def downgrade() -> None:
    op.drop_table("schedules")
    op.drop_index("ix_reviews_learner_id_day", "reviews")
    op.drop_index("ix_reviews_learner_id_card_id", "reviews")
    op.drop_table("reviews")
    op.drop_index("ix_memory_learner_id_state_due_day", "memory")
    op.drop_index("ix_memory_learner_id_reviewed_day", "memory")
    op.drop_table("memory")
    op.drop_index("ix_media_item_id", "media")
    op.drop_table("media")
    op.drop_table("cards")
    op.drop_table("undo")
    op.drop_table("sessions")
    op.drop_index("ix_items_deck_id", "items")
    op.drop_table("items")
    op.drop_table("sources")
    op.drop_table("learners")
    op.drop_index("ix_decks_path", "decks")
    op.drop_table("decks")
