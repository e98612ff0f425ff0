"""Bringing the database up to date with the deck files, and what that changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection

from srs.core import deck as deck_names
from srs.core.deck import Deck
from srs.core.identity import Match, Placed, Plan, plan
from srs.core.item import Item
from srs.decks.check import name_taken
from srs.decks.read import find_deck_files, read_deck
from srs.errors import Fault, SrsError
from srs.storage import content, rows
from srs.storage.content import StoredDeck
from srs.storage.database import reading, writing
from srs.study.cards import Replayed, follow_settings
from srs.study.learner import Learner


@dataclass(frozen=True, slots=True)
class Report:
    """What a sync did, for the author to read.

    `faults` are of files that were left as they were; `missing` are files that are gone, whose
    decks stay. `unanswered` are questions that nobody has answered: they are not asked.
    `replayed` are decks that have another scheduler now.
    """

    decks: tuple[str, ...] = ()
    added: tuple[Placed, ...] = ()
    changed: tuple[Match, ...] = ()
    moved: tuple[Match, ...] = ()
    woken: tuple[Match, ...] = ()
    orphaned: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    replayed: tuple[Replayed, ...] = ()


def add(learner: Learner, paths: Sequence[Path]) -> Report:
    """Make deck files and folders known, and sync them.

    Raises:
        SrsError: a path is not there, or holds no deck.
    """
    files = find_deck_files(paths)
    if not files:
        raise SrsError(f"There is no deck file in {paths[0]}.", "Deck files end in .yaml or .yml.")
    report = _sync(learner, files)
    faulty = {fault.file for fault in report.faults}
    good = [path for path in paths if path.is_dir() or str(path) not in faulty]
    with writing(learner.engine) as connection:
        content.add_sources(connection, [str(path.resolve()) for path in good])
    return report


def sync(learner: Learner) -> Report:
    """Bring every known deck up to date with its file, and take in new files of known folders.

    A deck whose file is gone stays as it is, and is named.
    """
    replayed = follow_settings(learner)
    with reading(learner.engine) as connection:
        sources = [Path(path) for path in content.source_paths(connection)]
    report = _sync(learner, find_deck_files([path for path in sources if path.exists()]))
    with reading(learner.engine) as connection:
        kept = [deck.path for deck in content.all_decks(connection) if deck.path]
    gone = [path for path in (*map(str, sources), *kept) if not Path(path).exists()]
    return replace(report, missing=tuple(dict.fromkeys(gone)), replayed=tuple(replayed))


def has_decks(learner: Learner) -> bool:
    """Whether there is anything to learn."""
    with reading(learner.engine) as connection:
        return bool(content.all_decks(connection))


def store(learner: Learner, deck: Deck) -> Report:
    """Keep an imported deck in the database, beside what it already holds of that name.

    Raises:
        SrsError: the deck of that name is kept in a file.
    """
    with writing(learner.engine) as connection:
        same = _of_name(content.all_decks(connection), deck.name)
        if same is not None and same.path is not None:
            raise SrsError(
                f"The deck {deck.name} is kept in {same.path}.",
                "Write the import to a file of its own with --to FILE, and move its items over.",
            )
        new = [_Incoming(deck, same, None, "")]
        report = _apply(connection, learner, new, abandoned=(), complete=False)
    follow_settings(learner)
    return report


@dataclass(frozen=True, slots=True)
class _Incoming:
    """A deck as it comes in, the stored deck that it is, and the file it comes from."""

    deck: Deck
    stored: StoredDeck | None
    path: str | None
    digest: str


def _sync(learner: Learner, files: Sequence[Path]) -> Report:
    """Read the files that changed, and bring their decks up to date in one transaction."""
    with reading(learner.engine) as connection:
        known = {deck.path: deck.digest for deck in content.all_decks(connection)}
    digests = {str(path.resolve()): _digest(path) for path in files}
    read = {
        where: read_deck(path)
        for path in files
        if known.get(where := str(path.resolve())) != digests[where]
    }
    faults = [fault for file in read.values() for fault in file.faults]
    report = Report(warnings=tuple(w for file in read.values() for w in file.warnings))
    changed = {path: file.deck for path, file in read.items() if file.deck is not None}
    if changed:
        with writing(learner.engine) as connection:
            decks = content.all_decks(connection)
            incoming, clashes = _placed_in(decks, changed, digests)
            claimed = {new.stored.id for new in incoming if new.stored}
            abandoned = [d for d in decks if d.path in changed and d.id not in claimed]
            done = _apply(connection, learner, incoming, abandoned=abandoned, complete=True)
        report = replace(done, warnings=report.warnings)
        faults += clashes
        follow_settings(learner)
    return replace(report, faults=tuple(sorted(faults)))


def _placed_in(
    decks: Sequence[StoredDeck], changed: Mapping[str, Deck], digests: Mapping[str, str]
) -> tuple[list[_Incoming], list[Fault]]:
    """Say which stored deck each deck in a file is; a name that another file has is a fault."""
    incoming: list[_Incoming] = []
    clashes = []
    claimed: set[int] = set()
    for path, deck in changed.items():
        other = _other_file(decks, changed, path, deck)
        if other is not None:
            clashes.append(name_taken(path, deck.name, other))
            continue
        stored = _stored(decks, changed, path, deck)
        if stored is not None and stored.id in claimed:
            stored = None
        if stored is not None:
            claimed.add(stored.id)
        incoming.append(_Incoming(deck, stored, path, digests[path]))
    return incoming, clashes


def _other_file(
    decks: Sequence[StoredDeck], changed: Mapping[str, Deck], path: str, deck: Deck
) -> str | None:
    """Return the file that has a deck of this name already, `None` where none has."""
    for other, its_deck in changed.items():
        if other == path:
            break
        if _same(its_deck.name, deck.name):
            return other
    same = _of_name(decks, deck.name)
    if same is None or same.path in (None, path) or same.path in changed:
        return None
    return same.path if Path(str(same.path)).exists() else None


def _stored(
    decks: Sequence[StoredDeck], changed: Mapping[str, Deck], path: str, deck: Deck
) -> StoredDeck | None:
    """Return the stored deck that a deck in a file is: by name, by the name it had, by its file."""
    found = _of_name(decks, deck.name) or (_of_name(decks, deck.was) if deck.was else None)
    if found is None:
        found = next((stored for stored in decks if stored.path == path), None)
        if found and any(_same(other.name, found.name) for other in changed.values()):
            return None  # the deck of that name has another file now
    return found


def _of_name(decks: Iterable[StoredDeck], name: str) -> StoredDeck | None:
    return next((deck for deck in decks if _same(deck.name, name)), None)


def _same(name: str, other: str) -> bool:
    return deck_names.key(name) == deck_names.key(other)


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""  # reading the deck will say what is wrong


def _apply(
    connection: Connection,
    learner: Learner,
    incoming: Sequence[_Incoming],
    *,
    abandoned: Sequence[StoredDeck],
    complete: bool,
) -> Report:
    """Write decks and items.

    `abandoned` are decks whose files hold other decks now: their items may be among these.
    `complete`: what is not there has vanished.
    """
    stored = [new.stored.id for new in incoming if new.stored]
    known = content.known_items(connection, [*stored, *(deck.id for deck in abandoned)])
    ids = {
        deck_names.key(new.deck.name): content.save_deck(
            connection,
            new.stored.id if new.stored else None,
            name=_first_spelling(new),
            description=new.deck.description,
            path=new.path,
            digest=new.digest,
        )
        for new in incoming
    }
    content.forget_files(connection, [deck.id for deck in abandoned])
    renamed = {new.stored.name: new.deck.name for new in incoming if new.stored}
    known = [replace(item, deck=renamed.get(item.deck, item.deck)) for item in known]
    todo = plan(known, [item for new in incoming for item in _placed(new.deck)])
    if not complete:
        todo = replace(todo, orphaned=())
    content.apply(connection, todo, ids, rows.from_instant(learner.clock()))
    return _report(incoming, todo, content.unanswered_items(connection, ids.values()))


def _first_spelling(new: _Incoming) -> str:
    """Return the name to keep: the first spelling stays while only the case changes."""
    if new.stored is not None and _same(new.stored.name, new.deck.name):
        return new.stored.name
    return new.deck.name


def _placed(deck: Deck) -> list[Placed]:
    return [Placed(deck.name, _tagged(item, deck.tags), i) for i, item in enumerate(deck.items)]


def _tagged(item: Item, tags: tuple[str, ...]) -> Item:
    """Return the item with the deck's tags too."""
    both = tuple(dict.fromkeys((*tags, *item.tags)))
    return item if both == item.tags else replace(item, tags=both)


def _report(incoming: Sequence[_Incoming], done: Plan, unanswered: Sequence[str]) -> Report:
    return Report(
        decks=tuple(new.deck.name for new in incoming),
        added=done.added,
        changed=tuple(match for match in done.matched if match.changed),
        moved=tuple(match for match in done.matched if match.moved),
        woken=tuple(match for match in done.matched if match.known.orphan),
        orphaned=tuple(known.item.question for known in done.orphaned),
        unanswered=tuple(unanswered),
    )
