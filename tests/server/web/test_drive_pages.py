"""The pages of a club evening: who sees them, what they do, and what they do not let through."""

import asyncio
import re
from typing import Any

import aiohttp_jinja2
import pytest

from klaverjas_server.drives import orders
from klaverjas_server.drives.draw import fit
from klaverjas_server.drives.score import Score
from klaverjas_server.drives.settings import Settings
from klaverjas_server.web import drive_visit
from klaverjas_server.web.drive_files import BACKUP, FILES
from klaverjas_server.web.drive_prints import PAPERS
from klaverjas_words import LANGUAGES, load
from tests.server.web.drive_venue import NAMES, PIN, Drive
from tests.server.web.test_pages import Markup, dangers
from tests.server.web.venue import Venue

STEPS = ("people", "draw", "tables", "standings", "papers", "settings")


@pytest.fixture
async def drive(venue: Venue) -> Drive:
    return await Drive(venue).begin()


def director_paths() -> list[str]:
    return [
        *(f"/1/{step}" for step in STEPS),
        "/1/person/3",
        "/1/desk/1/1",
        *(f"/1/print/{paper}" for paper in PAPERS),
        *(f"/1/files/{name}" for name in (*FILES, BACKUP)),
    ]


# Who is let in


@pytest.mark.parametrize("path", director_paths())
async def test_a_director_s_page_asks_for_the_pin(drive: Drive, path: str) -> None:
    await drive.publish()
    stranger = await drive.guest().get(path)
    assert (stranger.status, stranger.headers["Location"]) == (303, "/drive/1")
    assert (await (await drive.director()).get(path)).status == 200


async def test_a_ticket_is_kept_from_scripts_and_other_sites(drive: Drive) -> None:
    guest = await drive.director()
    (cookie,) = guest.set_cookies
    assert {"HttpOnly", "SameSite=Strict", "Path=/drive/1"} <= set(cookie.split("; "))
    assert PIN not in cookie


async def test_a_wrong_pin_is_refused_and_a_guesser_has_to_wait(drive: Drive) -> None:
    guest = drive.guest()
    first = await guest.log_in("0000")
    assert first.status == 403
    assert load("en").text("drive.pin.wrong") in first.text
    for _ in range(20):
        await guest.log_in("0000")
    late = await guest.log_in(PIN)
    assert load("en").text("drive.pin.wait") in late.text
    assert guest.cookies == {}


async def test_a_deputy_has_a_pin_of_his_own(drive: Drive) -> None:
    director = await drive.director()
    assert (await director.act("pin", role="deputy", pin="1357")).status == 303
    deputy = await drive.director("1357")
    assert (await deputy.act("present", number=1, here=0)).status == 303
    assert drive.evening.here()[0].number == 2
    assert (await director.get("/1/people")).status == 200


async def test_a_new_pin_makes_all_tickets_void(drive: Drive) -> None:
    before = await drive.director()
    await drive.take(orders.SetPin(role="director", pin="9999"))
    assert (await before.get("/1/people")).status == 303
    assert (await (await drive.director("9999")).get("/1/people")).status == 200


async def test_a_ticket_cannot_be_made_up(drive: Drive) -> None:
    guest = await drive.director()
    body, _, mark = guest.cookies["drive-1"].rpartition(".")
    for forged in (f"{body}.{mark[::-1]}", f"x{body}.{mark}", body, "", "director.."):
        guest.cookies["drive-1"] = forged
        assert (await guest.get("/1/people")).status == 303


async def test_a_form_without_the_mark_of_its_page_is_not_taken(drive: Drive) -> None:
    guest = await drive.director()
    for mark in ("", "0" * 32):
        answer = await guest.post("/1/do", act="present", number=1, here=0, mark=mark)
        assert answer.status == 403
    assert len(drive.evening.here()) == 8


async def test_a_mark_that_is_not_looked_at_is_noticed(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drive_visit, "is_form_mark", lambda *given: True)
    guest = await drive.director()
    await guest.post("/1/do", act="present", number=1, here=0, mark="")
    assert len(drive.evening.here()) == 7


