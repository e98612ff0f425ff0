"""How long commands take to start: `python -m benchmarks.startup`.

Each command and the bare import of what it cannot do without run in turn (A B A B), so that what
else the machine is doing touches both alike.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

ROUNDS = 25

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import click, rich.console": ["-c", "import click, rich.console"],
    "import sqlalchemy": ["-c", "import sqlalchemy"],
    "srs --help": ["-m", "srs", "--help"],
    "srs check DECK": ["-m", "srs", "check", "decks/deepspeed-megatron.yaml"],
    "srs due": ["-m", "srs", "due"],
    "srs next --json": ["-m", "srs", "next", "--json"],
}


def seconds(arguments: list[str], env: dict[str, str]) -> float:
    """Run Python once, and return the wall time."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=env)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "SRS_DATABASE_URL": f"sqlite:///{Path(folder) / 'srs.db'}"}
        subprocess.run(
            [sys.executable, "-m", "srs", "add", "--samples"], check=True, env=env,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        took: dict[str, list[float]] = {name: [] for name in COMMANDS}
        for _ in range(ROUNDS):
            for name, arguments in COMMANDS.items():
                took[name].append(seconds(arguments, env))
    base = median(took["import click, rich.console"])
    print("| command | median ms | middle half ms | to `import click, rich.console` |")
    print("|---|---|---|---|")
    for name, times in took.items():
        low, _, high = (1000 * q for q in quantiles(times, n=4))
        middle = median(times)
        print(f"| `{name}` | {1000 * middle:.0f} | {low:.0f} to {high:.0f} | {middle / base:.2f} |")


if __name__ == "__main__":
    main()
