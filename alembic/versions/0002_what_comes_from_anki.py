"""What comes from Anki

Revision: 0002
Follows: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

Number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column(
        "cards", sa.Column("asked", sa.Boolean(), nullable=False, server_default=sa.true())
    )
    op.execute(
        "UPDATE cards SET asked = "
        "ordinal < (SELECT prompts FROM items WHERE items.id = cards.item_id)"
    )
    op.add_column("reviews", sa.Column("origin", sa.Text(), nullable=False, server_default=""))

    # Nothing ever wrote to it: files were tied to items, and Anki's are not.
    op.drop_table("media")
    op.create_table(
        "media",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_media"),
    )

    for kept in ("notetypes", "presets"):
        op.create_table(
            f"anki_{kept}",
            sa.Column("id", Number, autoincrement=False, nullable=False),
            sa.Column("content", sa.Text(), nullable=False),
            sa.PrimaryKeyConstraint("id", name=f"pk_anki_{kept}"),
        )
    op.create_table(
        "anki_decks",
        sa.Column("deck_id", Number, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name="fk_anki_decks_deck_id"),
        sa.PrimaryKeyConstraint("deck_id", name="pk_anki_decks"),
    )
    op.create_table(
        "anki_notes",
        sa.Column("item_id", Number, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("notetype_id", Number, nullable=False),
        sa.Column("modified_at", sa.BigInteger(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("fields", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name="fk_anki_notes_item_id"),
        sa.ForeignKeyConstraint(
            ["notetype_id"], ["anki_notetypes.id"], name="fk_anki_notes_notetype_id"
        ),
        sa.PrimaryKeyConstraint("item_id", name="pk_anki_notes"),
        sa.UniqueConstraint("number", name="uq_anki_notes_number"),
    )
    op.create_index("ix_anki_notes_notetype_id", "anki_notes", ["notetype_id"])
    op.create_table(
        "anki_cards",
        sa.Column("card_id", Number, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("deck_id", Number, nullable=False),
        sa.Column("modified_at", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name="fk_anki_cards_card_id"),
        sa.ForeignKeyConstraint(["deck_id"], ["decks.id"], name="fk_anki_cards_deck_id"),
        sa.PrimaryKeyConstraint("card_id", name="pk_anki_cards"),
        sa.UniqueConstraint("number", name="uq_anki_cards_number"),
    )
    op.create_index("ix_anki_cards_deck_id", "anki_cards", ["deck_id"])


def downgrade() -> None:
    for name in ("anki_cards", "anki_notes", "anki_decks", "anki_presets", "anki_notetypes"):
        op.drop_table(name)
    op.drop_table("media")
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
    op.drop_column("reviews", "origin")
    op.drop_column("cards", "asked")
