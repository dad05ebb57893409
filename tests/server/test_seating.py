"""Opening tables, sitting down, inviting, filling seats, watching, and getting up again."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Final

import pytest

from klaverjas import Ask, Player, RuleSet, Seat, Suit, View
from klaverjas.actions import Name, Play, PlayerAction
from klaverjas.events import SeenEvent
from klaverjas_bots import STRATEGIES, Strategy
from klaverjas_server import house_players
from klaverjas_server.log import HeldLog, MemoryLog
from klaverjas_wire import event_form, view_of
from klaverjas_wire.messages import (
    Error,
    Event,
    Fill,
    Invite,
    Leave,
    ListTables,
    Note,
    Ok,
    Open,
    Request,
    Seated,
    Sit,
    Snapshot,
    Sync,
    Watch,
)
from klaverjas_wire.table import Back, Left, Sat, StandIn
from tests.server.evening import NAMES, Evening, Party, events, kinds, numbers
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient

N, E, S, W = Seat
KNOWN: Final = tuple(STRATEGIES)


async def refused(client: RawClient, request: Request) -> str:
    """Give the code a request is refused with."""
    reply = await client.request(request)
    assert isinstance(reply, Error), reply
    return reply.code


# open


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("rotterdam", "rotterdam"),
        ({"base": "amsterdam", "city": "rotterdam"}, "rotterdam"),
        ({"base": "amsterdam", "deals": 4}, "amsterdam+deals=4"),
        ("amsterdam+pit=either", "amsterdam+pit=either"),
    ],
)
async def test_a_table_is_opened_by_name_or_by_switches(
    evening: Evening, rules: str | dict[str, object], name: str
) -> None:
    host = await evening.guest()
    assert (await evening.open(host, rules)).table == "1"
    (listed,) = (await host.request(ListTables())).tables
    assert listed.rules == name


@pytest.mark.parametrize(
    ("request_", "code", "key", "allowed"),
    [
        (Open(rules="zwolle"), "unknown-rules", "base", tuple(r.name for r in RuleSet.all())),
        (Open(rules={"base": "zwolle"}), "bad-rules", "base", tuple(r.name for r in RuleSet.all())),
        (Open(rules={}), "bad-rules", "base", tuple(r.name for r in RuleSet.all())),
        (
            Open(rules={"base": "amsterdam", "pit": "maybe"}),
            "bad-rules",
            "pit",
            ("none", "makers", "either"),
        ),
        (Open(rules={"base": "amsterdam", "deals": 5}), "bad-rules", "deals", ("4, 8, … 64",)),
        (
            Open(rules="amsterdam", options={"private": 1}),
            "bad-rules",
            "private",
            (True, False),
        ),
    ],
)
async def test_open_says_what_is_wrong_and_what_would_be_right(
    evening: Evening, request_: Open, code: str, key: str, allowed: tuple[object, ...]
) -> None:
    host = await evening.guest()
    error = await host.request(request_)
    assert (error.code, error.key, error.allowed) == (code, key, allowed)
    assert (await host.request(ListTables())).tables == ()


async def test_an_unknown_switch_or_option_is_named_with_those_known(evening: Evening) -> None:
    host = await evening.guest()
    error = await host.request(Open(rules={"base": "amsterdam", "jokers": 2}))
    assert (error.code, error.key) == ("bad-rules", "jokers")
    assert "trumping" in error.allowed
    error = await host.request(Open(rules="amsterdam", options={"smoking": True}))
    assert (error.code, error.key) == ("bad-rules", "smoking")
    assert "private" in error.allowed


async def test_strategies_may_have_seats_from_the_start(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host, fill={N: "random", W: "club"})
    watcher = await evening.watcher()
    (view,) = [view_of(m.view) for m in watcher.messages if isinstance(m, Snapshot)]
    assert view.players == {N: Player("random", "random"), W: Player("club", "club")}


async def test_a_seat_the_game_does_not_have_cannot_be_filled(evening: Evening) -> None:
    host = await evening.guest()
    sets = [rules.name for rules in RuleSet.all() if len(rules.game.seats) == 2]
    assert await refused(host, Open(rules=sets[0], fill={E: "random"})) == "bad-message"
    opened = await evening.open(host, sets[0])
    assert await refused(host, Sit(table="1", seat=W)) == "bad-message"
    fill = Fill(table="1", key=opened.key, seat=W, strategy="random")
    assert await refused(host, fill) == "bad-message"
    assert await refused(host, Invite(table="1", key=opened.key, seat=E)) == "bad-message"


# sit


async def test_sitting_anywhere_takes_the_first_free_seat(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host, fill={N: "random"})
    seats = [(await (await evening.guest()).request(Sit(table="1"))).seat for _ in range(3)]
    assert seats == [E, S, W]
    assert await refused(host, Sit(table="1")) == "seat-taken"


async def test_seated_then_a_snapshot_with_oneself_in_it(evening: Evening) -> None:
    client = await evening.guest("Riet")
    await evening.open(client)
    await client.request(Sit(table="1", seat=S))
    await client.settle()
    seated, snapshot = client.take()[-2:]
    assert seated == Seated("1", S, re=3)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.n == 1
    view = view_of(snapshot.view)
    assert (view.me, view.phase, view.players) == (S, "waiting", {S: Player("Riet")})


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Sit(table="1", seat=N), "seat-taken"),
        (Sit(table="2", seat=N), "unknown-table"),
        (Sit(code="made up"), "forbidden"),
        (Sit(table="1", code="made up"), "forbidden"),
    ],
)
async def test_a_seat_that_cannot_be_had(evening: Evening, request_: Sit, code: str) -> None:
    host, guest = await evening.guest(), await evening.guest()
    await evening.open(host)
    await host.request(Sit(table="1", seat=N))
    assert await refused(guest, request_) == code


async def test_a_session_has_one_seat_at_a_table(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host)
    await evening.open(host)
    await host.request(Sit(table="1", seat=N))
    assert await refused(host, Sit(table="1")) == "already-seated"
    assert await refused(host, Sit(table="1", seat=E)) == "already-seated"
    assert kinds([await host.request(Sit(table="2", seat=E))]) == ["seated"]


async def test_others_hear_who_sat_down(evening: Evening) -> None:
    host = await evening.guest("Riet")
    await evening.open(host)
    await host.request(Sit(table="1", seat=N))
    watcher = await evening.watcher()
    guest = await evening.guest("Joop")
    await guest.request(Sit(table="1"))
    for client in (host, watcher):
        assert await client.hear(Event) == Event("1", 2, event_form(Sat(E, "Joop")))


async def test_the_sit_that_starts_the_table(evening: Evening) -> None:
    evening.chance.packs.extend(packs_of(QUIET))
    host = await evening.guest("Riet")
    await evening.open(host)
    watcher = await evening.watcher()
    others = [await evening.guest(NAMES[seat]) for seat in (E, S, W)]
    for client, seat in zip(others, (E, S, W), strict=True):
        await client.request(Sit(table="1", seat=seat))
        await client.settle()
    await watcher.settle()
    watcher.take()
    others[0].take()
    await host.request(Sit(table="1", seat=N))
    for client in (host, watcher, others[0]):
        await client.settle()
    told = host.take()[2:]
    assert kinds(told) == ["seated", "snapshot", "started", "drawn", "dealt", "ask"]
    assert isinstance(told[1], Snapshot)
    assert (told[1].n, numbers(told)) == (4, [5, 6, 7])
    view = view_of(told[1].view)
    assert (view.phase, view.hand, view.dealer, len(view.players)) == ("waiting", (), None, 4)
    for client in (watcher, others[0]):
        seen = client.take()
        assert kinds(seen) == ["sat", "started", "drawn", "dealt"]
        assert numbers(seen) == [4, 5, 6, 7]


# invite


async def test_an_invitation_is_good_once(evening: Evening) -> None:
    host, guest, late = [await evening.guest() for _ in range(3)]
    opened = await evening.open(host)
    code = (await host.request(Invite(table="1", key=opened.key, seat=S))).code
    assert await guest.request(Sit(code=code)) == Seated("1", S, re=2)
    assert await refused(late, Sit(code=code)) == "forbidden"
    await guest.request(Leave(table="1"))
    assert await refused(late, Sit(code=code)) == "forbidden"


async def test_seat_and_code_must_agree(evening: Evening) -> None:
    host, guest = await evening.guest(), await evening.guest()
    opened = await evening.open(host)
    code = (await host.request(Invite(table="1", key=opened.key, seat=S))).code
    assert await refused(guest, Sit(code=code, seat=E)) == "bad-message"
    assert await refused(guest, Sit(code=code, seat=E, table="1")) == "bad-message"
    assert await guest.request(Sit(code=code, seat=S, table="1")) == Seated("1", S, re=4)


async def test_who_sits_anywhere_leaves_invited_seats_free(evening: Evening) -> None:
    host, guest = await evening.guest(), await evening.guest()
    opened = await evening.open(host, fill={E: "random"})
    await host.request(Invite(table="1", key=opened.key, seat=N))
    assert (await guest.request(Sit(table="1"))).seat is S


async def test_an_invitation_ends_with_the_free_seat(evening: Evening) -> None:
    host, guest = await evening.guest(), await evening.guest()
    opened = await evening.open(host)
    first = (await host.request(Invite(table="1", key=opened.key, seat=S))).code
    second = (await host.request(Invite(table="1", key=opened.key, seat=S))).code
    await host.request(Fill(table="1", key=opened.key, seat=S, strategy="random"))
    assert await refused(guest, Sit(code=first)) == "forbidden"
    assert await refused(guest, Sit(code=second)) == "forbidden"
    assert await refused(host, Invite(table="1", key=opened.key, seat=S)) == "seat-taken"


@pytest.mark.parametrize(
    "request_",
    [Invite(table="1", key="x", seat=S), Fill(table="1", key="x", seat=S, strategy="random")],
)
async def test_authority_needs_the_key(evening: Evening, request_: Request) -> None:
    host, guest = await evening.guest(), await evening.guest()
    await evening.open(host)
    assert await refused(host, request_) == "forbidden"
    assert await refused(guest, request_) == "forbidden"


async def test_the_key_of_another_table_is_a_wrong_one(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host)
    other = await evening.open(host)
    assert await refused(host, Invite(table="1", key=other.key, seat=S)) == "forbidden"


# fill


async def test_a_strategy_takes_an_empty_seat_and_starts_the_table(evening: Evening) -> None:
    host = await evening.guest()
    opened = await evening.open(host)
    await host.request(Sit(table="1", seat=N))
    await host.hear(Snapshot)
    for seat in (E, S, W):
        fill = Fill(table="1", key=opened.key, seat=seat, strategy="random")
        assert isinstance(await host.request(fill), Ok)
    await host.settle()
    told = kinds(events(host.take()))
    assert told[:6] == ["filled", "filled", "filled", "started", "drawn", "dealt"]


async def test_an_unknown_strategy_is_answered_with_those_known(evening: Evening) -> None:
    host = await evening.guest()
    opened = await evening.open(host)
    for request in (
        Fill(table="1", key=opened.key, seat=N, strategy="jan"),
        Open(rules="amsterdam", fill={N: "jan"}),
    ):
        error = await host.request(request)
        assert (error.code, error.known) == ("bad-message", KNOWN)
        assert all(name in error.text for name in KNOWN)


async def test_a_seat_whose_player_is_there_cannot_be_filled(evening: Evening) -> None:
    party = await evening.party()
    host = party.players[N]
    for seat in Seat:
        fill = Fill(table="1", key=party.key, seat=seat, strategy="random")
        assert await refused(host, fill) == "seat-taken"


async def test_a_strategy_has_its_seat_for_good(evening: Evening) -> None:
    host = await evening.guest()
    opened = await evening.open(host, fill={W: "random"})
    fill = Fill(table="1", key=opened.key, seat=W, strategy="club")
    assert await refused(host, fill) == "seat-taken"


async def test_a_strategy_stands_in_for_who_is_away_until_he_is_back(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    north, east = party.players[N], party.players[E]
    north.close()
    assert await east.hear(Note) == Note("1", "away", N)
    fill = Fill(table="1", key=party.key, seat=N, strategy="random")
    assert isinstance(await east.request(fill), Ok)
    await east.hear(Event, e=event_form(StandIn(N, "random")))
    (listed,) = (await east.request(ListTables())).tables
    assert listed.seats[N] == Player("Riet", "random", True)
    again = await evening.guest(None, north.token)
    shown = view_of((await again.hear(Snapshot)).view)
    assert shown.players[N] == Player("Riet")
    await east.hear(Event, e=event_form(Back(N)))
    assert await east.hear(Note) == Note("1", "here", N)


class Onlooker(Strategy):
    """Notes what it is shown, and never plays."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.noticed: list[str] = []

    def notice(self, event: SeenEvent) -> None:
        self.noticed.append(event.k)

    def choose(self, view: View, ask: Ask) -> PlayerAction | None:
        return None


