"""`srs config`: see and change the settings."""

from __future__ import annotations

import click

from srs.cli.output import json_option, say, write_json
from srs.config import config_path, load_config
from srs.config.keys import DECK_KEYS, KEYS, unknown
from srs.errors import UsageError
from srs.ui.tables import table

_DECK = click.option("--deck", metavar="DECK", default="", help="As it is for this deck.")


@click.group("config", epilog="Example: srs config set new_per_day 10 --deck 'ML::*'")
def config_command() -> None:
    """See and change the settings."""


@config_command.command("show", epilog="Example: srs config show --deck 'ML::Training stacks'")
@_DECK
@json_option
def show(deck: str, as_json: bool) -> None:
    """Show every setting with its value and where that comes from."""
    config = load_config()
    found = {key: config.value(key, deck) for key in KEYS}
    if as_json:
        write_json(
            {key: {"value": value, "from": origin} for key, (value, origin) in found.items()}
        )
        return
    rows = [(key, value, origin, KEYS[key].meaning) for key, (value, origin) in found.items()]
    say(table(("setting", "value", "from", "meaning"), rows))


@config_command.command("get", epilog="Example: srs config get new_per_day --deck ML")
@click.argument("key")
@_DECK
@json_option
def get(key: str, deck: str, as_json: bool) -> None:
    """Print the value of one setting."""
    if key not in KEYS:
        raise UsageError(f"There is no setting {key!r}.", unknown(key, KEYS).capitalize())
    value, origin = load_config().value(key, deck)
    if as_json:
        write_json({"key": key, "value": value, "from": origin})
    else:
        say(value)


@config_command.command("set", epilog="Example: srs config set scheduler fsrs --deck 'ML::*'")
@click.argument("key")
@click.argument("value")
@click.option("--deck", "pattern", default="", metavar="PATTERN", help="For these decks only.")
def set_(key: str, value: str, pattern: str) -> None:
    """Set a value, generally or for the decks that match a pattern.

    Nothing else in the file is touched. The settings that a deck can have of its own are those of
    scheduling and limits.
    """
    from srs.config.edit import set_value

    if key == "scheduler":
        _require_scheduler(value)
    if pattern and key in KEYS and key not in DECK_KEYS:
        raise UsageError(f"{key} holds for all decks.", "Leave --deck out.")
    path = config_path()
    set_value(path, key, value, pattern)
    say(f"{key}: {load_config(path).value(key)[0] if not pattern else value}  ({path})")


def _require_scheduler(name: str) -> None:
    from srs.schedulers import registry

    if name not in registry.names():
        raise UsageError(
            f"There is no scheduler {name!r}.", f"There are: {', '.join(registry.names())}."
        )


@config_command.command("edit", epilog="Example: EDITOR=vim srs config edit")
def edit() -> None:
    """Open the configuration file in your editor, and check it afterwards."""
    path = config_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        lines = [f"# {name}: {' ' * (22 - len(name))}# {key.meaning}" for name, key in KEYS.items()]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    click.edit(filename=str(path))
    load_config(path)
