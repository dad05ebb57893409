"""The bench runs, and its figures are of the right kind; how large they are is nobody's promise."""

from pathlib import Path

import pytest

from klaverjas_wire.framing import Framer, frame
from klaverjas_wire.limits import ANSWER_BYTES
from tests.bench import recovery
from tests.bench.load import Load
from tests.bench.patience import until
from tests.bench.playing import Setting, judge, play, show
from tests.bench.process import Process
from tests.bench.recording import record
from tests.bench.recovery import recover
from tests.bench.reel import Reel, write_reel
from tests.bench.report import Bar, Figure, verdicts
from tests.bench.websocket import MessageReader, WebSocketSeat
from tests.ports import unused_port


async def test_playing_shows_the_server_beside_its_floors() -> None:
    played = await play(Setting(2, 200), seconds=0.2, rounds=1)
    for taken in (played.server, played.fan_out, played.durable):
        assert taken.cpu > 0
        assert taken.pace > 0
        assert 0 < taken.median <= taken.late
    assert [line.split()[0] for line in show([played]).splitlines()] == [
        "tables",
        "2",
        "fan-out",
        "and",
    ]
    assert len(judge(played)) == 3


async def test_every_table_comes_back_after_the_kill() -> None:
    recovered = await recover(3)
    assert (recovered.tables, recovered.back) == (3, 3)
    assert recovered.rows > 3 * 200
    assert min(recovered.seconds, recovered.cpu, recovered.reading) > 0
    assert len(recovery.show(recovered).splitlines()) == 6
    assert len(recovery.judge(recovered)) == 3


async def test_a_table_can_be_played_on_websockets(tmp_path: Path) -> None:
    server = await Process.start(
        "server", str(tmp_path / "data"), journal=tmp_path / "journal", web_port=unused_port()
    )
    load = Load(server, 1, 1, WebSocketSeat)
    try:
        await load.sit(1)
        (table,) = load.tables
        table.act()
        assert await until(lambda: min(seat.n for seat in table.seats) >= table.acknowledged > 0)
    finally:
        load.close()
        await server.stop()


SWITCHED = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
TOLD = [b"", b"short", bytes(125), bytes(126), bytes(300)]


def binary(message: bytes) -> bytes:
    """Frames a message as a server does."""
    length = len(message)
    return b"\x82" + (b"\x7e" + length.to_bytes(2) if length > 125 else bytes((length,))) + message


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_messages_come_whole_however_they_are_split(size: int) -> None:
    stream = SWITCHED + b"".join(map(binary, TOLD))
    pieces = [stream[start : start + size] for start in range(0, len(stream), size)]
    reader = MessageReader()
    assert [message for piece in pieces for message in reader.receive_data(piece)] == TOLD


@pytest.mark.parametrize(
    "stream", [b"HTTP/1.1 403 Forbidden\r\n\r\n", SWITCHED + b"\x81\x02{}", SWITCHED + b"\x88\x00"]
)
def test_a_closed_door_is_no_message(stream: bytes) -> None:
    with pytest.raises(ConnectionError):
        MessageReader().receive_data(stream)


async def cards_told(folder: Path, reel: Reel) -> int:
    """Shows a reel of one deal to two tables, and counts the cards that all four saw."""
    write_reel(folder / "reel", reel)
    floor = await Process.start("floor", str(folder / "reel"), journal=folder / "journal")
    load = Load(floor, 2, 1)
    await load.place(2)
    try:
        return await load.play_deals(2)
    finally:
        load.close()
        await floor.stop()


def without_cards(told: bytes) -> bytes:
    payloads = Framer(ANSWER_BYTES).receive_data(told)
    return b"".join(frame(payload) for payload in payloads if b"played" not in payload)


async def recorded(folder: Path) -> Reel:
    server = await Process.start("server", str(folder / "data"), journal=folder / "journal")
    try:
        return await record(server, 1, 1)
    finally:
        await server.stop()


async def test_a_card_counts_when_all_four_were_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.bench.load.SETTLE_SECONDS", 0.2)
    reel = await recorded(tmp_path)
    assert await cards_told(tmp_path, reel) > 0
    muted = [(north, east, south, without_cards(west)) for north, east, south, west in reel]
    assert await cards_told(tmp_path, muted) == 0


def test_a_figure_above_its_bar_is_missed() -> None:
    bar = Bar("cards", 2.0, "×")
    text = verdicts([Figure(bar, 2.0), Figure(bar, 2.01)])
    assert [line.split()[-1] for line in text.splitlines()[1:]] == ["reached", "MISSED"]
