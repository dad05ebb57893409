"""Lists in and out: what is written can be read again, and what is pasted is understood."""

from __future__ import annotations

import pytest

from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.archive import BadArchive, read_archive, write_archive
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.orders import Enter
from klaverjas_server.drives.sheets import (
    BOM,
    entrants_csv,
    press_text,
    read_entries,
    results_csv,
    seats_csv,
    standings_csv,
)
from klaverjas_server.drives.standings import standings
from tests.server.drives.hall import Club

NAMES = ["Riet", "Toos van 't Hof", "'t Hart", "=SUM(A1)", 'Ed "Boer"', "Jan; Piet", "Wim"]


@pytest.fixture
def club() -> Club:
    club = Club()
    for number, name in enumerate(NAMES, 1):
        club.put(
            rows.Entered(number=number, names=(name,), short=f"S{number}"),
            rows.Present(number=number),
        )
    club.seat([(1, 2), (3, 4)], rests=[5, 6, 7])
    club.score(1, 1500, 1292)
    club.close()
    return club


def test_entrants_go_out_and_come_in_again(club: Club) -> None:
    text = entrants_csv(club.evening)
    assert text.startswith(BOM + "number;name 1;short;")
    assert "'=SUM(A1)" in text
    entries = sorted(read_entries(text, 1), key=lambda entry: entry.number or 0)
    expected = [Enter(names=(name,), short=f"S{n}", number=n) for n, name in enumerate(NAMES, 1)]
    assert entries == expected


@pytest.mark.parametrize(
    ("text", "people", "entries"),
    [
        ("Riet\nJan\n\n", 1, [Enter(names=("Riet",)), Enter(names=("Jan",))]),
        ("12\tRiet Smit\tRietje\n", 1, [Enter(names=("Riet Smit",), short="Rietje", number=12)]),
        ("Naam\tNummer\nEd\t3\n", 1, [Enter(names=("Ed",), number=3)]),
        ("Riet & Jan\nEd;Toos\n", 2, [Enter(names=("Riet", "Jan")), Enter(names=("Ed", "Toos"))]),
        ("speler 1;speler 2\nEd;Toos\n", 2, [Enter(names=("Ed", "Toos"))]),
        ("\ufeffname;points\r\nRiet;1.527,5\r\n", 1, [Enter(names=("Riet",))]),
        ("", 1, []),
        (";;\n ; \n", 1, []),
    ],
)
def test_lists_of_all_kinds(text: str, people: int, entries: list[orders.Enter]) -> None:
    assert list(read_entries(text, people)) == entries


def test_seats_results_and_standings(club: Club) -> None:
    seats = seats_csv(club.evening, club.evening.rounds[0]).splitlines()
    assert "1;1;Riet;1;N" in seats
    assert "1;7;Wim;;rest" in seats
    assert len(seats) == 8
    first = results_csv(club.evening).splitlines()[1]
    assert first.endswith("1500;1292;confirmed;0")
    table = standings_csv(standings(club.evening)).splitlines()
    assert table[0] == BOM + "place;number;name;round 1;adjusted;points;mean;pits;nats;roem;tie"
    assert table[1] == "1;1;Riet;1500;0;1500;1500,0;0;0;0;"


def test_a_line_for_the_paper(club: Club) -> None:
    text = press_text(club.evening, standings(club.evening), 2)
    assert text == "Thursday: 1. Riet 1500; 1. Toos van 't Hof 1500.\n"


def test_a_backup_is_the_same_evening(club: Club) -> None:
    club.put(rows.PinSet(role="director", salt=b"salt", hash=b"hash"), by="Ed")
    file = write_archive("1", club.log)
    assert b"hash" not in file.replace(b'"hash"', b"")
    again = Evening.fold("1", read_archive(file))
    assert again._replace(pins={}) == club.evening._replace(pins={})
    assert again.pins["director"].hash == b""


@pytest.mark.parametrize(
    "file", [b"", b"{}", b'{"format":"klaverjas-drive","version":99,"drive":"1","entries":[]}']
)
def test_what_is_no_backup(file: bytes) -> None:
    with pytest.raises(BadArchive):
        read_archive(file)


def test_a_backup_with_a_row_less_is_another_evening(club: Club) -> None:
    again = Evening.fold("1", read_archive(write_archive("1", club.log[:-1])))
    assert again != club.evening
