"""Reading the fields of a mapping: text exactly as typed, and a fault for all that is not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

import yaml

from srs.decks.document import Place
from srs.errors import Fault

_NOTHING = {"", "~", "null", "Null", "NULL"}


@dataclass(slots=True)
class Notes:
    """The faults and warnings of one file, gathered while it is read."""

    file: str
    lines: list[str]
    faults: list[Fault] = field(default_factory=list)
    warnings: list[Fault] = field(default_factory=list)

    def fault(self, node: yaml.Node, message: str, mend: str = "") -> None:
        """Note a fault at a node."""
        self.faults.append(self._at(node, message, mend))

    def warn(self, node: yaml.Node, message: str, mend: str = "") -> None:
        """Note something that is allowed and may not be meant."""
        self.warnings.append(self._at(node, message, mend))

    def _at(self, node: yaml.Node, message: str, mend: str) -> Fault:
        place = Place.of(node.start_mark)
        return Fault(self.file, place.line, place.column, message, mend)


def is_plain(node: yaml.ScalarNode) -> bool:
    """Whether a value was written without quotes."""
    return not node.style


@dataclass(slots=True)
class Fields:
    """The fields of one mapping in a deck file."""

    notes: Notes
    node: yaml.MappingNode
    values: dict[str, yaml.Node] = field(default_factory=dict)
    keys: dict[str, yaml.ScalarNode] = field(default_factory=dict)

    @classmethod
    def of(
        cls, notes: Notes, node: yaml.Node, allowed: Collection[str], what: str
    ) -> Fields | None:
        """Return the fields of a mapping, `None` for another node; unknown keys are faults."""
        if not isinstance(node, yaml.MappingNode):
            notes.fault(
                node, f"{what} must be KEY: VALUE lines", "write, for example, question: ..."
            )
            return None
        fields = cls(notes, node)
        for key, value in node.value:
            fields._add(key, value, allowed, what)
        return fields

    def _add(self, key: yaml.Node, value: yaml.Node, allowed: Collection[str], what: str) -> None:
        if not isinstance(key, yaml.ScalarNode):
            self.notes.fault(key, "a key must be a word", "write KEY: VALUE")
        elif key.value in self.keys:
            first = Place.of(self.keys[key.value].start_mark)
            self.notes.fault(
                key, f"{key.value!r} stands twice, first in line {first.line}", "keep one of them"
            )
        elif key.value not in allowed:
            close = get_close_matches(key.value, allowed, 1)
            mend = f"did you mean {close[0]}?" if close else f"{what} has: {', '.join(allowed)}"
            self.notes.fault(key, f"unknown key {key.value!r}", mend)
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
        if name not in self.values:
            self.notes.fault(self.node, f"{what} has no {name}", f"add {name}: ...")
            return ""
        return self.text(name)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a list of texts; a single one counts as a list of one."""
        node = self.values.get(name)
        if node is None:
            return ()
        if isinstance(node, yaml.SequenceNode):
            return tuple(t for part in node.value if (t := text(self.notes, part, name)))
        single = text(self.notes, node, name)
        return (single,) if single else ()

    def tags(self) -> tuple[str, ...]:
        """Return the tags: a list, or one text split at commas; each once."""
        node = self.values.get("tags")
        if isinstance(node, yaml.SequenceNode):
            if not node.value:
                return ()
            words: tuple[str, ...] = self.texts("tags")
        elif node is None:
            return ()
        else:
            words = tuple(text(self.notes, node, "tags").split(","))
        return tuple(dict.fromkeys(" ".join(word.split()) for word in words if word.strip()))


def entries(notes: Notes, node: yaml.Node, what: str) -> Iterator[yaml.Node]:
    """Yield the entries of a list; a node that is no list is a fault."""
    if isinstance(node, yaml.SequenceNode):
        yield from node.value
    else:
        notes.fault(node, f"{what} must be a list", "begin each entry with '- '")


def text(notes: Notes, node: yaml.Node, name: str, *, one_line: bool = False) -> str:
    """Return the text of a value exactly as typed; nothing, or what is no text, is a fault."""
    if not isinstance(node, yaml.ScalarNode):
        notes.fault(node, f"{name} must be text", "put quotes round the value")
        return ""
    value: str = node.value
    if node.start_mark and _marked(notes, node):
        notes.fault(node, f"{name} begins with a sign that YAML takes away", "put quotes round it")
        return ""
    if is_plain(node) and value in _NOTHING:
        said = f"{value!r} stands for nothing" if value else "is empty"
        notes.fault(node, f"{name} {said}", f"write the {name}, in quotes if it is meant so")
        return ""
    if not value.strip():
        notes.fault(node, f"{name} is empty", f"write the {name}, or take the line out")
        return ""
    if one_line and len(value.splitlines()) > 1:
        notes.fault(node, f"{name} must be one line", "join the lines")
        return ""
    if is_plain(node):
        _warn_of_comment(notes, node, name)
    return value


def _marked(notes: Notes, node: yaml.ScalarNode) -> bool:
    """Whether a value begins with `!` or `&`, which the parser has taken for its own."""
    line = notes.lines[node.start_mark.line] if node.start_mark.line < len(notes.lines) else ""
    return line[node.start_mark.column : node.start_mark.column + 1] in ("!", "&")


def _warn_of_comment(notes: Notes, node: yaml.ScalarNode, name: str) -> None:
    """Warn where text after ` #` was taken for a comment."""
    end = node.end_mark
    line = notes.lines[end.line] if end.line < len(notes.lines) else ""
    rest = line[end.column :]
    if rest.lstrip().startswith("#") and rest[:1] in (" ", "\t"):
        notes.warn(
            node,
            f"{name}: {rest.strip()[:40]!r} is a comment and not part of the text",
            "put quotes round the value if it is meant",
        )
