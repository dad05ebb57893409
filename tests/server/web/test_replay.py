"""The replay of a finished match: what happened, all hands open, without what was taken back."""

import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import pytest

from klaverjas import Card, Hand, Match, Phase, Seat
from klaverjas.actions import Close, Deal, Draw, Name, Pass, Play, Roem
from klaverjas.four.deal import pack_of
from klaverjas.record import loads
from klaverjas_server.web.replay import replay_of
from klaverjas_wire.forms import view_form
from klaverjas_wire.messages import ReadRecord, Rule
from tests.server.evening import NAMES
from tests.server.web.venue import SHORT, Venue

N, E, S, W = Seat
Told = dict[str, Any]
ACTS: Final[Mapping[str, Any]] = {
    "passed": lambda told: Pass(),
    "named": lambda told: Name(told["suit"]),
    "played": lambda told: Play(Card(told["card"])),
}


async def replay(venue: Venue, table: str = "1") -> dict[str, Any]:
    """Get the replay of a table."""
    got = await venue.get(f"/replay/{table}.json")
    assert got.status == 200, got.text
    assert got.headers["Content-Type"] == "application/json; charset=utf-8"
    body: dict[str, Any] = json.loads(got.text)
    return body


def play_again(rules: Any, told: list[Told]) -> Match:
    """Play what a replay tells by the rules alone."""
    match = Match.start(rules)
    for event in told:
        match = _take(match, event)
    return match


def _take(match: Match, told: Told) -> Match:
    if told["k"] == "drawn":
        draws = tuple((Seat(d["seat"]), Card(d["card"])) for d in told["draws"])
        return match.apply(None, Draw(draws))[0]
    if told["k"] == "dealt":
        hands = {Seat(s): Hand.of(*cards) for s, cards in told["hands"].items()}
        pack = pack_of(hands, Seat(told["dealer"]), match.rules.packets)  # type: ignore[attr-defined]
        return match.apply(None, Deal(pack))[0]
    if told["k"] == "roem":
        return match.apply(Seat(told["seat"]), Roem())[0]
    if told["k"] == "written" and match.phase is Phase.CLOSING:
        return match.apply(match.asks()[0].seat, Close())[0]
    if told["k"] in ACTS:
        return match.apply(Seat(told["seat"]), ACTS[told["k"]](told))[0]
    return match


async def test_a_match_can_be_played_again_from_its_replay(venue: Venue) -> None:
    await venue.match()
    body = await replay(venue)
    state = venue.table().state
    assert state.match is not None
    again = play_again(state.rules, body["events"])
    assert again.totals == state.match.totals
    assert again.sheet == state.match.sheet
    assert body["table"] == "1"
    assert body["events"][-1]["k"] == "finished"


async def test_it_begins_before_the_first_deal(venue: Venue) -> None:
    await venue.match()
    view = (await replay(venue))["view"]
    assert (view["phase"], view["deal"], view["me"], view["hand"]) == ("waiting", 0, None, None)
    assert view["totals"] == {"NS": 0, "EW": 0}
    assert {seat: player["name"] for seat, player in view["players"].items()} == NAMES
    blank = msgspec.to_builtins(view_form(venue.table().state.view(None)))
    assert view.keys() == blank.keys()


async def test_it_has_the_cards_of_the_record(venue: Venue) -> None:
    party = await venue.match()
    record = loads((await party.players[N].request(ReadRecord(table="1"))).text)
    cards = [told["card"] for told in (await replay(venue))["events"] if told["k"] == "played"]
    written = [play.card for deal in record.deals for trick in deal.tricks for play in trick.plays]
    assert cards == written


async def test_klaberjass_has_its_packets(venue: Venue) -> None:
    host = await venue.guest()
    await venue.open(host, "klaberjass-500", fill={N: "club", S: "club"})
    table = venue.table()
    watcher = await venue.visitor("Kijk")
    while not table.state.over:
        await watcher.ask("ping")
    told = (await replay(venue))["events"]
    dealt = next(event for event in told if event["k"] == "dealt")
    packet = next(event for event in told if event["k"] == "packet")
    assert {len(cards) for cards in dealt["hands"].values()} == {6}
    assert {len(cards) for cards in packet["hands"].values()} == {3}


async def taken_back(venue: Venue, deal: int, trick: int) -> list[Told]:
    """Play a match in which the director goes back once; the events of its replay."""
    party = await venue.party(SHORT)
    key = party.key

    def far() -> bool:
        match = venue.table().state.match
        return match is not None and match.number == 2 and match.view(None).tricks["NS"] > 1

    await party.play_out(far)
    ruled = await party.players[N].request(
        Rule(table="1", key=key, act="rollback", deal=deal, trick=trick)
    )
    assert ruled.__struct_config__.tag == "done", ruled
    await party.settle()
    await party.play_out(lambda: party.over)
    return list((await replay(venue))["events"])


@pytest.mark.parametrize(("deal", "trick"), [(2, 1), (2, 2), (1, 8), (1, 1)])
async def test_what_was_taken_back_is_left_out(venue: Venue, deal: int, trick: int) -> None:
    told = await taken_back(venue, deal, trick)
    state = venue.table().state
    assert state.match is not None
    assert play_again(state.rules, told).sheet == state.match.sheet
    assert [event["deal"] for event in told if event["k"] == "dealt"] == [1, 2, 3, 4]
    assert sum(event["k"] == "played" for event in told) == 4 * 32


async def test_what_was_taken_back_would_be_noticed(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("klaverjas_server.web.replay._taken_back", lambda told, *_: told)
    told = await taken_back(venue, 2, 1)
    assert sum(event["k"] == "played" for event in told) > 4 * 32


async def test_points_of_the_director_are_told(venue: Venue) -> None:
    party = await venue.party(SHORT)
    await party.play_out(lambda: venue.table().state.n > 30)
    adjust = Rule(
        table="1", key=party.key, act="adjust", side="NS", points=-50, reason="late again"
    )
    await party.players[N].request(adjust)
    await party.settle()
    await party.play_out(lambda: party.over)
    entries = await venue.app.hall.entries(venue.table())
    ruled = [event for event in replay_of("1", entries) if event.k == "ruled"]
    assert [(event.side, event.points) for event in ruled] == [("NS", -50)]  # type: ignore[union-attr]
