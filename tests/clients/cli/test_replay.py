"""A record is shown trick by trick, and one that does not add up is refused at its line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from klaverjas.record import loads
from klaverjas_cli.main import main
from tests.clients.cli.program import run

RECORDS = Path(__file__).parents[2] / "data" / "records"


def replay(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["replay", *arguments, "--lang", "en"], input=typed)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_trick_and_sum_is_shown(path: Path) -> None:
    record = loads(path.read_text(encoding="utf-8"))
    shown = replay(str(path))
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    tricks = [trick for deal in record.deals for trick in deal.tricks]
    assert sum(" ▸ " in line for line in lines) == sum(t.winner is not None for t in tricks)
    assert sum("score: " in line for line in lines) == sum(bool(d.sums) for d in record.deals)
    assert "Score sheet" in lines


def test_the_example_of_the_rules_is_told() -> None:
    lines = replay(str(RECORDS / "klaverjas.txt")).output.splitlines()
    assert "  3 Jan          ♥K ♥Q ♥10 ♥J ▸ Riet + 70 roem" in lines
    assert "Deal 1 written: NS 272, EW 0. EW: nat!" in lines
    assert "score: NS 272 – EW 0" in lines


def test_a_record_may_come_from_standard_input() -> None:
    text = (RECORDS / "klaverjas.txt").read_text(encoding="utf-8")
    assert replay("-", typed=text).output == replay(str(RECORDS / "klaverjas.txt")).output


def test_a_sum_that_is_wrong_is_found_at_its_line(tmp_path: Path) -> None:
    text = (RECORDS / "klaverjas.txt").read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(text.replace("points NS 73 EW 89", "points NS 74 EW 88"), encoding="utf-8")
    at = text.splitlines().index("points NS 73 EW 89") + 1
    refused = replay(str(wrong))
    assert refused.exit_code == 1
    assert f"{wrong}: line {at}: " in refused.output


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_bytes(b"\xff\xfe")
    assert replay(str(other)).exit_code == 1
    assert replay(str(tmp_path / "missing")).exit_code == 2


def test_what_the_table_decided_is_told_where_it_happened(tmp_path: Path) -> None:
    text = (RECORDS / "klaverjas.txt").read_text(encoding="utf-8")
    noted = (
        'ruled pause "tea"\nruled resume\nstand-in E club from 3.1\nback E 3.2\n'
        'ruled adjust NS -100 "revoke"\nruled replace W "went home"\nruled rollback 1.3\n'
    )
    path = tmp_path / "noted.txt"
    path.write_text(text.replace("\n3 E HK", f"\n{noted}3 E HK"), encoding="utf-8")
    shown = replay(str(path))
    assert shown.exit_code == 0
    lines = shown.output.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("  2 Riet"))
    assert lines[start + 1 : start + 8] == [
        "  The table is paused.",
        "  We play on.",
        "  The bot club plays for Jan meanwhile.",
        "  Jan plays again.",
        "  Adjusted by the director – NS: -100. Reason: revoke",
        "  The director replaces a player. Reason: went home",
        "  The director goes back to deal 1, trick 3.",
    ]
    assert lines[start + 8].startswith("  3 Jan")


def test_a_match_of_two_shows_what_lay_open_and_what_was_called() -> None:
    lines = replay(str(RECORDS / "klaberjass.txt")).output.splitlines()
    assert "  upcard       ♥9" in lines
    assert "  bottom card  ♣9" in lines
    assert any("with bela" in line for line in lines)
    assert any(line.endswith("sequence 20") for line in lines)
    assert any("swap" in line for line in lines)


def test_a_claim_and_the_end_are_told(tmp_path: Path) -> None:
    played = run(tmp_path, "demo", "--rules", "clobyosh-501", "--seed", "4")
    told = "Riet claims at 508: right, the match is won!"
    over = "Over: Riet 478, Toos 320. Decided by a claim. Riet wins."
    lines = run(tmp_path, "replay", "klaverjas-demo.txt").stdout.splitlines()
    assert told in lines
    assert lines[-1] == over
    assert {told, over} <= set(played.stdout.splitlines())
    assert "Deal 3 is void. Riet deals again." in lines