async def test_no_page_for_everybody_has_a_secret(drive: Drive) -> None:
    await drive.publish()
    secrets = [drive.player_link(1), drive.table_link(1), PIN]
    for path in ("", "/1", "/1/board", "/1/me", "/1/table/1"):
        text = (await drive.guest().get(path)).text
        assert not [secret for secret in secrets if secret in text]


async def test_an_evening_is_made_at_the_server_s_own_machine(drive: Drive) -> None:
    guest = drive.guest()
    mark = await guest.mark("")
    made = await guest.post("", name="Vrijdag", pin="4321", paper=1, mark=mark)
    assert (made.status, made.headers["Location"]) == (303, "/drive/2")
    assert (await guest.post("", name="X", pin="4321", mark="")).status == 403
    elsewhere = {"Host": "192.168.1.20:7322"}
    assert (await guest.post("", elsewhere, name="X", pin="4321", mark=mark)).status == 403
    assert len(drive.venue.app.evenings) == 2


# People


async def test_people_are_found_by_two_letters_of_any_part_of_the_name(drive: Drive) -> None:
    guest = await drive.director()
    found = {
        typed: re.findall(r'/1/person/(\d+)"', (await guest.get(f"/1/people?q={typed}")).text)
        for typed in ("ho", "ri", "ja ja", "3", "zz")
    }
    assert found == {"ho": ["2"], "ri": ["1"], "ja ja": ["7", "8"], "3": ["3"], "zz": []}


async def test_who_walks_in_is_on_the_list_and_in_the_count(drive: Drive) -> None:
    guest = await drive.director()
    answer = await guest.act("enter", names="Bep Brouwer", here=1, back="people")
    assert (answer.status, answer.headers["Location"]) == (303, "/drive/1/people")
    text = Markup((await guest.get("/1/people")).text).words
    assert " ".join(text.split()).count("9 here: 2 tables, 1 rests") == 1
    assert fit(drive.evening, 9).rests == 1


async def test_a_list_is_pasted_from_a_spreadsheet(drive: Drive) -> None:
    guest = await drive.director()
    await guest.act("enter-all", list="naam\tkort\r\nDirk Peters\tDirk P\r\nNel Vos\t\r\n")
    new = [(e.name, e.short) for e in drive.evening.entrants.values() if e.number > 8]
    assert new == [("Dirk Peters", "Dirk P"), ("Nel Vos", "Nel")]


async def test_a_form_that_is_too_long_is_not_read(drive: Drive) -> None:
    guest = await drive.director()
    assert (await guest.act("enter-all", list="x" * 70_000)).status == 413


@pytest.mark.parametrize(
    ("act", "fields", "code"),
    [
        ("enter", {"names": " "}, "no-name"),
        ("enter", {"names": "x" * 60}, None),
        ("present", {"number": 99, "here": 1}, "unknown-entrant"),
        ("present", {"number": "six", "here": 1}, "no-number"),
        ("relate", {"one": 1, "other": 1, "how": "apart"}, "same-entrant"),
        ("adjust", {"number": 1, "points": -100, "reason": ""}, "no-reason"),
        ("settings", {"whole": 1, "prizes": "Cake for all"}, "bad-prize"),
        ("nonsense", {}, None),
    ],
)
async def test_what_cannot_be_is_refused_with_a_word(
    drive: Drive, act: str, fields: dict[str, Any], code: str | None
) -> None:
    before = drive.evening.seq
    answer = await (await drive.director()).act(act, **fields)
    assert answer.status == 409
    assert drive.evening.seq == before
    if code is not None:
        assert load("en").text(f"drive.refused.{code}") in Markup(answer.text).words


# The draw


async def test_a_draw_with_three_people_says_that_they_are_too_few(drive: Drive) -> None:
    for number in range(4, 9):
        await drive.take(orders.Present(number=number, here=False))
    answer = await (await drive.director()).act("draw", was="")
    assert answer.status == 409
    assert load("en").text("drive.refused.too-few") in Markup(answer.text).words


def was(text: str) -> str:
    """Find what a page says that it shows."""
    return str(re.findall(r'name="was" value="([^"]*)"', text)[0])


