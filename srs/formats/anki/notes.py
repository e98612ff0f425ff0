"""What stands in the fields and tags of a note."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from srs.core.item import Basic, Choice, Item, Option, TrueFalse
from srs.core.plain import to_plain
from srs.errors import SrsError
from srs.formats.anki.html import inert, to_html
from srs.formats.anki.notetypes import BASIC, CHOICE, NoteType


def note(item: Item) -> tuple[NoteType, tuple[str, ...]]:
    """Return the note type of an item and the HTML of its fields.

    Raises:
        SrsError: there is no note type for items of its kind.
    """
    match item:
        case Choice():
            return CHOICE, (*_choice_fields(item), *_common_fields(item))
        case Basic():
            fields = to_html(item.question), to_html(item.answer)
            return BASIC, (*fields, *_common_fields(item))
        case _:
            raise SrsError(f"Anki packages cannot hold {item.kind} items yet: {item.question!r}.")


def tags(item: Item) -> tuple[str, ...]:
    """Return the item's tags as Anki can have them: no blanks inside, none twice."""
    written = ("_".join(tag.split()) for tag in item.tags)
    return tuple({tag.casefold(): tag for tag in written if tag}.values())


def _choice_fields(item: Choice) -> tuple[str, str, str, str]:
    options = list(_in_place(item.options))
    return (
        to_html(item.question),
        _list("options", (_row(item, option, judged=False) for option in options)),
        "<br>".join(to_html(option.text) for option in options if option.right),
        _list("options judged", (_row(item, option, judged=True) for option in options)),
    )


def _common_fields(item: Item) -> tuple[str, str, str, str]:
    hints = [to_html(hint) for hint in item.hints]
    if len(hints) > 1:
        hints = [f"<ol>{''.join(f'<li>{hint}</li>' for hint in hints)}</ol>"]
    return to_html(item.explanation), to_html(item.source), "".join(hints), _item_field(item)


def _item_field(item: Item) -> str:
    """Return the item as JSON that is its own HTML, and that no reader of text can alter.

    All is ASCII, and the signs that HTML or Anki would take for theirs are written as escapes.
    """
    plain = json.dumps(to_plain(item), separators=(",", ":"))
    plain = re.sub(r"[<>&]", lambda sign: f"\\u{ord(sign[0]):04x}", plain)
    return inert(plain, bracket=r"\u005b")


def _in_place(options: Sequence[Option]) -> Iterator[Option]:
    """Yield the options as they stand unshuffled: those that speak of the others come last."""
    free = sorted((o for o in options if not o.fixed), key=lambda option: option.stays_last)
    waiting = iter(free)
    for option in options:
        yield option if option.fixed else next(waiting)


def _stays(item: Choice, option: Option) -> bool:
    """Whether an option keeps its place when the others are shuffled."""
    nothing_moves = isinstance(item, TrueFalse) or any(o.names_letters for o in item.options)
    return nothing_moves or option.fixed or option.stays_last


def _list(name: str, rows: Iterable[str]) -> str:
    """Return an ordered list with letters, which reads well without style or script."""
    return f'<ol type="A" class="{name}">{"".join(rows)}</ol>'


def _row(item: Choice, option: Option, *, judged: bool) -> str:
    """Return an option as a row of the list; `judged` adds whether it is right, and why."""
    stays = ' data-stays="1"' if _stays(item, option) else ""
    text = f"<div>{to_html(option.text)}</div>"
    if not judged:
        return f"<li{stays}>{text}</li>"
    sign = "✓" if option.right else "✗"
    verdict = "right" if option.right else "wrong"
    why = f'<div class="why">{to_html(option.why)}</div>' if option.why else ""
    return f'<li class="{verdict}"{stays}><b class="sign">{sign}</b>{text}{why}</li>'
