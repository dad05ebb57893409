"""The door for programs: who is let in, what is answered, and how a refusal looks."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from klaverjas_server.drives import orders
from klaverjas_server.drives.archive import read_archive
from klaverjas_server.drives.door import MOST_BYTES, ProgramDoor, owner_token
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.evenings import Evenings
from klaverjas_server.drives.links import Who, player_link, table_link
from klaverjas_server.drives.settings import Settings
from klaverjas_server.log import FailingLog, MemoryLog
from tests.server.evening import KEY
from tests.server.hand_clock import HandClock
from tests.server.seeded_chance import SeededChance

OWNER = f"Owner {owner_token(KEY)}"
DIRECTOR = Who("director")


class Site:
    """A site that has the door and nothing else, and one evening of eight with a round on."""

    def __init__(self, client: TestClient[Any, Any], evenings: Evenings, log: FailingLog) -> None:
        self.client = client
        self.evenings = evenings
        self.log = log

    async def ask(
        self, method: str, path: str, body: object = None, as_: str = OWNER
    ) -> tuple[int, Any]:
        """Send a request; the status and what was answered."""
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        answer = await self.client.request(
            method, f"/api/drives{path}", data=data, headers={"Authorization": as_}
        )
        return answer.status, msgspec.json.decode(await answer.read())

    @property
    def evening(self) -> Evening:
        return self.evenings["1"].evening


@pytest.fixture
async def site(aiohttp_client: Any) -> Site:
    log = FailingLog(MemoryLog())
    evenings = Evenings(log, HandClock(), SeededChance(), KEY)
    app = web.Application()
    app.add_routes(ProgramDoor(evenings, log, KEY).routes())
    client = await aiohttp_client(TestServer(app))
    desk = await evenings.open("Thursday", Settings(paper=True), pin="2468")
    for number in range(1, 9):
        await desk.take(orders.Enter(names=(f"Player {number}",), here=True), DIRECTOR)
    await desk.take(orders.Draw(seed="x"), DIRECTOR)
    await desk.take(orders.Publish(round=1), DIRECTOR)
    return Site(client, evenings, log)


def told(side: int | None) -> dict[str, Any]:
    """Make a report as any program may."""
    body = {"o": "report", "round": 1, "table": 1, "score": {"totals": [1500, 1292]}}
    return body if side is None else {**body, "side": side}


async def test_an_owner_a_pin_and_links(site: Site) -> None:
    here = site.evening.rounds[0].at(1).numbers[0]
    links = table_link(KEY, site.evening, 1), player_link(KEY, site.evening, here)
    enter = {"o": "enter", "names": ["Riet"]}
    assert (await site.ask("POST", "/1/orders", enter))[0] == 200
    assert (await site.ask("POST", "/1/orders", enter, "Pin 2468"))[0] == 200
    for link in links:
        status, problem = await site.ask("POST", "/1/orders", enter, f"Link {link}")
        assert (status, problem["code"]) == (403, "forbidden")
        assert (await site.ask("POST", "/1/orders", told(0), f"Link {link}"))[0] == 200
        assert (await site.ask("GET", "/1", as_=f"Link {link}"))[0] == 403
    assert site.evening.rounds[0].at(1).status == "told"


@pytest.mark.parametrize("who", ["", "Pin 1111", "Link nowhere", "Owner nobody", "Basic x"])
async def test_nobody_else_is_let_in(site: Site, who: str) -> None:
    for method, path in (("POST", "/1/orders"), ("GET", "/1"), ("POST", ""), ("POST", "/archive")):
        status, problem = await site.ask(method, path, told(None), who)
        assert (status, problem["code"]) == (403, "forbidden")


async def test_pins_cannot_be_tried_for_ever(site: Site) -> None:
    for _ in range(10):
        assert (await site.ask("GET", "/1", as_="Pin 0000"))[0] == 403
    assert (await site.ask("GET", "/1", as_="Pin 2468"))[0] == 429


async def test_refusals_and_doubts(site: Site) -> None:
    wrong = {**told(None), "score": {"totals": [1500, 1293]}}
    status, problem = await site.ask("POST", "/1/orders", wrong)
    assert (status, problem["code"], problem["may_override"]) == (409, "last-digit", True)
    unusual = {**told(None), "score": {"totals": [2700, 92]}}
    status, taken = await site.ask("POST", "/1/orders", unusual)
    assert (status, taken["seq"]) == (200, site.evening.seq)
    assert taken["doubts"][0] == "2700 is unusual in 16 deals"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"o":"fly"}', b'{"o":"enter","names":[]}', b'{"o":"close","round":-1}']
)
async def test_what_is_no_order(site: Site, body: bytes) -> None:
    before = site.evening
    status, problem = await site.ask("POST", "/1/orders", body)
    assert (status, problem["code"]) == (400, "bad-order")
    assert site.evening is before


async def test_no_such_evening_and_too_much_of_one(site: Site) -> None:
    assert (await site.ask("GET", "/9"))[0] == 404
    status, problem = await site.ask("POST", "/archive", b"x" * (MOST_BYTES + 1))
    assert (status, problem["code"]) == (409, "too-large")


async def test_a_disk_that_is_full(site: Site) -> None:
    site.log.failing = lambda batch: True
    assert (await site.ask("POST", "/1/orders", told(None)))[0] == 503
    assert site.evening.rounds[0].at(1).status == "playing"


async def test_an_evening_is_read_and_taken_over(site: Site) -> None:
    answer = await site.client.get("/api/drives/1", headers={"Authorization": OWNER})
    file = await answer.read()
    assert Evening.fold("1", read_archive(file))._replace(pins={}) == site.evening._replace(pins={})
    assert (await site.ask("POST", "/archive", file))[1]["id"] == "2"
    listed = (await site.ask("GET", ""))[1]
    assert [each["id"] for each in listed] == ["1", "2"]


async def test_whoever_waits_is_told_what_is_new(site: Site) -> None:
    seq = site.evening.seq
    address = f"/api/drives/1?wait=1&after={seq}"
    waiting = asyncio.ensure_future(site.client.get(address, headers={"Authorization": OWNER}))
    await site.ask("POST", "/1/orders", told(None))
    (entry,) = read_archive(await (await waiting).read())
    assert entry.seq == seq + 1
