"""A plain archive holds nothing that anybody may not know, and a secret one is its owner's."""

import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from klaverjas import Seat
from klaverjas_server import rows
from klaverjas_server.archive import plain
from klaverjas_server.config import LOG_FILE
from klaverjas_server.log import Append, Row, SqliteLog
from klaverjas_server.sessions import keyed_hash
from klaverjas_wire.messages import Invite
from tests.server.archive.moving import export, middle_of_deal_two, open_at
from tests.server.evening import KEY


async def evening_with_secrets(data: Path) -> dict[str, bytes]:
    """Hold an evening with everything in it that must not get out: by name, its bytes."""
    evening = await open_at(data)
    party = await middle_of_deal_two(evening)
    other = await evening.open(party.players[Seat.N])
    invite = Invite(table=other.table, key=other.key, seat=Seat.E)
    code = (await party.players[Seat.N].request(invite)).code
    tokens = {f"token of {seat}": player.token for seat, player in party.players.items()}
    said = {**tokens, "table key": party.key, "other key": other.key, "code": code}
    await evening.end()
    packs = [pack async for pack in packs_in(data)]
    secrets = {name: text.encode() for name, text in said.items()}
    secrets |= {f"hash of {name}": keyed_hash(KEY, text) for name, text in said.items()}
    return {**secrets, "key": KEY, "pack in play": packs[-1], "pack of before": packs[0]}


async def packs_in(data: Path) -> AsyncIterator[bytes]:
    """Read the packs that were dealt at the first table."""
    log = SqliteLog(data / LOG_FILE)
    for row in await log.read("table/1"):
        body = rows.decode_table_row(row.body)
        if isinstance(body, rows.Dealt):
            yield body.pack.encode()
    await log.close()


def leaked(file: Path, secrets: dict[str, bytes]) -> set[str]:
    """Find the secrets whose bytes are in a file."""
    content = file.read_bytes()
    return {name for name, secret in secrets.items() if secret in content}


async def test_a_plain_archive_leaks_nothing(tmp_path: Path) -> None:
    secrets = await evening_with_secrets(tmp_path / "old")
    await export(tmp_path / "old", tmp_path / "file")
    assert leaked(tmp_path / "file", secrets) == {"pack of before"}


async def test_a_running_one_is_noticed_to_be_secret(tmp_path: Path) -> None:
    secrets = await evening_with_secrets(tmp_path / "old")
    await export(tmp_path / "old", tmp_path / "file", running=True)
    found = leaked(tmp_path / "file", secrets)
    assert {"key", "pack in play", "hash of token of N", "hash of code"} <= found
    assert (tmp_path / "file").read_bytes().splitlines()[1].startswith(b"SECRET: ")


async def test_a_pack_that_is_not_cut_off_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = await evening_with_secrets(tmp_path / "old")
    monkeypatch.setattr(plain, "_pack_in_play", lambda table, entries: len(entries))
    await export(tmp_path / "old", tmp_path / "file")
    assert "pack in play" in leaked(tmp_path / "file", secrets)


async def test_hashes_that_are_kept_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = await evening_with_secrets(tmp_path / "old")
    for name in ("_without_secrets", "_without_token"):
        monkeypatch.setattr(plain, name, lambda body: body)
    monkeypatch.setattr(plain, "_is_code", lambda body: False)
    await export(tmp_path / "old", tmp_path / "file")
    found = leaked(tmp_path / "file", secrets)
    assert {"hash of table key", "hash of token of N", "hash of code"} <= found


@pytest.mark.parametrize(("running", "mode"), [(True, 0o600), (False, 0o644)])
async def test_only_its_owner_reads_a_secret_one(tmp_path: Path, running: bool, mode: int) -> None:
    await evening_with_secrets(tmp_path / "old")
    target = tmp_path / "file"
    target.touch(0o644)
    target.chmod(0o644)
    (tmp_path / "file.part").touch(0o666)
    mask = os.umask(0o022)
    try:
        await export(tmp_path / "old", target, running=running)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(target.stat().st_mode) == mode
    assert not (tmp_path / "file.part").exists()


async def test_what_the_server_cannot_read_is_left_out_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = await evening_with_secrets(tmp_path / "old")

    def refuse(table: str, entries: object) -> int:
        raise ValueError("unknown switch")

    monkeypatch.setattr(plain, "_pack_in_play", refuse)
    exported = await export(tmp_path / "old", tmp_path / "file")
    assert exported.left_out == ("table 1: unknown switch", "table 2: unknown switch")
    assert leaked(tmp_path / "file", secrets) == set()


async def test_a_stream_of_a_kind_unknown_here_is_left_out_and_named(tmp_path: Path) -> None:
    await evening_with_secrets(tmp_path / "old")
    log = SqliteLog(tmp_path / "old" / LOG_FILE)
    await log.append([Append("later/1", 0, (Row(1, 0, "house", None, None, b"hidden"),))])
    await log.close()
    exported = await export(tmp_path / "old", tmp_path / "file")
    assert exported.left_out == ("later/1: only --running takes it along",)
    assert leaked(tmp_path / "file", {"row": b"hidden"}) == set()
    await export(tmp_path / "old", tmp_path / "secret", running=True)
    assert leaked(tmp_path / "secret", {"row": b"hidden"}) == {"row"}