async def test_a_round_is_drawn_looked_over_swapped_and_published(drive: Drive) -> None:
    guest = await drive.director()
    await guest.act("draw", was="", seed="lucky")
    shown = await guest.get("/1/draw")
    assert "<code>lucky</code>" in shown.text
    drawn = drive.evening.drawn
    assert drawn is not None
    one, other = drawn.tables[0].numbers[0], drawn.tables[1].numbers[0]
    await guest.act("swap", was=was(shown.text), one=one, other=other)
    shown = await guest.get("/1/draw")
    await guest.act("publish", was=was(shown.text), round=1)
    running = drive.evening.running
    assert running is not None
    assert running.tables[0].numbers[0] == other


async def test_two_directors_at_the_same_moment(drive: Drive) -> None:
    one, other = await drive.director(), await drive.director()
    await one.act("draw", was="", seed="first")
    seen_by_other = was((await other.get("/1/draw")).text)
    await one.act("draw", was=seen_by_other, seed="second")
    answer = await other.act("publish", was=seen_by_other, round=1)
    assert answer.status == 409
    assert load("en").text("drive.refused.changed-meanwhile") in Markup(answer.text).words
    assert drive.evening.rounds == ()
    seen = was((await one.get("/1/draw")).text)
    answers = await asyncio.gather(
        *(guest.act("publish", was=seen, round=1) for guest in (one, other))
    )
    assert sorted(answer.status for answer in answers) == [303, 409]
    assert len(drive.evening.rounds) == 1


# Results


async def test_a_slip_with_the_wrong_sum_is_taken_only_with_a_reason(drive: Drive) -> None:
    await drive.publish()
    guest = await drive.director()
    slip: dict[str, Any] = {"round": 1, "table": 1, "ours": 400, "theirs": 249}
    answer = await guest.act("report", **slip)
    assert answer.status == 409
    assert load("en").text("drive.refused.last-digit") in Markup(answer.text).words
    assert 'name="theirs" value="249"' in answer.text
    assert (await guest.act("report", **slip, override="so they wrote")).status == 303
    assert drive.evening.overrides[0].reason == "so they wrote"


async def test_a_round_closes_when_all_is_agreed_or_with_a_reason(drive: Drive) -> None:
    await drive.publish()
    guest = await drive.director()
    answer = await guest.act("close", round=1)
    assert answer.status == 409
    words = Markup(answer.text).words
    assert load("en").text("drive.refused.unconfirmed") + " 1, 2" in words
    await guest.act("close", round=1, override="they went home")
    assert drive.evening.closed == 1


async def test_a_correction_tells_first_whom_it_moves(drive: Drive) -> None:
    await drive.publish()
    await drive.settle()
    await drive.take(orders.Close(round=1))
    await drive.publish()
    guest = await drive.director()
    page = (await guest.get("/1/desk/1/1")).text
    fields: dict[str, Any] = {"round": 1, "table": 1, "was": was(page), "ours": 200, "theirs": 448}
    look = await guest.act("correct", **fields, reason="swapped", look=1)
    assert look.status == 200
    assert "1 → " in look.text
    assert not drive.evening.corrections
    await guest.act("correct", **fields, reason="swapped")
    (correction,) = drive.evening.corrections
    assert (correction.reason, correction.old) == ("swapped", Score((400, 248)))
    assert "swapped" in (await guest.get("/1/standings")).text
    again = await guest.act("correct", **fields, reason="once more")
    assert again.status == 409


async def test_a_result_for_somebody_who_left_asks_who_played(drive: Drive) -> None:
    await drive.publish()
    number = drive.evening.rounds[0].at(1).numbers[0]
    guest = await drive.director()
    await guest.act("withdraw", number=number, reason="ill")
    slip: dict[str, Any] = {"round": 1, "table": 1, "ours": 400, "theirs": 248}
    answer = await guest.act("report", **slip)
    assert answer.status == 409
    await guest.act("stand-in", round=1, table=1, number=number, name="Ed")
    assert (await guest.act("report", **slip)).status == 303
    assert "(Ed)" in (await guest.get("/1/tables")).text


