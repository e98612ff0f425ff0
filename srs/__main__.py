"""Run srs as `python -m srs`."""

from srs.cli import main

main()
