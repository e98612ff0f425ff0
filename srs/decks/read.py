"""Deck files: from a path to a deck, with every fault on the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from srs.core.deck import Deck, EmptyLevel, normal_name
from srs.core.item import Item
from srs.decks.document import Node, Scalar, compose
from srs.decks.fields import Fields, Notes, entries
from srs.decks.kinds import make_item
from srs.decks.wording import shortened
from srs.errors import Fault, SrsError

SUFFIXES = (".yaml", ".yml")
DECK = ("deck", "description", "tags", "was", "items")
ITEM = (
    "question",
    "id",
    "type",
    "options",
    "answer",
    "explanation",
    "source",
    "hint",
    "hints",
    "tags",
    "was",
    "cloze",
)

_APART = {
    "id": "give one of them another id",
    "question": "take one out, or give both an id",
    "was": "only one of them can have that history",
}


@dataclass(frozen=True, slots=True)
class DeckFile:
    """What a deck file holds: the deck, or the faults that keep it from being one.

    Attributes:
        name: the file as it was given.
        deck: `None` where there are faults.
        lines: the line, from 1, at which each item begins.
    """

    name: str
    deck: Deck | None
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    lines: tuple[int, ...] = ()


def find_deck_files(paths: Sequence[Path]) -> list[Path]:
    """Return files as they are given, and the deck files at any depth below folders, sorted.

    Hidden files and folders are passed over; a file that is reached twice counts once.

    Raises:
        SrsError: a path is not there, or cannot be looked at.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        try:
            for file in _below(path) if path.is_dir() else [path]:
                real = file.resolve(strict=True)
                if not real.is_file():
                    raise SrsError(f"{path} is neither a file nor a folder.")
                found.setdefault(real, file)
        except FileNotFoundError:
            raise SrsError(f"There is no file or folder {path}.") from None
        except (OSError, RuntimeError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise SrsError(f"{path} cannot be read: {reason}.") from None
    return list(found.values())


def _below(folder: Path) -> list[Path]:
    """Return the visible deck files at any depth below a folder, sorted."""
    below = (p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file())
    return sorted(
        p for p in below if not any(x.startswith(".") for x in p.relative_to(folder).parts)
    )


def read_deck(path: Path) -> DeckFile:
    """Read a deck file. Nothing is raised: what is wrong is among the faults."""
    name = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        return DeckFile(name, None, (Fault(name, 0, 0, f"cannot be read: {error.strerror}"),))
    try:
        return parse_deck(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        fault = Fault(name, line, column, "this is not UTF-8 text", "save the file as UTF-8")
        return DeckFile(name, None, (fault,))


def parse_deck(text: str, name: str) -> DeckFile:
    """Read the text of a deck file called `name`."""
    document = compose(text, name)
    notes = Notes(name, document.lines, list(document.faults))
    root = document.root
    if root is None or (isinstance(root, Scalar) and not root.value and root.plain):
        if not document.faults:
            notes.faults.append(
                Fault(name, 1, 1, "the file is empty", "write deck: NAME and items:")
            )
        return DeckFile(name, None, tuple(sorted(notes.faults)))
    deck, lines = _deck(notes, root)
    faults = tuple(sorted(notes.faults))
    return DeckFile(name, None if faults else deck, faults, tuple(sorted(notes.warnings)), lines)


def _deck(notes: Notes, root: Node) -> tuple[Deck | None, tuple[int, ...]]:
    fields = Fields.of(notes, root, DECK, "a deck file")
    if fields is None:
        return None, ()
    nodes: list[Node] = []
    if "items" in fields:
        nodes = list(entries(notes, fields.values["items"], "items"))
    elif not notes.faults:
        notes.fault(root, "the deck has no items", "add items:")
    read = [(node, _item(notes, node)) for node in nodes]
    _refuse_twins(notes, read)
    deck = Deck(
        name=_name(fields, "deck", fields.required("deck", "the file")),
        description=fields.text("description"),
        tags=fields.tags(),
        was=_name(fields, "was", fields.text("was")),
        items=tuple(item for _, item in read if item is not None),
    )
    return deck, tuple(node.line for node in nodes)


def _name(fields: Fields, key: str, text: str) -> str:
    if not text:
        return ""
    try:
        return normal_name(text)
    except EmptyLevel:
        fields.notes.fault(
            fields.values[key],
            f"the name {shortened(text)!r} has an empty level",
            "write it like A::B",
        )
        return ""


def _item(notes: Notes, node: Node) -> Item | None:
    faults = len(notes.faults)
    fields = Fields.of(notes, node, ITEM, "an item")
    if fields is None:
        return None
    common: dict[str, Any] = {
        "question": fields.text("cloze")
        if "cloze" in fields
        else fields.required("question", "the item"),
        "id": fields.text("id", one_line=True).strip(),
        "explanation": fields.text("explanation"),
        "source": fields.text("source"),
        "hints": (*fields.texts("hint"), *fields.texts("hints")),
        "tags": fields.tags(),
        "was": fields.text("was", one_line=True).strip(),
    }
    item = make_item(fields, common)
    if item is not None and len(notes.faults) == faults and not item.answered:
        notes.warn(node, "nobody has said the answer yet: it is not asked", "add answer: ...")
    return item


def _refuse_twins(notes: Notes, read: Sequence[tuple[Node, Item | None]]) -> None:
    """Refuse items that cannot be told apart: by id, without one by question, and by what was."""
    first: dict[tuple[str, str], Node] = {}
    for node, item in read:
        for sign in _signs(item) if item is not None else ():
            other = first.setdefault(sign, node)
            if other is not node:
                what, said = sign
                notes.fault(
                    node,
                    f"the {what} {shortened(said)!r} stands in line {other.line} already",
                    _APART[what],
                )


def _signs(item: Item) -> Iterator[tuple[str, str]]:
    """Yield what no other item of the deck may have."""
    if item.id:
        yield "id", item.id
    elif item.question:
        yield "question", item.question
    if item.was:
        yield "was", item.was
