"""Append to a log in a process of its own, and print each row that was acknowledged.

    python appender.py PATH MODE STREAMS ROWS

Modes: `honest`; `early` prints a row when it has been handed in; `volatile` commits without
waiting for the disk; `hold` opens the log and then does nothing. It ends after ROWS rows in each of
STREAMS streams, unless it is killed before.
"""

import asyncio
import os
import sys

from klaverjas_server.log import Append, Row, SqliteLog, store


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def append(log: SqliteLog, stream: str, mode: str, rows: int) -> None:
    for seq in range(1, rows + 1):
        batch = [Append(stream, seq - 1, (Row(seq, seq, "N", None, None, b"card" * seq),))]
        waiting = asyncio.ensure_future(log.append(batch))
        await asyncio.sleep(0)
        if mode == "early":
            say(f"ack {stream} {seq}")
        await waiting
        if mode != "early":
            say(f"ack {stream} {seq}")


async def main(path: str, mode: str, streams: int, rows: int) -> None:
    if mode == "volatile":
        store.DURABILITY = "NORMAL"
    store.CHECKPOINT = 50  # so that a kill may meet a filing, or come after one
    # An early one is answered long before its turn: the second commit never starts.
    log = SqliteLog(path, interval=3_600 if mode == "early" else 0.004)
    say("open")
    if mode == "hold":
        await asyncio.Event().wait()
    await asyncio.gather(*(append(log, f"table/{number}", mode, rows) for number in range(streams)))
    await log.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