async def stand_in(party: Party, seat: Seat) -> None:
    """Let a seat's owner go, and somebody play for him."""
    party.players[seat].close()
    host = party.players[N]
    await host.hear(Note, k="away")
    fill = Fill(table="1", key=party.key, seat=seat, strategy="random")
    assert isinstance(await host.request(fill), Ok)


async def test_who_stands_in_again_knows_what_was_played_meanwhile(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Onlooker] = []

    def make(name: str, seed: int) -> Strategy:
        made.append(Onlooker(Random(seed)))
        return made[-1]

    monkeypatch.setattr(house_players, "make", make)
    party = await evening.party(packs=packs_of(QUIET))
    await stand_in(party, S)
    party.players[S] = await evening.guest(None, party.players[S].token)
    await party.players[S].hear(Snapshot)
    await party.act(N, Name(Suit.H))
    await party.act(N, Play(next(iter(QUIET[N]))))
    await stand_in(party, S)
    assert made[-1].noticed[-3:] == ["dealt", "named", "played"]


# watch and leave


async def test_watching_shows_the_table_without_a_hand(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    watcher = await evening.guest()
    assert kinds([await watcher.request(Watch(table="1"))]) == ["ok"]
    shown = await watcher.hear(Snapshot)
    view = view_of(shown.view)
    assert shown.n == 7
    assert (view.me, view.hand, view.legal, view.turn) == (None, None, (), N)
    assert list(view.counts.values()) == [8] * 4
    await party.settle()


async def test_before_the_first_event_a_snapshot_has_n_zero(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host)
    await host.request(Watch(table="1"))
    assert (await host.hear(Snapshot)).n == 0
    await host.request(Sit(table="1"))
    assert (await host.hear(Snapshot)).n == 1


async def test_somebody_seated_may_not_watch_that_table(evening: Evening) -> None:
    party = await evening.party()
    assert await refused(party.players[N], Watch(table="1")) == "already-seated"
    await party.players[N].request(Leave(table="1"))
    assert await refused(party.players[N], Watch(table="1")) == "already-seated"


async def test_whoever_watched_and_sits_down_is_no_spectator_any_more(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host)
    await host.request(Watch(table="1"))
    await host.request(Sit(table="1"))
    (listed,) = (await host.request(ListTables())).tables
    assert listed.watchers == 0


async def test_watching_ends_with_leave_and_with_the_connection(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host)
    watcher, other = await evening.watcher(), await evening.watcher()
    assert isinstance(await watcher.request(Leave(table="1")), Ok)
    watcher.take()
    again = await evening.guest(None, other.token)
    await other.until_lost()
    (listed,) = (await host.request(ListTables())).tables
    assert listed.watchers == 0
    await host.request(Sit(table="1"))
    await watcher.settle()
    await again.settle()
    assert kinds(watcher.take()) == []
    assert kinds(again.messages) == ["welcome"]


async def test_who_is_not_at_a_table_cannot_leave_or_sync_it(evening: Evening) -> None:
    host = await evening.guest()
    await evening.open(host)
    assert await refused(host, Leave(table="1")) == "not-seated"
    assert await refused(host, Sync(table="1", after=0)) == "not-seated"


async def test_before_the_start_leaving_frees_the_seat(evening: Evening) -> None:
    host, other = await evening.guest("Riet"), await evening.guest("Joop")
    await evening.open(host)
    await host.request(Sit(table="1", seat=N))
    await other.request(Sit(table="1", seat=E))
    await other.hear(Snapshot)
    host.take()
    assert isinstance(await host.request(Leave(table="1")), Ok)
    assert await other.hear(Event) == Event("1", 3, event_form(Left(N)))
    assert (await (await evening.guest()).request(Sit(table="1"))).seat is N
    again = await evening.guest(None, host.token)
    await again.settle()
    assert kinds(again.messages) == ["welcome"]


async def test_after_the_start_leaving_keeps_the_seat_reserved(evening: Evening) -> None:
    party = await evening.party(packs=packs_of(QUIET))
    north, east = party.players[N], party.players[E]
    await party.settle()
    party.take()
    assert isinstance(await north.request(Leave(table="1")), Ok)
    assert await east.hear(Note) == Note("1", "away", N)
    stranger = await evening.guest()
    assert await refused(stranger, Sit(table="1", seat=N)) == "seat-taken"
    assert await refused(north, Sit(table="1", seat=E)) == "already-seated"
    north.take()
    assert await north.request(Sit(table="1")) == Seated("1", N, re=north.sent[-1])
    await north.settle()
    assert kinds(north.take()) == ["seated", "snapshot", "ask", "note"]
    assert await east.hear(Note) == Note("1", "here", N)


# connections lost at an awkward moment

Hold = Callable[[Evening], Awaitable[Evening]]


async def test_who_is_gone_before_the_seat_is_his_is_away(hold: Hold) -> None:
    log = HeldLog(MemoryLog(), holding=False)
    evening = await hold(Evening(log=log))
    host, guest = await evening.guest(), await evening.guest("Joop")
    opened = await evening.open(host)
    log.holding = True
    guest.send(Sit(table="1", seat=E))
    await log.wait_pending()
    guest.close()
    while len(evening.app.hall.peers) > 1:
        await host.settle()
    log.holding = False
    log.release_all()
    fill = Fill(table="1", key=opened.key, seat=E, strategy="random")
    assert isinstance(await host.request(fill), Ok)
    (listed,) = (await host.request(ListTables())).tables
    assert listed.seats[E] == Player("Joop", "random", True)


async def test_who_goes_on_elsewhere_before_the_seat_is_his_finds_it_there(hold: Hold) -> None:
    log = HeldLog(MemoryLog(), holding=False)
    evening = await hold(Evening(log=log))
    guest = await evening.guest()
    await evening.open(guest)
    log.holding = True
    guest.send(Sit(table="1", seat=E))
    await log.wait_pending()
    again = await evening.guest(None, guest.token)
    await guest.until_lost()
    log.holding = False
    log.release_all()
    assert view_of((await again.hear(Snapshot)).view).me is E


async def test_who_is_gone_before_he_watches_is_not_counted(hold: Hold) -> None:
    log = HeldLog(MemoryLog(), holding=False)
    evening = await hold(Evening(log=log))
    host, watcher = await evening.guest(), await evening.guest()
    await evening.open(host)
    log.holding = True
    host.send(Sit(table="1", seat=E))
    await log.wait_pending()
    watcher.send(Watch(table="1"))
    await watcher.settle()
    watcher.close()
    while len(evening.app.hall.peers) > 1:
        await host.settle()
    log.holding = False
    log.release_all()
    await host.hear(Snapshot)
    (listed,) = (await host.request(ListTables())).tables
    assert listed.watchers == 0
