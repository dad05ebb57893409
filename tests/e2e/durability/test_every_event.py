"""Play goes on after every kind of event that there is."""

from itertools import pairwise
from typing import Final

from klaverjas import RuleSet, Seat
from klaverjas_wire.forms import EVENTS
from klaverjas_wire.messages import Fill, Leave, Rule, Sit, Watch
from klaverjas_wire.table import RulingAct
from tests.e2e.durability.nights import Hold, Night
from tests.server.evening import Evening, told_of

N, E, S, W = Seat
SHORT: Final = {"base": "amsterdam", "deals": 4}
RULINGS: Final[tuple[RulingAct, ...]] = ("pause", "resume", "void")


async def kinds_of_an_evening(hold: Hold) -> list[str]:
    """Let happen at a table all that is not the game's own; what a spectator heard."""
    evening = await hold(Evening())
    host, other = await evening.guest(), await evening.guest("Sjaan")
    key = (await evening.open(host, SHORT, fill={E: "random"})).key
    table = Night(evening, "1", key, {N: host, S: other}, await evening.guest("Kijk"))
    await table.bystander.request(Watch(table="1"))
    for request in (Sit(table="1", seat=N), Leave(table="1"), Sit(table="1", seat=N)):
        await host.request(request)
    await other.request(Sit(table="1", seat=S))
    await host.request(Fill(table="1", key=key, seat=W, strategy="random"))
    await table.until(lambda: table.state.must_act is N)
    for act in RULINGS:
        await host.request(Rule(table="1", key=key, act=act))
    await table.until(lambda: table.turn.seat in (N, S) and table.state.deal_events)
    await table.go(N)
    await other.request(Fill(table="1", key=key, seat=N, strategy="random"))
    await table.come(N)
    await table.play_out(lambda: table.state.match is not None and table.state.match.number == 3)
    await other.request(Rule(table="1", key=key, act="rollback", deal=2, trick=1))
    await table.play_out(lambda: table.state.over)
    await table.settle()
    return [event.k for event in told_of(table.bystander.messages)]


async def kinds_of_matches(hold: Hold, rules: str, matches: int) -> list[str]:
    """Let strategies play so many matches; what happened, in order."""
    evening = await hold(Evening())
    host = await evening.guest()
    for _ in range(matches):
        opened = await evening.open(host, rules)
        await host.request(Watch(table=opened.table))
        for seat in RuleSet.load(rules).game.seats:
            fill = Fill(table=opened.table, key=opened.key, seat=seat, strategy="random")
            await host.request(fill)
        while not evening.table(opened.table).state.over:
            await host.settle()
    return [event.k for event in told_of(host.messages)]


async def test_play_goes_on_after_every_kind_of_event(hold: Hold) -> None:
    told = [
        *await kinds_of_an_evening(hold),
        *await kinds_of_matches(hold, "nku+deals=4", 2),
        *await kinds_of_matches(hold, "klaberjass-500+target=100", 10),
        *await kinds_of_matches(hold, "klabberjass-500+target=100", 10),
        *await kinds_of_matches(hold, "clobyosh-501+target=100", 10),
    ]
    followed = {kind for kind, _ in pairwise(told) if kind != "finished"}
    assert {event.k for event in EVENTS} - followed == {"finished", "claimed"}
