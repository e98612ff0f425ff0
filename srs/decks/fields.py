"""Reading the fields of a mapping: text exactly as typed, and a fault for all that is not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from srs.decks.document import UNSTORABLE, Mapping, Node, Scalar, Sequence
from srs.decks.wording import shortened
from srs.errors import Fault

_NOTHING = {"", "~", "null", "Null", "NULL"}


@dataclass(slots=True)
class Notes:
    """The faults and warnings of one file, gathered while it is read."""

    file: str
    lines: tuple[str, ...]
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)

    def fault(self, node: Node, message: str, mend: str = "") -> None:
        """Note a fault at a node."""
        self.faults.append(Fault(self.file, node.line, node.column, message, mend))

    def warn(self, node: Node, message: str, mend: str = "") -> None:
        """Note something that is allowed and may not be meant."""
        self.warnings.append(Fault(self.file, node.line, node.column, message, mend))

    def refuse_sign(self, node: Node) -> bool:
        """Note a fault and return true where a value begins with a sign that is YAML's own."""
        if not isinstance(node, Scalar) or not node.sign:
            return False
        shown = shortened(self.lines[node.line - 1])
        self.fault(
            node, f"a value cannot begin with {node.sign}: {shown!r}", "put quotes round the value"
        )
        return True

    def comment_after(self, node: Scalar) -> str:
        """Return the comment that follows a plain value in its line.

        Two spaces before the `#` say that it is meant as one.
        """
        rest = self.lines[node.end_line - 1][node.end_column - 1 :] if node.plain else ""
        meant = node.value and rest.startswith("  ")
        return rest.strip() if rest.lstrip().startswith("#") and not meant else ""


def closest(word: str, allowed: Collection[str]) -> str | None:
    """Return which of the allowed words was probably meant, if any."""
    names = {name.casefold(): name for name in reversed(list(allowed))}
    close = get_close_matches(word.casefold(), names, 1)
    return names[close[0]] if close else None


@dataclass(slots=True)
class Fields:
    """The fields of one mapping in a deck file."""

    notes: Notes
    node: Mapping
    values: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)
    misspelt: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, notes: Notes, node: Node, allowed: Collection[str], what: str) -> Fields | None:
        """Return the fields of a mapping, `None` for another node; unknown keys are faults."""
        if notes.refuse_sign(node):
            return None
        if not isinstance(node, Mapping):
            example = next(iter(allowed))
            notes.fault(node, f"{what} must be KEY: VALUE lines", f"begin with {example}: ...")
            return None
        fields = cls(notes, node)
        for key, value in node.pairs:
            fields._add(key, value, allowed, what)
        return fields

    def _add(self, key: Node, value: Node, allowed: Collection[str], what: str) -> None:
        if self.notes.refuse_sign(key):
            return
        if not isinstance(key, Scalar):
            self.notes.fault(key, "a key must be a word", "write KEY: VALUE")
        elif key.value in self.keys:
            first = self.keys[key.value].line
            self.notes.fault(
                key, f"{key.value!r} stands twice, first in line {first}", "keep one of them"
            )
        elif key.value not in allowed:
            meant = closest(key.value, allowed)
            self.misspelt.add(meant or "")
            mend = f"did you mean {meant}?" if meant else f"{what} has: {', '.join(allowed)}"
            self.notes.fault(key, f"unknown key {shortened(key.value)!r}", mend)
        else:
            self.keys[key.value] = key
            self.values[key.value] = value

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, name: str, *, one_line: bool = False) -> str:
        """Return a field's text, empty where it is missing or faulty."""
        node = self.values.get(name)
        return "" if node is None else text(self.notes, node, name, one_line=one_line)

    def required(self, name: str, what: str) -> str:
        """Return a field's text; its absence is a fault."""
        self.need(name, what)
        return self.text(name)

    def need(self, name: str, what: str) -> bool:
        """Say whether a field is there; if not, that is a fault, unless its key is misspelt."""
        if name not in self.values and name not in self.misspelt:
            self.notes.fault(self.node, f"{what} has no {name}", f"add {name}: ...")
        return name in self.values

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts; a single one counts as a list of one."""
        node = self.values.get(name)
        if node is None:
            return ()
        parts = node.parts if isinstance(node, Sequence) else [node]
        return tuple(said for part in parts if (said := text(self.notes, part, name)))

    def tags(self) -> tuple[str, ...]:
        """Return the tags: a list, or one text split at commas; each once (rule 11)."""
        words = self.texts("tags")
        if isinstance(self.values.get("tags"), Scalar):
            words = tuple(word for single in words for word in single.split(","))
        return tuple(dict.fromkeys(" ".join(word.split()) for word in words if word.strip()))

    def truth(self, name: str) -> bool:
        """Return whether a field says true; it is false where it is missing or faulty."""
        said = self.text(name)
        if said and truth(said) is None:
            self.notes.fault(self.values[name], f"{name} cannot be {said!r}", "write true or false")
        return truth(said) or False


def entries(notes: Notes, node: Node, what: str) -> Iterator[Node]:
    """Yield the entries of a list; a node that is no list is a fault."""
    if isinstance(node, Sequence):
        yield from node.parts
    elif not notes.refuse_sign(node):
        notes.fault(node, f"{what} must be a list", "begin each entry with '- '")


def truth(word: str) -> bool | None:
    """Return what a word says, in any case of letters; `None` where it is neither."""
    return {"true": True, "yes": True, "false": False, "no": False}.get(word.strip().lower())


def text(notes: Notes, node: Node, name: str, *, one_line: bool = False) -> str:
    """Return the text of a value exactly as typed; nothing, or what is no text, is a fault."""
    if notes.refuse_sign(node):
        return ""
    if not isinstance(node, Scalar):
        notes.fault(node, f"{name} must be text", "put quotes round the value")
        return ""
    comment = notes.comment_after(node)
    if node.plain and node.value in _NOTHING:
        said = f"is {node.value}, which stands for nothing" if node.value else "is empty"
        said += f", as {shortened(comment)!r} is a comment" if comment else ""
        notes.fault(node, f"{name} {said}", "write it, in quotes if this is meant")
    elif not node.value.strip():
        notes.fault(node, f"{name} is empty", "write it, or take the line out")
    elif found := UNSTORABLE.search(node.value):
        notes.fault(node, f"{name} cannot hold the character U+{ord(found[0]):04X}", "remove it")
    elif one_line and len(node.value.splitlines()) > 1:
        notes.fault(node, f"{name} must be one line", "join the lines")
    else:
        if comment:
            notes.warn(
                node,
                f"{name}: {shortened(comment)!r} is a comment and not part of the text",
                "put quotes round the value if it is meant",
            )
        return node.value
    return ""
