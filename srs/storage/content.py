"""Queries on content: sources, decks, items and their cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from sqlalchemy import (
    ColumnElement,
    Connection,
    bindparam,
    case,
    exists,
    func,
    insert,
    literal,
    select,
    true,
    update,
)

from srs.core import deck as deck_names
from srs.core.card import Marks
from srs.core.identity import Known, Match, Placed, Plan, guid
from srs.core.memory import NEW
from srs.core.stored import StoredItem
from srs.storage import rows
from srs.storage.tables import cards, decks, items, learners, memory, sources

CHUNK = 500
"""So many values stand in one IN list; SQLite allows 32,766, older ones 999."""


@dataclass(frozen=True, slots=True)
class StoredDeck:
    """A deck's row. `path` is its file, `None` for a deck that was imported."""

    id: int
    name: str
    description: str
    path: str | None
    digest: str


def source_paths(connection: Connection) -> list[str]:
    """Return the files and folders that were made known, in the order they were."""
    return list(connection.execute(select(sources.c.path).order_by(sources.c.id)).scalars())


def add_sources(connection: Connection, paths: Iterable[str]) -> None:
    """Make files and folders known, those that are not yet."""
    new = sorted(set(paths) - set(source_paths(connection)))
    if new:
        connection.execute(insert(sources), [{"path": path} for path in new])


def all_decks(connection: Connection) -> list[StoredDeck]:
    """Return every deck, in the order they came."""
    query = select(decks.c.id, decks.c.name, decks.c.description, decks.c.path, decks.c.digest)
    return [StoredDeck(*row) for row in connection.execute(query.order_by(decks.c.id))]


def save_deck(
    connection: Connection,
    deck_id: int | None,
    *,
    name: str,
    description: str,
    path: str | None,
    digest: str,
) -> int:
    """Write a deck's row, a new one where there is no `deck_id`, and return its number."""
    values = {
        "name": name,
        "key": deck_names.key(name),
        "description": description,
        "path": path,
        "digest": digest,
    }
    if deck_id is None:
        row = connection.execute(insert(decks).values(values).returning(decks.c.id)).one()
        return int(row.id)
    connection.execute(update(decks).where(decks.c.id == deck_id).values(values))
    return deck_id


def forget_files(connection: Connection, deck_ids: Iterable[int]) -> None:
    """Note that decks are kept in no file any more."""
    connection.execute(
        update(decks).where(decks.c.id.in_(list(deck_ids))).values(path=None, digest="")
    )


@dataclass(frozen=True, slots=True)
class Size:
    """How much a deck holds, orphans apart."""

    items: int = 0
    cards: int = 0
    unanswered: int = 0


def sizes(connection: Connection) -> dict[int, Size]:
    """Return the size of every deck that holds anything."""
    query = (
        select(
            items.c.deck_id,
            func.count(),
            func.sum(items.c.prompts),
            func.sum(case((items.c.prompts == 0, 1), else_=0)),
        )
        .where(items.c.orphaned_at.is_(None))
        .group_by(items.c.deck_id)
    )
    return {deck: Size(*map(int, counts)) for deck, *counts in connection.execute(query)}


def known_items(connection: Connection, deck_ids: Iterable[int]) -> list[Known]:
    """Return the stored items of some decks, orphans included."""
    in_decks = items.c.deck_id.in_(list(deck_ids))
    query = (
        select(items.c.id, decks.c.name, items.c.content, items.c.position, items.c.orphaned_at)
        .join(decks, decks.c.id == items.c.deck_id)
        .where(in_decks)
        .order_by(items.c.id)
    )
    of_items = select(cards.c.item_id, cards.c.ordinal).join(items).where(in_decks)
    ordinals: defaultdict[int, set[int]] = defaultdict(set)
    for item_id, ordinal in connection.execute(of_items):
        ordinals[item_id].add(ordinal)
    return [
        Known(
            key=row.id,
            deck=row.name,
            item=rows.to_item(row._mapping),
            position=row.position,
            ordinals=frozenset(ordinals[row.id]),
            orphan=row.orphaned_at is not None,
        )
        for row in connection.execute(query)
    ]


def apply(connection: Connection, plan: Plan, deck_ids: Mapping[str, int], now: int) -> None:
    """Carry out a sync. `deck_ids` goes by the key of the deck's name, `now` is in milliseconds."""
    first_cards = _insert_items(connection, plan.added, deck_ids, now)
    _update_items(connection, plan.matched, deck_ids, now)
    _insert_cards(connection, first_cards + _more_cards(plan.matched))
    if plan.orphaned:
        connection.execute(
            update(items).where(items.c.id == bindparam("key")).values(orphaned_at=now),
            [{"key": known.key} for known in plan.orphaned],
        )


def _insert_items(
    connection: Connection, placed: Sequence[Placed], deck_ids: Mapping[str, int], now: int
) -> list[dict[str, int]]:
    if not placed:
        return []
    values = [
        {
            **rows.from_item(new.item),
            "deck_id": deck_ids[deck_names.key(new.deck)],
            "guid": identity,
            "position": new.position,
            "modified_at": now,
        }
        for new, identity in zip(placed, _guids(connection, placed), strict=True)
    ]
    inserted = connection.execute(
        insert(items).returning(items.c.id, sort_by_parameter_order=True), values
    ).scalars()
    return [
        {"item_id": key, "ordinal": ordinal}
        for key, new in zip(inserted, placed, strict=True)
        for ordinal in sorted(rows.ordinals(new.item))
    ]


