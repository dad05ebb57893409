"""The draw for the first deal: the highest card deals, and ties draw again."""

from random import Random

import pytest

from klaverjas import PACK, Card, Game, InvalidText, Match, Phase, RuleSet, Seat
from klaverjas.actions import Draw
from klaverjas.draw import draw_for, draw_from, drawn_dealer
from klaverjas.events import Drawn, DrawnCard
from tests.rules.playout import shuffled

FOUR, TWO = Game.KLAVERJAS, Game.KLABERJASS


def draws(text: str) -> list[tuple[Seat, Card]]:
    """Read draws as records write them: N:HA E:S9."""
    pairs = (draw.split(":") for draw in text.split())
    return [(Seat(seat), Card(card)) for seat, card in pairs]


@pytest.mark.parametrize(
    ("top", "drawn", "dealer"),
    [
        ("HA S9 CK D8", "N:HA E:S9 S:CK W:D8", "N"),
        ("H9 S8 CT DJ", "N:H9 E:S8 S:CT W:DJ", "W"),
        ("H7 S8 C9 DT", "N:H7 E:S8 S:C9 W:DT", "W"),
        ("HQ SJ CK D8", "N:HQ E:SJ S:CK W:D8", "S"),
        # the two aces draw again, nobody else
        ("HA S9 CK SA D8 D9", "N:HA E:S9 S:CK W:SA N:D8 W:D9", "W"),
        # twice, and a tie for less than the best is none
        ("HA SA CK DK D8 H8 C9 C7", "N:HA E:SA S:CK W:DK N:D8 E:H8 N:C9 E:C7", "N"),
        # all four, then three, then two
        (
            "C7 D7 H7 S7 CA DA HA S9 CK DK H8 CQ DJ",
            "N:C7 E:D7 S:H7 W:S7 N:CA E:DA S:HA W:S9 N:CK E:DK S:H8 N:CQ E:DJ",
            "N",
        ),
    ],
)
def test_the_highest_card_deals(top: str, drawn: str, dealer: str) -> None:
    rest = [card for card in PACK if card not in top.split()]
    found = draw_from([*map(Card, top.split()), *rest], FOUR)
    assert found == draws(drawn)
    assert drawn_dealer(found, FOUR) is Seat(dealer)


def test_the_lowest_card_deals_where_a_set_has_it() -> None:
    found = draw_from(map(Card, ["HA", "SA", "C8", "DQ"]), TWO, lowest=True)
    assert found == draws("N:HA S:SA N:C8 S:DQ")
    assert drawn_dealer(found, TWO, lowest=True) is Seat.N
    assert drawn_dealer(found, TWO) is Seat.S


@pytest.mark.parametrize(
    "text",
    [
        "",
        "N:HA E:S9 S:CK",
        "E:S9 N:HA S:CK W:D8",
        "N:HA E:S9 S:CK W:SA",
        "N:HA E:S9 S:CK W:SA N:D8",
        "N:HA E:S9 S:CK W:SA N:D8 S:D9",
        "N:HA E:S9 S:CK W:D8 N:C7",
        "N:HA E:S9 S:CK W:HA N:C7 W:C8",
        "N:HA E:S9 S:S9 W:CK",
    ],
)
def test_what_is_no_whole_draw_is_refused(text: str) -> None:
    with pytest.raises(InvalidText):
        drawn_dealer(draws(text), FOUR)
    match = Match.start(RuleSet.named("amsterdam"))
    with pytest.raises(InvalidText):
        match.apply(None, Draw(tuple(draws(text))))


def test_a_pack_that_runs_out_is_refused() -> None:
    with pytest.raises(InvalidText, match="not decided"):
        draw_from(map(Card, ["CA", "DA", "HA", "SA"]), FOUR)


def dealer_on_paper(pack: list[str]) -> str:
    """Draw card by card, as people do."""
    drawing = "NESW"
    while len(drawing) > 1:
        drawn = {seat: pack.pop(0)[1] for seat in drawing}
        best = next(rank for rank in "AKQJT987" if rank in drawn.values())
        drawing = "".join(seat for seat in drawing if drawn[seat] == best)
    return drawing


@pytest.mark.parametrize("seed", range(100))
def test_any_pack_chooses_the_dealer_that_people_would_find(seed: int) -> None:
    pack = shuffled(Random(seed))
    found = draw_from(pack, FOUR)
    assert [card for _, card in found] == list(pack[: len(found)])
    assert drawn_dealer(found, FOUR) == dealer_on_paper([str(card) for card in pack])


def test_a_match_is_told_who_drew_what() -> None:
    rules = RuleSet.named("amsterdam")
    draw = draw_for(rules, map(Card, ["HA", "S9", "CK", "SA", "D8", "D9"]))
    match, events = Match.start(rules).apply(None, draw)
    told = tuple(DrawnCard(seat, card) for seat, card in draw.draws)
    assert events == (Drawn(told, Seat.W),)
    assert (match.phase, match.dealer, match.draws) == (Phase.DEALING, Seat.W, told)
