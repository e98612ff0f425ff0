"""What the tests of the schedulers share: whether to run in full, and Anki itself as a peer."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest
from anki_histories import PEER, Peer, trace


@pytest.fixture(scope="session")
def peer() -> Peer:
    """Return what asks Anki; the steps it took for each history come back."""
    if not PEER.exists():
        pytest.skip(f"there is no peer at {PEER} (SRS_TEST_PEER)")
    if find_spec("anki") is None:
        pytest.skip("the package anki is not installed")
    return trace


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether to run in full: with `--long`, or SRS_TEST_LONG in the environment."""
    wanted: bool = request.config.getoption("--long", default=False)
    return wanted or bool(os.environ.get("SRS_TEST_LONG"))
