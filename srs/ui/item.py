"""An item as text: what `srs show` prints."""

from __future__ import annotations

from textwrap import indent

from srs.core.item import Choice, Item
from srs.ui.words import letter


def show_item(item: Item, deck: str) -> str:
    """Return an item with its options, what is right, why, the explanation and the source."""
    parts = [f"{deck}" + (f"  {item.id}" if item.id else ""), "", item.question.strip("\n"), ""]
    if isinstance(item, Choice):
        for place, option in enumerate(item.options):
            said = "\n".join(text.strip("\n") for text in (option.text, option.why) if text)
            mark = f"{'✓' if option.right else ' '} {letter(place)}  "
            parts.append(mark + indent(said, " " * len(mark)).lstrip())
    else:
        parts += [prompt.answer for prompt in item.prompts.values()]
    if not item.answered:
        parts.append("(nobody has said the answer yet)")
    if item.explanation:
        parts += ["", item.explanation.strip("\n")]
    for label, value in (("Source", item.source), ("Tags", ", ".join(item.tags))):
        if value:
            parts.append(f"{label}: {value}")
    return "\n".join(parts) + "\n"