# Players and tables


async def test_a_player_sees_where_he_sits_and_with_whom(drive: Drive) -> None:
    await drive.publish()
    table = drive.evening.rounds[0].at(1)
    number, partner = table.sides[0]
    guest = drive.guest()
    assert (await guest.follow(drive.player_link(number))).headers["Location"] == "/drive/1/me"
    words = " ".join(Markup((await guest.get("/1/me")).text).words.split())
    assert f"Table 1, north, with {drive.evening.entrants[partner].short}" in words


async def test_a_link_that_was_renewed_leads_nowhere(drive: Drive) -> None:
    old = drive.player_link(1)
    guest = drive.guest()
    await guest.follow(old)
    await (await drive.director()).act("links")
    assert "drive-link" in (await guest.get("/1/me")).text
    assert (await drive.guest().follow(old)).status == 403


async def test_both_sides_agree_on_one_device(drive: Drive) -> None:
    await drive.publish()
    guest = drive.guest()
    await guest.follow(drive.table_link(1))
    at: dict[str, Any] = {"round": 1, "table": 1, "page": "/1/table/1"}
    await guest.tell("report", **at, side=0, ours=400, theirs=248)
    page = (await guest.get("/1/table/1")).text
    assert 'name="act" value="confirm"' in page
    await guest.tell("confirm", **at, side=1, ours=400, theirs=248)
    assert drive.evening.rounds[0].at(1).status == "confirmed"


async def test_a_player_speaks_for_his_own_side_only(drive: Drive) -> None:
    await drive.publish()
    table, other = drive.evening.rounds[0].tables
    north, east = table.sides[0][0], table.sides[1][0]
    guests = {number: drive.guest() for number in (north, east)}
    for number, guest in guests.items():
        await guest.follow(drive.player_link(number))
    at: dict[str, Any] = {"round": 1, "table": 1}
    await guests[north].tell("report", **at, side=1, ours=400, theirs=248)
    await guests[east].tell("report", **at, ours=248, theirs=400)
    assert drive.evening.rounds[0].at(1).status == "mismatch"
    elsewhere: dict[str, Any] = {"round": 1, "table": other.table, "ours": 400, "theirs": 248}
    assert (await guests[north].tell("report", **elsewhere)).status == 409
    words = Markup((await (await drive.director()).get("/1/desk/1/1")).text).words
    assert load("en").text("drive.mirrored") in words


async def test_a_table_writes_deal_by_deal_and_the_rest_is_worked_out(drive: Drive) -> None:
    await drive.publish()
    guest = drive.guest()
    await guest.follow(drive.table_link(1))
    fields: dict[str, Any] = {
        "round": 1,
        "table": 1,
        "page": "/1/table/1",
        "trump": "H",
        "points": 100,
        "roem-0": 20,
    }
    for deal in range(1, 5):
        await guest.tell("slip", **fields, deal=deal, maker=deal % 2)
    table = drive.evening.rounds[0].at(1)
    # Two deals are 120 : 62, and two were made by the other side, which is nat.
    assert table.told[0].totals == (2 * 120 + 2 * 182, 2 * 62)
    assert table.status == "told"


async def test_points_of_the_other_side_are_taken_as_such(drive: Drive) -> None:
    await drive.publish()
    guest = drive.guest()
    await guest.follow(drive.table_link(1))
    fields: dict[str, Any] = {"round": 1, "table": 1, "page": "/1/table/1", "deal": 1, "maker": 0}
    fields["points-of"] = 1
    await guest.tell("slip", **fields, points=62)
    assert drive.evening.rounds[0].at(1).slips[1].points == 100


async def test_a_call_is_seen_by_the_director_until_he_comes(drive: Drive) -> None:
    await drive.publish()
    guest = drive.guest()
    await guest.follow(drive.table_link(2))
    await guest.tell("call", "/1/table/2", table=1)
    director = await drive.director()
    called = load("en").text("drive.calls", table=2)
    assert called in (await director.get("/1/tables")).text
    await director.act("coming", table=2)
    assert called not in (await director.get("/1/tables")).text