def _guids(connection: Connection, placed: Sequence[Placed]) -> list[str]:
    """Return an identity for each new item that no other item, stored or new, bears."""
    taken = set[str]()
    wished = [guid(new.deck, new.item, lambda _: False) for new in placed]
    for start in range(0, len(wished), CHUNK):
        chunk = wished[start : start + CHUNK]
        taken |= set(
            connection.execute(select(items.c.guid).where(items.c.guid.in_(chunk))).scalars()
        )

    def is_taken(identity: str) -> bool:
        if identity in taken:
            return True
        one = select(items.c.id).where(items.c.guid == identity)
        return identity not in unused and connection.execute(one).first() is not None

    unused = set(wished) - taken
    given = []
    for new in placed:
        given.append(guid(new.deck, new.item, is_taken))
        taken.add(given[-1])
    return given


def _update_items(
    connection: Connection, matched: Sequence[Match], deck_ids: Mapping[str, int], now: int
) -> None:
    rewritten = [match for match in matched if match.changed]
    if rewritten:
        # Later by a second at least, whatever the clock says: Anki compares whole seconds.
        second_later = items.c.modified_at + 1000
        newer = case((second_later > now, second_later), else_=now)
        written = ("kind", "question", "content", "prompts")
        connection.execute(
            update(items)
            .where(items.c.id == bindparam("key"))
            .values(modified_at=newer, **{name: bindparam(name) for name in written}),
            [{**rows.from_item(match.placed.item), "key": match.known.key} for match in rewritten],
        )
        _ask_what_is_there(connection, rewritten)
    placed_anew = [
        match
        for match in matched
        if match.moved or match.known.orphan or match.known.position != match.placed.position
    ]
    if placed_anew:
        connection.execute(
            update(items)
            .where(items.c.id == bindparam("key"))
            .values(deck_id=bindparam("deck"), position=bindparam("place"), orphaned_at=None),
            [
                {
                    "key": match.known.key,
                    "deck": deck_ids[deck_names.key(match.placed.deck)],
                    "place": match.placed.position,
                }
                for match in placed_anew
            ],
        )


def _more_cards(matched: Sequence[Match]) -> list[dict[str, int]]:
    """Return the cards that changed items have now and never had."""
    return [
        {"item_id": match.known.key, "ordinal": ordinal}
        for match in matched
        if match.changed
        for ordinal in sorted(rows.ordinals(match.placed.item) - match.known.ordinals)
    ]


def _ask_what_is_there(connection: Connection, rewritten: Iterable[Match]) -> None:
    """Let those cards of changed items be asked that the items still have."""
    values = [
        {"item": match.known.key, "place": ordinal, "now": ordinal in there}
        for match in rewritten
        if match.known.ordinals != (there := rows.ordinals(match.placed.item))
        for ordinal in match.known.ordinals
    ]
    if values:
        connection.execute(
            update(cards)
            .where(cards.c.item_id == bindparam("item"), cards.c.ordinal == bindparam("place"))
            .values(asked=bindparam("now")),
            values,
        )


def _insert_cards(connection: Connection, values: list[dict[str, int]]) -> None:
    if not values:
        return
    newest = connection.execute(select(func.coalesce(func.max(cards.c.id), 0))).scalar_one()
    connection.execute(insert(cards), values)
    give_memory(connection, cards.c.id > newest)


def give_memory(connection: Connection, *conditions: ColumnElement[bool]) -> None:
    """Give every learner a row of memory for those of the cards that have none yet."""
    blank = rows.from_memory(NEW) | rows.from_marks(Marks())
    blank = {name: value for name, value in blank.items() if value is not None}
    has_one = exists().where(memory.c.learner_id == learners.c.id, memory.c.card_id == cards.c.id)
    pairs = (
        select(learners.c.id, cards.c.id, *(literal(value) for value in blank.values()))
        .select_from(learners.join(cards, true()))
        .where(*conditions, ~has_one)
    )
    connection.execute(insert(memory).from_select(["learner_id", "card_id", *blank], pairs))


def stored_items(connection: Connection, deck_ids: Iterable[int]) -> list[StoredItem]:
    """Return the items of some decks as they leave for other programs, in the decks' order."""
    query = (
        select(
            items.c.id,
            items.c.guid,
            decks.c.name,
            items.c.content,
            items.c.modified_at,
            items.c.position,
            cards.c.id,
        )
        .join(decks, decks.c.id == items.c.deck_id)
        .join(cards, (cards.c.item_id == items.c.id) & cards.c.asked)
        .where(items.c.deck_id.in_(list(deck_ids)), items.c.orphaned_at.is_(None))
        .order_by(decks.c.id, items.c.position, items.c.id, cards.c.ordinal)
    )
    return [
        StoredItem(
            key=key,
            guid=first.guid,
            deck=first.name,
            item=rows.to_item(first._mapping),
            modified=rows.to_instant(first.modified_at),
            position=first.position,
            cards=(first[6], *(row[6] for row in siblings)),
        )
        for key, (first, *siblings) in (
            (key, list(group)) for key, group in groupby(connection.execute(query), itemgetter(0))
        )
    ]


def unanswered_items(connection: Connection, deck_ids: Iterable[int]) -> list[str]:
    """Return the questions, in the decks' order, whose answer nobody has said yet."""
    query = (
        select(items.c.question)
        .where(
            items.c.deck_id.in_(list(deck_ids)), items.c.orphaned_at.is_(None), items.c.prompts == 0
        )
        .order_by(items.c.deck_id, items.c.position)
    )
    return list(connection.execute(query).scalars())
