"""What Prometheus may read, and whether the server lives and can do its work."""

from collections.abc import Awaitable, Callable

import pytest
from prometheus_client.parser import text_string_to_metric_families

from klaverjas import Seat
from klaverjas.actions import Pass
from klaverjas_server.log import FailingLog, MeasuredLog, MemoryLog
from klaverjas_server.peer import Peer
from klaverjas_server.tally import BOUNDS, Tally
from klaverjas_wire.messages import Leave, ListTables, Watch
from tests.server.packs import QUIET, packs_of
from tests.server.raw_client import RawClient
from tests.server.web.venue import Venue

Hold = Callable[[Venue], Awaitable[Venue]]
Metrics = dict[tuple[str, str], float]
N, E, S, W = Seat


async def metrics(venue: Venue) -> Metrics:
    """Read all samples, by name and label."""
    got = await venue.get("/metrics")
    assert got.status == 200
    assert got.headers["Content-Type"].startswith("text/plain; version=")
    return {
        (sample.name, next(iter(sample.labels.values()), "")): sample.value
        for family in text_string_to_metric_families(got.text)
        for sample in family.samples
    }


def gained(before: Metrics, after: Metrics, name: str, label: str = "") -> float:
    """Tell by how much a sample has grown."""
    key = (f"klaverjas_{name}", label)
    return after.get(key, 0) - before.get(key, 0)


async def test_connections_and_tables_are_counted(venue: Venue) -> None:
    await venue.party(packs=packs_of(QUIET))
    host = await venue.guest("Ans")
    await venue.open(host)
    await host.request(Watch(table="1"))
    read = await metrics(venue)
    assert read["klaverjas_connections", ""] == 5
    assert read["klaverjas_sessions", ""] == 5
    assert read["klaverjas_watchers", ""] == 1
    assert read["klaverjas_tables", "calling"] == 1
    assert read["klaverjas_tables", "waiting"] == 1


async def test_acts_are_counted_when_they_are_taken(venue: Venue) -> None:
    party = await venue.party(packs=packs_of(QUIET))
    before = await metrics(venue)
    ask = party.turn
    await party.players[ask.seat].request(party.request(ask.seat, Pass(), ask.ask))
    await party.players[ask.seat].request(party.request(ask.seat, Pass(), ask.ask))
    after = await metrics(venue)
    assert gained(before, after, "acts_total") == 1


async def test_refusals_and_goodbyes_are_counted_by_code(venue: Venue) -> None:
    host, other = await venue.guest(), await venue.guest("Joop")
    before = await metrics(venue)
    await host.request(Watch(table="9"))
    await host.request(Leave(table="9"))
    host.send_map(t="sync", table=7, after=0, id=90)
    await host.reply(90)
    other.send_bytes(b"\0\0\0\0")
    await other.until_lost()
    after = await metrics(venue)
    assert gained(before, after, "refusals_total", "unknown-table") == 2
    assert gained(before, after, "refusals_total", "bad-message") == 1
    assert gained(before, after, "goodbyes_total", "bad-frame") == 1


async def exchanged(client: RawClient) -> int:
    """Ask for the tables; the bytes that came in answer."""
    client.take_payloads()
    await client.request(ListTables())
    return sum(map(len, client.take_payloads()))


async def test_bytes_are_counted_as_they_come_and_go(venue: Venue) -> None:
    client = await venue.guest()
    before = await metrics(venue)
    came = await exchanged(client)
    after = await metrics(venue)
    assert gained(before, after, "received_bytes_total") > 0
    assert gained(before, after, "sent_bytes_total") == came + 4


async def test_what_is_not_counted_is_noticed(
    venue: Venue, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = Tally()
    monkeypatch.setattr(Peer, "tally", property(lambda _: silent, lambda *_: None), raising=False)
    client = await venue.guest()
    before = await metrics(venue)
    await exchanged(client)
    assert gained(before, await metrics(venue), "sent_bytes_total") == 0


async def test_commits_are_timed_by_the_clock(hold: Hold) -> None:
    tally, venue = Tally(), await hold(Venue())

    class Slow(MemoryLog):
        async def append(self, batch: object) -> None:
            venue.clock.advance(0.03)

    log = MeasuredLog(Slow(), venue.clock, tally.count_commit)
    await log.append([])
    assert tally.commits[BOUNDS.index(0.05)] == sum(tally.commits) == 1
    assert tally.commit_seconds == pytest.approx(0.03)


async def test_commits_are_told_as_a_histogram(venue: Venue) -> None:
    before = await metrics(venue)
    await venue.open(await venue.guest())
    after = await metrics(venue)
    assert gained(before, after, "commit_seconds_count") == 2
    assert gained(before, after, "commit_seconds_bucket", "0.001") == 2
    assert gained(before, after, "commit_seconds_bucket", "+Inf") == 2


@pytest.mark.parametrize(
    ("seconds", "bound"), [(0.0, 0.001), (0.001, 0.001), (0.0011, 0.0025), (5.0, 5.0)]
)
def test_a_commit_belongs_to_the_bound_it_does_not_exceed(seconds: float, bound: float) -> None:
    tally = Tally()
    tally.count_commit(seconds)
    assert tally.commits.index(1) == BOUNDS.index(bound)


def test_a_commit_may_take_longer_than_any_bound() -> None:
    tally = Tally()
    tally.count_commit(5.1)
    assert tally.commits[-1] == 1


async def test_two_servers_in_one_process_count_apart(hold: Hold) -> None:
    one, other = await hold(Venue()), await hold(Venue())
    await one.guest()
    assert (await metrics(one))["klaverjas_connections", ""] == 1
    assert (await metrics(other))["klaverjas_connections", ""] == 0


async def test_it_lives_and_is_ready(venue: Venue) -> None:
    await venue.open(await venue.guest())
    assert (await venue.get("/healthz")).text == "ok\n"
    ready = await venue.get("/readyz")
    assert (ready.status, ready.text) == (200, "ready: 1 tables\n")


async def test_it_is_not_ready_while_nothing_can_be_written(hold: Hold) -> None:
    log = FailingLog(MemoryLog())
    venue = await hold(Venue(log=log))
    client = await venue.guest()
    log.failing = lambda batch: True
    client.send_map(t="open", rules="amsterdam", id=90)
    await client.reply(90)
    ready = await venue.get("/readyz")
    assert ready.status == 503
    assert ready.text.startswith("the log cannot be written: ")
    assert (await venue.get("/healthz")).status == 200
    log.failing = None
    await venue.open(client)
    assert (await venue.get("/readyz")).status == 200
