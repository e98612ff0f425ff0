"""Bringing the database up to date with the deck files, and what that changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

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
    report = _sync(learner, files, known_only=False)
    faulty = {fault.file for fault in report.faults}
    good = [p for p in paths if p.is_dir() or str(p) not in faulty]
    with writing(learner.engine) as connection:
        content.add_sources(connection, [str(path.resolve()) for path in good])
    return report


def sync(learner: Learner) -> Report:
    """Bring every known deck up to date with its file, and take in new files of known folders."""
    with reading(learner.engine) as connection:
        sources = [Path(path) for path in content.source_paths(connection)]
    replayed = follow_settings(learner)
    there = [path for path in sources if path.exists()]
    report = _sync(learner, find_deck_files(there), known_only=True)
    gone = [str(path) for path in sources if not path.exists()]
    return replace(
        report,
        missing=tuple(dict.fromkeys((*report.missing, *gone))),
        replayed=tuple(replayed),
    )


def has_decks(learner: Learner) -> bool:
    """Whether there is anything to learn."""
    with reading(learner.engine) as connection:
        return bool(content.all_decks(connection))


def store(learner: Learner, deck: Deck) -> Report:
    """Keep an imported deck in the database, beside what it already holds of that name.

    Raises:
        SrsError: the deck of that name is kept in a file.
    """
    with reading(learner.engine) as connection:
        decks = content.all_decks(connection)
    same = _of_name(decks, deck.name)
    if same is not None and same.path is not None:
        raise SrsError(
            f"The deck {deck.name} is kept in {same.path}.",
            "Write the import to a file of its own with --to FILE, and move its items over.",
        )
    return _apply(learner, [_Incoming(deck, same, None, "")], complete=False)


@dataclass(frozen=True, slots=True)
class _Incoming:
    """A deck as it comes in, the stored deck that it is, and the file it comes from."""

    deck: Deck
    stored: StoredDeck | None
    path: str | None
    digest: str


def _sync(learner: Learner, files: Sequence[Path], *, known_only: bool) -> Report:
    with reading(learner.engine) as connection:
        decks = content.all_decks(connection)
    digests = {str(path.resolve()): _digest(path) for path in files}
    unchanged = {deck.path for deck in decks if deck.digest == digests.get(deck.path or "")}
    read = [read_deck(path) for path in files if str(path.resolve()) not in unchanged]
    faults = [fault for file in read for fault in file.faults]
    warnings = [warning for file in read for warning in file.warnings]
    good = {str(Path(file.name).resolve()): file.deck for file in read if file.deck is not None}
    incoming = []
    for path, deck in good.items():
        stored = _stored(decks, deck, path, good)
        rival = stored.path if stored is not None else None
        twin = next((p for p, d in good.items() if p < path and _same(d.name, deck.name)), None)
        if rival not in (None, path) and Path(str(rival)).exists() and rival not in good:
            twin = rival
        if twin is not None:
            faults.append(name_taken(path, deck.name, twin))
        else:
            incoming.append(_Incoming(deck, stored, path, digests[path]))
    report = _apply(learner, incoming, complete=True)
    missing = [
        deck.path
        for deck in decks
        if known_only
        and deck.path
        and deck.path not in digests
        and not Path(deck.path).exists()
        and not any(new.stored is deck for new in incoming)
    ]
    return replace(
        report, faults=tuple(sorted(faults)), warnings=tuple(warnings), missing=tuple(missing)
    )


def _stored(
    decks: Sequence[StoredDeck], deck: Deck, path: str, files: Mapping[str, Deck]
) -> StoredDeck | None:
    """Return the stored deck that a deck in a file is: by name, by the name it had, by its file."""
    found = _of_name(decks, deck.name)
    if found is None and deck.was:
        found = _of_name(decks, deck.was)
    if found is None:
        found = next((d for d in decks if d.path == path), None)
        if found and any(_same(other.name, found.name) for other in files.values()):
            return None  # that deck now has another file
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


def _apply(learner: Learner, incoming: Sequence[_Incoming], *, complete: bool) -> Report:
    """Write decks and items in one transaction. `complete`: what is not there has vanished."""
    if not incoming:
        return Report()
    now = rows.from_instant(learner.clock())
    with writing(learner.engine) as connection:
        stored_ids = [new.stored.id for new in incoming if new.stored]
        known = content.known_items(connection, stored_ids)
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
        renamed = {new.stored.name: new.deck.name for new in incoming if new.stored}
        known = [replace(item, deck=renamed[item.deck]) for item in known]
        todo = plan(known, [item for new in incoming for item in _placed(new.deck)])
        if not complete:
            todo = replace(todo, orphaned=())
        content.apply(connection, todo, ids, now)
        unanswered = content.unanswered_items(connection, ids.values())
    follow_settings(learner)
    return _report(incoming, todo, unanswered)


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
