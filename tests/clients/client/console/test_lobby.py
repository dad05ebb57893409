"""From the door to a seat at a real server, with every question answered by a script."""

from pathlib import Path

import pytest

from klaverjas import Seat
from klaverjas_client import Client, Refused
from klaverjas_client.address import LOCAL, Address
from klaverjas_client.console import Evening, Lobby, NobodyThere, Profile, Wish
from klaverjas_client.discovery import Found
from klaverjas_server.app import App
from tests.clients.client.conftest import Connect
from tests.clients.client.console.stage import Paper, Typed


async def sit(client: Client, wish: Wish, *lines: str) -> tuple[str, Seat | None, str]:
    """Goes through the lobby; gives table, seat and what was written."""
    paper = Paper()
    table = await Lobby(paper.screen, Typed(*lines), wish).find_table(client)
    return table.name, table.seat, paper.text


async def test_the_first_table_is_opened_with_bots(connect: Connect) -> None:
    client = await connect("Anna")
    name, seat, text = await sit(client, Wish(), "2", "")
    assert seat is Seat.S
    assert "There are no tables yet." in text
    (info,) = (await client.tables()).tables
    assert (info.table, info.rules) == (name, "rotterdam")
    assert [player.bot for player in info.seats.values() if player] == ["club"] * 2 + [None, "club"]


async def test_an_empty_answer_takes_the_default(connect: Connect) -> None:
    client = await connect("Anna")
    _, _, text = await sit(client, Wish(), "", "no")
    assert "▸ 1 Amsterdam (amsterdam)\n  2 Rotterdam" in text
    (info,) = (await client.tables()).tables
    assert info.rules == "amsterdam"
    assert [seat for seat, player in info.seats.items() if player] == [Seat.S]


async def test_a_table_is_chosen_by_its_number(connect: Connect) -> None:
    host, guest = await connect("Ed"), await connect("Anna")
    opened = [await host.open("amsterdam") for _ in range(2)]
    await host.open("amsterdam", fill=dict.fromkeys(Seat, "club"))
    await host.sit(opened[1].table, Seat.N)
    name, seat, text = await sit(guest, Wish(), "7", "2")
    assert (name, seat) == (opened[1].table, Seat.E)
    assert "There are 2 tables:" in text
    assert "3 seats free · Ed" in text
    assert "There is no 7 in the list" in text


async def test_n_opens_another_table(connect: Connect) -> None:
    host, guest = await connect("Ed"), await connect("Anna")
    opened = await host.open("amsterdam")
    name, _, _ = await sit(guest, Wish(bots=3, seat=Seat.W), "n", "1")
    assert name != opened.table


async def test_a_wish_is_not_asked_about(connect: Connect) -> None:
    client = await connect("Anna")
    wish = Wish(rules="klaberjass-500", bots=3, seat=Seat.N)
    name, seat, _ = await sit(client, wish)
    assert seat is Seat.N
    (info,) = (await client.tables()).tables
    assert [player.bot for player in info.seats.values() if player] == [None, "club"]
    again, _, _ = await sit(client, Wish(table=name))
    assert again == name


async def test_rules_that_are_none_are_refused(connect: Connect) -> None:
    with pytest.raises(Refused) as refused:
        await sit(await connect("Anna"), Wish(rules="amsterdam+pit=never", bots=3))
    assert refused.value.code == "bad-rules"


# An evening as a whole


def evening(tmp_path: Path, wish: Wish, *lines: str) -> tuple[Evening, Paper, Typed]:
    paper, keyboard = Paper(), Typed(*lines, scripted=True)
    keyboard.leave()
    profile = Profile(tmp_path / "profile.json")
    return Evening(paper.screen, keyboard, profile, wish), paper, keyboard


async def test_a_player_comes_back_to_his_table(server: App, tmp_path: Path) -> None:
    address = Address("127.0.0.1", server.port)
    first, paper, _ = evening(tmp_path, Wish(rules="amsterdam", bots=3), "", "x" * 41, "Anna")
    await first.run(address)
    assert paper.text.count("A name has 1 to 40 characters.") == 2
    assert "See you next time!" in paper.text
    again, paper, _ = evening(tmp_path, Wish())
    await again.run(address)
    assert "What is your name?" not in paper.text
    assert "You sit" not in paper.text
    assert "Your hand" in paper.text


async def test_a_forgotten_player_begins_anew(server: App, tmp_path: Path) -> None:
    address = Address("127.0.0.1", server.port)
    profile = tmp_path / "profile.json"
    profile.write_text(
        f'{{"sessions": [{{"server": "{address}", "name": "Anna", "token": "t", "table": "1"}}]}}'
    )
    visit, paper, _ = evening(tmp_path, Wish(name="Anna", rules="amsterdam", bots=0))
    await visit.run(address)
    assert "The server no longer knows you" in paper.text
    assert "You sit South" in paper.text


async def test_without_any_server_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, server: App
) -> None:
    async def find_none(seconds: float) -> tuple[Found, ...]:
        raise OSError("no network")

    monkeypatch.setattr("klaverjas_client.discovery.find_servers", find_none)
    monkeypatch.setattr("klaverjas_client.console.lobby.LOCAL", Address("127.0.0.1", 1))
    visit, paper, _ = evening(tmp_path, Wish(name="Anna"))
    with pytest.raises(NobodyThere, match="klaverjas play"):
        await visit.run(None)
    assert "Looking for a server" in paper.text


@pytest.mark.parametrize(
    ("names", "lines", "expected"),
    [
        ([], [], LOCAL),
        (["one"], [], Address("10.0.0.1", 7321)),
        (["one", "two"], ["3", "2"], Address("10.0.0.2", 7321)),
        (["one", "two"], [""], Address("10.0.0.1", 7321)),
    ],
)
async def test_a_server_is_found_or_chosen(
    monkeypatch: pytest.MonkeyPatch, names: list[str], lines: list[str], expected: Address
) -> None:
    async def find(seconds: float) -> tuple[Found, ...]:
        return tuple(Found(name, f"10.0.0.{n}", 7321) for n, name in enumerate(names, 1))

    monkeypatch.setattr("klaverjas_client.discovery.find_servers", find)
    lobby = Lobby(Paper().screen, Typed(*lines), Wish())
    assert await lobby.find_server() == expected
