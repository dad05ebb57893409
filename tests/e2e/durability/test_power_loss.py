"""Power loss: the system calls of a server at play. Nothing is sent before the disk has it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from klaverjas import Seat
from klaverjas_wire.messages import Act, Ask, Done, Invite, Open, Sit
from tests.e2e.durability.server_process import PATIENCE_SECONDS, ROOT
from tests.ports import unused_port
from tests.server.raw_client import RawClient, connect

STRACE = shutil.which("strace")
CALLS: Final = "fsync,fdatasync,write,writev,pwrite64,sendto,sendmsg"
ACTS: Final = 40
ANSWERS: Final = ("welcome", "opened", "invited", "seated", "done")

needs_strace = pytest.mark.skipif(STRACE is None, reason="strace is not installed")


def served(data: Path) -> tuple[str, ...]:
    """Give the command by which anybody starts a server."""
    options = ("--host", "127.0.0.1", "--port", "0", "--no-web", "--no-announce")
    script = str(Path(sys.executable).with_name("klaverjas"))
    return (script, "serve", *options, "--data", str(data))


def served_volatile(data: Path) -> tuple[str, ...]:
    """Give the command of a server that does not wait for the disk."""
    module = "tests.e2e.durability.nursery"
    return (sys.executable, "-m", module, str(data), str(unused_port()), "volatile")


@asynccontextmanager
async def traced(command: Sequence[str], trace: Path) -> AsyncIterator[int]:
    """Run a server under strace, and give its port."""
    strace = (str(STRACE), "-f", "-y", "-s", "48", "-e", f"trace={CALLS}", "-o", str(trace))
    process = await asyncio.create_subprocess_exec(
        *(*strace, *command),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(b"\n")
        process.stdin.close()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not (line := await process.stdout.readline()).startswith(b"listening on "):
                assert line, "the server did not come up"
        yield int(line.rpartition(b":")[2])
        for pid in descendants(process.pid):
            os.kill(pid, signal.SIGTERM)
        await asyncio.wait_for(process.wait(), PATIENCE_SECONDS)
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """Find the youngest children of a process."""
    children = [
        int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ]
    return [found for child in children for found in descendants(child) or [child]]


async def play(port: int) -> None:
    """Do everything that is answered, one thing after the other."""
    client = await connect(port)
    await client.greet()
    opened = await client.request(
        Open(rules="amsterdam", fill={Seat.E: "random", Seat.S: "random"})
    )
    table = opened.table
    await client.request(Invite(table=table, key=opened.key, seat=Seat.W))
    await client.request(Sit(table=table, seat=Seat.N))
    other = await connect(port)
    await other.greet("Henk")
    await other.request(Sit(table=table, seat=Seat.W))
    done, answered = 0, list[Ask]()
    while done < ACTS:
        done += await answer_next([client, other], answered)
    client.close()
    other.close()


PROMISE_NOTHING = ("pong", "note")
"""What tells of nothing that is in the log."""


async def answer_next(clients: Sequence[RawClient], answered: list[Ask]) -> bool:
    """Answer the one question that must be answered; False when a partner made it idle."""

    def ask_of(client: RawClient) -> Ask | None:
        ask = client.open_ask()
        return ask if ask and ask.must and ask not in answered else None

    waiting = [
        asyncio.create_task(client.wait_for(lambda client=client: ask_of(client)))  # type: ignore[misc]
        for client in clients
    ]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    client, ask = next((client, ask) for client in clients if (ask := ask_of(client)))
    answered.append(ask)
    reply = await client.request(Act(table=ask.table, ask=ask.ask, action=ask.legal[-1]))
    return isinstance(reply, Done)


def sent_too_early(trace: str) -> tuple[int, list[str]]:
    """Count the answers in a trace, and list what was sent before the disk had it.

    Whatever is sent while the log has writes that no finished sync came after is too early; so is
    an answer with no sync between it and the one before.
    """
    written, synchronised, answers, early = False, False, 0, []
    for call, detail in calls(trace):
        if call.startswith("f"):
            written, synchronised = False, True
        elif ".db-wal>" in detail:
            written = True
        elif sent := re.search(r"t\\24\d(\w+)\\24", detail):
            if sent[1] in PROMISE_NOTHING:
                continue
            answer = sent[1] in ANSWERS
            if written or (answer and not synchronised):
                early.append(f"{call}({detail}")
            answers += answer
            synchronised = synchronised and not answer
    return answers, early


def calls(trace: str) -> list[tuple[str, str]]:
    """List what was written or sent, and the syncs of the log that were finished, in order."""
    found, pending = [], dict[str, str]()
    for line in trace.splitlines():
        pid, _, rest = line.partition(" ")
        rest = rest.strip()
        if sync := re.match(r"(?:fsync|fdatasync)\((.*)", rest):
            pending[pid] = sync[1]
        if (begun := re.match(r"(\w+)\((.*)", rest)) and not sync:
            found.append((begun[1], begun[2]))
        ended = re.match(r"(?:<\.\.\. )?(?:fsync|fdatasync)\b.*= 0$", rest)
        if ended and ".db-wal>" in pending.get(pid, ""):
            found.append(("fsync", pending.pop(pid)))
    return found


@needs_strace
async def test_nothing_is_sent_before_the_disk_has_it(tmp_path: Path) -> None:
    async with traced(served(tmp_path / "data"), tmp_path / "trace") as port:
        await play(port)
    answers, early = sent_too_early((tmp_path / "trace").read_text())
    assert answers == ACTS + 6
    assert early == []


@needs_strace
async def test_a_server_that_does_not_wait_for_the_disk_is_caught(tmp_path: Path) -> None:
    async with traced(served_volatile(tmp_path / "data"), tmp_path / "trace") as port:
        await play(port)
    answers, early = sent_too_early((tmp_path / "trace").read_text())
    assert answers == ACTS + 6
    assert len(early) > ACTS


@pytest.mark.parametrize(
    ("trace", "early"),
    [
        ('1 pwrite64(3</a.db-wal>, "x", 1, 0) = 1\n1 fsync(3</a.db-wal>) = 0\n1 SEND', 0),
        ('1 pwrite64(3</a.db-wal>, "x", 1, 0) = 1\n1 SEND', 1),
        ('1 pwrite64(3</a.db-wal>, "x", 1, 0) = 1\n1 fsync(3</a.db-wal>) = -1 EIO\n1 SEND', 1),
        ("2 fsync(3</a.db-wal> <unfinished ...>\n1 SEND\n2 <... fsync resumed>) = 0", 1),
        ("2 fsync(3</a.db-wal> <unfinished ...>\n2 <... fsync resumed>) = 0\n1 SEND", 0),
        ("1 fsync(3</a.db>) = 0\n1 SEND", 1),
        ("1 fsync(3</a.db-wal>) = 0\n1 SEND\n1 SEND", 1),
    ],
)
def test_a_trace_is_read_right(trace: str, early: int) -> None:
    sent = r'write(9<socket:[1]>, "\0\0\0\r\203\241t\244done\245table\2411", 17) = 17'
    assert len(sent_too_early(trace.replace("SEND", sent))[1]) == early
