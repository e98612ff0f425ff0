"""The command line: the group, the list of commands, and the one place where errors are caught."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import click

from srs import __version__
from srs.errors import SrsError


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, and what `srs --help` says of it without importing it."""

    module: str
    summary: str


COMMANDS = {
    "review": Entry("review", "Review what is due, a key at a time."),
    "quiz": Entry("review", "Take a quiz now; no schedule is touched."),
    "due": Entry("waiting", "Count the cards that wait today."),
    "decks": Entry("waiting", "List the decks and what waits in each."),
    "list": Entry("find", "List the cards whose text, tag or deck fits."),
    "show": Entry("find", "Show an item with its answer and explanation."),
    "add": Entry("decks", "Make deck files or folders of them known."),
    "sync": Entry("decks", "Bring the database up to date with the deck files."),
    "check": Entry("decks", "Find every fault in deck files."),
    "import": Entry("exchange", "Read a file of another format."),
    "export": Entry("exchange", "Write decks for another program."),
    "config": Entry("config", "See and change the settings."),
    "evaluate": Entry("evaluate", "Say how well each scheduler would have predicted your answers."),
    "optimize": Entry("evaluate", "Fit FSRS to your answers."),
    "simulate": Entry("simulate", "Show the load to come."),
    "next": Entry("script", "Give the next card of a review, for scripts."),
    "answer": Entry("script", "Answer a card, for scripts."),
    "undo": Entry("script", "Take the last answer or change back."),
    "suspend": Entry("cards", "Set cards aside until you want them back."),
    "bury": Entry("cards", "Hide cards until tomorrow."),
    "flag": Entry("cards", "Flag cards."),
    "reset": Entry("cards", "Make cards new again."),
    "reschedule": Entry("cards", "Make cards due on another day."),
    "postpone": Entry("cards", "Put off what is due, by some days from today."),
    "catch-up": Entry("cards", "Spread a backlog over some days, the most urgent cards first."),
}


class Commands(click.Group):
    """A group that imports a command's module when the command is used, and not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = import_module(f"srs.cli.{entry.module}")
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


EPILOG = """\b
Examples:
  srs add --samples      take the decks that come with the program
  srs review             the daily session
  srs due --json         what waits, for scripts
"""


@click.command(
    cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="srs", message="%(prog)s %(version)s")
def group() -> None:
    """Spaced repetition for people who live in a terminal and in git."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line, and leave with its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")  # a console that knows no check mark still gets the rest
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status: 0 done, 1 failed, 2 wrong usage."""
    try:
        status = group.main(args=arguments, prog_name="srs", standalone_mode=False)
    except SrsError as error:
        from srs.ui.words import inert

        click.echo(inert(error.message), err=True)
        if error.hint:
            click.echo(inert(error.hint), err=True)
        return error.exit_status
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt, EOFError):
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("SRS_DEBUG"):
            raise
        click.echo(f"This should not have happened: {type(error).__name__}: {error}", err=True)
        click.echo(
            "What was saved before is safe. SRS_DEBUG=1 shows where it went wrong.", err=True
        )
        return 1
    return status if isinstance(status, int) else 0  # a number where a command said `Exit`
