"""Keys read from a real pseudo-terminal, which must be as it was afterwards."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from srs.ui.keys import name_of, sequence_end

if sys.platform == "win32":
    pytest.skip("a POSIX terminal is needed", allow_module_level=True)

import termios

import pexpect
import pyte

ROOT = Path(__file__).parents[2]
ECHO = """
from srs.ui.keys import TerminalKeys
with TerminalKeys() as keys:
    print("ready", flush=True)
    while True:
        key = keys.read()
        print(f"<{key}>", flush=True)
        if key == "ctrl-z":
            keys.suspend()
        if key == "x":
            raise ValueError("on purpose")
        if key in ("ctrl-c", "ctrl-d", "gone"):
            break
print("over", flush=True)
"""
ASK = """
import sys
sys.path.insert(0, "tests/ui")
from sitting import question
from srs.ui.terminal import TerminalScreen
with TerminalScreen() as screen:
    given = screen.ask(question())
print(f"given: {given!r}")
"""


def child(code: str, **environ: str) -> pexpect.spawn:
    started = pexpect.spawn(
        sys.executable,
        ["-c", code],
        cwd=str(ROOT),
        env=os.environ | {"TERM": "xterm-256color", "PYTHONPATH": str(ROOT)} | environ,
        encoding="utf-8",
        codec_errors="replace",
        dimensions=(24, 80),
        timeout=15,
    )
    started.delaybeforesend = None
    return started


@pytest.fixture
def echo() -> Iterator[pexpect.spawn]:
    started = child(ECHO)
    before = termios.tcgetattr(started.child_fd)
    started.expect_exact("ready")
    assert termios.tcgetattr(started.child_fd) != before
    started.before_mode = before
    yield started
    started.close(force=True)


def ended(echo: pexpect.spawn) -> int:
    """Wait for the end, and return the exit status; the terminal must be as it was."""
    echo.expect(pexpect.EOF)
    mode = termios.tcgetattr(echo.child_fd)
    assert mode == echo.before_mode
    echo.close()
    return int(echo.exitstatus or 0)


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("a", "a"),
        ("é", "é"),
        ("日", "日"),
        ("\r", "enter"),
        (" ", "space"),
        ("\t", "tab"),
        ("\x7f", "backspace"),
        ("\x1b[A", "up"),
        ("\x1bOB", "down"),
        ("\x1b[6~", "page-down"),
        ("\x1b[H", "home"),
        ("\x0c", "ctrl-l"),
        ("\x13", ""),
        ("\x1bq", ""),
        ("\x1b[1;5C", ""),
        ("\x1b[200~", ""),
    ],
)
def test_keys_by_name(sent: str, name: str, echo: pexpect.spawn) -> None:
    echo.send(sent + ".")
    echo.expect_exact("<.>")
    assert echo.before.strip() == (f"<{name}>" if name else "")


def test_escape_is_a_key_too(echo: pexpect.spawn) -> None:
    echo.send("\x1b")
    echo.expect_exact("<escape>")
    echo.send("\x1b\x1b")
    echo.expect_exact("<escape>\r\n<escape>")


def test_pieces_of_a_key_are_put_together(echo: pexpect.spawn) -> None:
    for piece in ("日".encode()[:1], "日".encode()[1:], b"\x1b", b"[", b"B"):
        os.write(echo.child_fd, piece)
        time.sleep(0.01)
    echo.expect_exact("<日>\r\n<down>")


def test_keys_typed_ahead_are_all_kept(echo: pexpect.spawn) -> None:
    echo.send("ab\x1b[Ac日")
    echo.expect_exact("<a>\r\n<b>\r\n<up>\r\n<c>\r\n<日>")


def test_nothing_is_echoed(echo: pexpect.spawn) -> None:
    echo.send("a")
    echo.expect_exact("<a>")
    assert echo.before.strip() == ""


def test_ctrl_c_is_a_key_and_the_terminal_is_given_back(echo: pexpect.spawn) -> None:
    echo.send("\x03")
    echo.expect_exact("<ctrl-c>\r\nover")
    assert ended(echo) == 0


def test_ctrl_d_is_a_key_and_the_terminal_is_given_back(echo: pexpect.spawn) -> None:
    echo.send("\x04")
    echo.expect_exact("<ctrl-d>\r\nover")
    assert ended(echo) == 0


def test_an_interrupt_sent_by_somebody_is_the_same(echo: pexpect.spawn) -> None:
    echo.kill(signal.SIGINT)
    echo.expect_exact("<ctrl-c>\r\nover")
    assert ended(echo) == 0


def test_after_an_error_the_terminal_is_given_back(echo: pexpect.spawn) -> None:
    echo.send("x")
    echo.expect_exact("ValueError: on purpose")
    assert ended(echo) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_after_a_lethal_signal_the_terminal_is_given_back(
    number: signal.Signals, echo: pexpect.spawn
) -> None:
    echo.kill(number)
    assert ended(echo) == 128 + number


def test_a_new_size_is_told(echo: pexpect.spawn) -> None:
    echo.setwinsize(20, 40)
    echo.expect_exact("<resized>")


def test_going_on_after_a_stop_from_outside_is_told(echo: pexpect.spawn) -> None:
    echo.kill(signal.SIGSTOP)
    time.sleep(0.05)
    echo.kill(signal.SIGCONT)
    echo.expect_exact("<resumed>")


def test_ctrl_z_stops_the_job_and_a_shell_can_resume_it(tmp_path: Path) -> None:
    script = tmp_path / "echo.py"
    script.write_text(ECHO, encoding="utf-8")
    shell = pexpect.spawn(
        "/bin/sh",
        ["-i"],
        cwd=str(ROOT),
        env=os.environ | {"PS1": "$$ ", "ENV": "", "PYTHONPATH": str(ROOT)},
        encoding="utf-8",
        timeout=15,
    )
    try:
        shell.sendline(f"set -m; {sys.executable} {script}")
        shell.expect_exact("ready")
        shell.send("a\x1a")
        shell.expect_exact("<a>\r\n<ctrl-z>")
        shell.expect("(?i)stopped")
        shell.sendline("stty -a")
        shell.expect(r"(?<!-)\bisig\b.*(?<!-)\bicanon\b")
        shell.expect(r"(?<!-)\becho\b")
        shell.sendline("fg")
        shell.send("b")
        shell.expect_exact("<b>")
        shell.send("\x03")
        shell.expect_exact("<ctrl-c>\r\nover")
    finally:
        shell.close(force=True)


def test_the_screen_on_a_real_terminal() -> None:
    started = child(ASK)
    before = termios.tcgetattr(started.child_fd)
    started.expect_exact("? keys")
    started.setwinsize(20, 40)
    started.expect_exact("18 left")
    started.expect_exact("? keys")
    started.send("b")
    started.expect_exact("given: Response(text='Stage 2', hinted=False)")
    started.expect(pexpect.EOF)
    assert termios.tcgetattr(started.child_fd) == before
    started.close()


def test_after_ctrl_c_what_was_on_the_terminal_is_back() -> None:
    emulator = pyte.Screen(80, 24)
    stream = pyte.Stream(emulator)
    started = child(ASK)
    started.expect_exact("? keys")
    stream.feed(started.before + started.after)
    assert emulator.cursor.hidden
    started.send("\x03")
    started.expect_exact("given: <Command.LEAVE: 'leave'>")
    assert "\x1b[?1049l" in started.before
    stream.feed(started.before)
    assert not emulator.cursor.hidden
    started.close()


def test_a_console_of_another_encoding_is_no_error() -> None:
    started = child(ASK, PYTHONIOENCODING="cp1252")
    started.expect_exact("A\ufffdD answer")  # an en dash in cp1252, which is no UTF-8
    assert "-----" in started.before
    started.send("c")
    started.expect_exact("given: ")
    started.close()


def test_names_of_unknown_keys_are_empty() -> None:
    assert [name_of(text) for text in ("\x1b[99~", "\x1bz", "\x00", "\x85")] == [""] * 4


def test_ends_of_sequences() -> None:
    for text, end in (("\x1b", 0), ("\x1b[", 0), ("\x1b[1;", 0), ("\x1bO", 0), ("\x1b[Ab", 3), ("\x1b[5~x", 4), ("\x1bOAx", 3), ("\x1bxy", 2), ("\x1b\x1b[A", 1)):  # fmt: skip
        assert sequence_end(text) == end