# The board


async def test_the_board_shows_nothing_that_is_frozen(drive: Drive) -> None:
    await drive.publish()
    await drive.settle()
    guest = drive.guest()
    assert "standing-list" not in (await guest.get("/1/board")).text
    await (await drive.director()).act("board", mode="live")
    assert "standing-list" in (await guest.get("/1/board")).text
    await drive.take(orders.Freeze(after=0))
    assert "standing-list" not in (await guest.get("/1/board")).text


async def test_the_board_is_sent_again_only_when_it_is_another_one(drive: Drive) -> None:
    await drive.publish()
    guest = drive.guest()
    first = await guest.get("/1/board")
    tag = first.headers["Etag"]
    assert (await guest.get("/1/board", **{"If-None-Match": tag})).status == 304
    await drive.settle()
    await drive.take(orders.Close(round=1))
    assert (await guest.get("/1/board", **{"If-None-Match": tag})).status == 200


async def test_the_board_counts_down(drive: Drive) -> None:
    await (await drive.director()).act("board", mode="delayed", minutes=10)
    guest = drive.guest()
    assert "<b>10:00</b>" in (await guest.get("/1/board")).text
    drive.venue.clock.advance(90)
    assert "<b>8:30</b>" in (await guest.get("/1/board")).text


# Names and languages


async def every_page(drive: Drive) -> dict[str, str]:
    director, player, table = await drive.director(), drive.guest(), drive.guest()
    await player.follow(drive.player_link(4))
    await table.follow(drive.table_link(1))
    pages = {path: (await director.get(path)).text for path in director_paths()[:-6]}
    pages["/1/board"] = (await drive.guest().get("/1/board")).text
    pages["/1/me"] = (await player.get("/1/me")).text
    pages["/1/table/1"] = (await table.get("/1/table/1")).text
    return pages


async def test_names_are_texts_on_every_page(drive: Drive) -> None:
    await drive.publish()
    await drive.settle()
    pages = await every_page(drive)
    assert {path: dangers(text) for path, text in pages.items() if dangers(text)} == {}
    assert all(name in Markup(pages["/1/people"]).words for name in NAMES)
    assert all(name in Markup(pages["/1/print/door"]).words for name in NAMES)


async def test_a_name_that_is_not_escaped_is_noticed(
    drive: Drive, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert drive.venue.app._web is not None
    environment = aiohttp_jinja2.get_env(drive.venue.app._web.app)
    monkeypatch.setattr(environment, "autoescape", False)
    assert dangers((await (await drive.director()).get("/1/people")).text) != []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_is_in_every_language(venue: Venue, language: str) -> None:
    drive = await Drive(venue).begin(Settings(paper=True, deals=4, fourth="short"))
    await drive.publish()
    await drive.settle()
    await drive.take(orders.Close(round=1), orders.Draw(seed="x"))
    director, player = await drive.director(), drive.guest()
    await player.follow(drive.player_link(1))
    director.language = player.language = language
    for path in director_paths()[:-6]:
        assert (await director.get(path)).language == language, path
    assert (await player.get("/1/me")).language == language
    assert load(language).text("drive.steps") in (await director.get("/1/draw")).text


@pytest.mark.parametrize("name", [*FILES, BACKUP])
async def test_a_file_is_given_to_be_kept(drive: Drive, name: str) -> None:
    await drive.publish()
    await drive.settle()
    await drive.take(orders.Close(round=1))
    got = await (await drive.director()).get(f"/1/files/{name}")
    assert got.headers["Content-Disposition"] == f'attachment; filename="drive-1-{name}"'
    assert "Riet de Vries" in got.text
    assert got.text.startswith("\ufeff") == name.endswith(".csv")


@pytest.mark.parametrize("language", ["nl", "en"])
async def test_the_manual_is_there(drive: Drive, language: str) -> None:
    text = (await drive.guest().get(f"/manual/{language}")).text
    assert text.count("<h2>") >= 7
    assert "**" not in text
    assert (await drive.guest().get("/manual/xx")).status == 404
