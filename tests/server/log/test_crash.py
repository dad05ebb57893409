"""Acknowledged means on the disk: a process killed while it appends, and its system calls."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from klaverjas_server.log import LogInUse, Row, SqliteLog

APPENDER = Path(__file__).with_name("appender.py")
STRACE = shutil.which("strace")


@contextmanager
def appending(*command: str) -> Iterator[Iterator[str]]:
    """Run the appender until the block ends, then kill it; yield its lines."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield iter(process.stdout)
        finally:
            process.kill()


def acknowledged_before_kill(path: Path, mode: str, count: int) -> dict[str, int]:
    """Return the last row acknowledged of each stream when the process was killed."""
    last: dict[str, int] = {}
    with appending(sys.executable, str(APPENDER), str(path), mode, "20", "999999") as lines:
        assert next(lines) == "open\n"
        for _, line in zip(range(count), lines, strict=False):
            _, stream, seq = line.split()
            last[stream] = int(seq)
    return last


async def lost_rows(path: Path, acknowledged: dict[str, int]) -> list[str]:
    """Reopen the log; return the streams that lack an acknowledged row, or hold a wrong one."""
    log = SqliteLog(path)
    found = {stream: rows async for stream, rows in log.read_all()}
    await log.close()
    for rows in found.values():
        assert rows == [Row(s, s, "N", None, None, b"card" * s) for s in range(1, len(rows) + 1)]
    return [stream for stream, seq in acknowledged.items() if len(found.get(stream, ())) < seq]


@pytest.mark.parametrize("count", [1, 150, 400])
async def test_a_kill_loses_no_acknowledged_row(tmp_path: Path, count: int) -> None:
    path = tmp_path / "klaverjas.db"
    acknowledged = acknowledged_before_kill(path, "honest", count)
    assert sum(acknowledged.values()) >= 1
    assert await lost_rows(path, acknowledged) == []


async def test_a_log_that_answers_early_is_caught(tmp_path: Path) -> None:
    path = tmp_path / "klaverjas.db"
    # Twenty streams: the next answer is to a second row, which no commit can hold.
    acknowledged = acknowledged_before_kill(path, "early", 21)
    assert await lost_rows(path, acknowledged) != []


async def test_a_file_is_open_in_one_process_until_it_dies(tmp_path: Path) -> None:
    path = tmp_path / "klaverjas.db"
    with appending(sys.executable, str(APPENDER), str(path), "hold", "0", "0") as lines:
        assert next(lines) == "open\n"
        with pytest.raises(LogInUse, match=r"klaverjas\.db is open in another server"):
            SqliteLog(path)
    await SqliteLog(path).close()


def unsynchronised_answers(trace: str) -> list[str]:
    """Return the answers in a trace that no finished fsync or fdatasync came before."""
    synchronised, found = False, []
    for line in trace.splitlines():
        if re.search(r"(fsync|fdatasync)(\(| resumed).*= 0$", line):
            synchronised = True
        elif answer := re.search(r'write\(1, "(ack [^"\\]*)', line):
            if not synchronised:
                found.append(answer[1])
            synchronised = False
    return found


def trace(path: Path, mode: str) -> str:
    """Trace forty appends to one stream, one at a time."""
    output = path.with_name("trace")
    strace = (str(STRACE), "-f", "-e", "trace=fsync,fdatasync,write", "-o", str(output))
    command = (sys.executable, str(APPENDER), str(path), mode, "1", "40")
    subprocess.run((*strace, *command), check=True, stdout=subprocess.DEVNULL)
    return output.read_text()


needs_strace = pytest.mark.skipif(STRACE is None, reason="strace is not installed")


@needs_strace
def test_every_answer_comes_after_a_sync(tmp_path: Path) -> None:
    traced = trace(tmp_path / "klaverjas.db", "honest")
    assert traced.count('write(1, "ack') == 40
    assert unsynchronised_answers(traced) == []


@needs_strace
def test_a_log_that_does_not_sync_is_caught(tmp_path: Path) -> None:
    traced = trace(tmp_path / "klaverjas.db", "volatile")
    assert len(unsynchronised_answers(traced)) > 30
