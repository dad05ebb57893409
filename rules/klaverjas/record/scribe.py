"""Writing the record of a match down from its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from klaverjas.actions import Play, Turn
from klaverjas.cards import Hand
from klaverjas.errors import InvalidText
from klaverjas.four.deal import Deal as FourDeal
from klaverjas.four.deal import FinishedTrick
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.match import Match
from klaverjas.record.entries import (
    FIGURES,
    MARKS,
    CallEntry,
    DealEntry,
    Mark,
    Note,
    Record,
    SumEntry,
    TrickEntry,
)
from klaverjas.record.reader import RESERVED
from klaverjas.seats import Game
from klaverjas.standing import DealState
from klaverjas.two.deal import Deal as TwoDeal
from klaverjas.view import Line

__all__ = ["deal_entry", "record_of"]

_NO_TAGS: Final[Mapping[str, str]] = {}


def record_of(
    match: Match, tags: Mapping[str, str] = _NO_TAGS, notes: Iterable[Note] = ()
) -> Record:
    """Write down a match, finished or not: all hands, also those of a deal still being played.

    `tags` are any tags but those of the rules and the draw; a seat's name is the tag of the
    seat. `notes` are what the table ruled, and who stood in for whom.
    """
    taken = [name for name in tags if name in RESERVED]
    if taken:
        raise InvalidText(f"the tag {taken[0]} is the record's own")
    deals = match.finished if match.deal is None else (*match.finished, match.deal)
    first = deals[0].dealer if deals else match.dealer
    return Record(
        rules=match.rules,
        rules_hash=match.rules.hash,
        tags=dict(tags),
        draws=match.draws,
        drawn=first if match.rules.first_dealer == "drawn" else None,
        deals=tuple(map(deal_entry, deals)),
        notes=tuple(sorted(notes, key=lambda note: (note.deal, note.trick))),
    )


def deal_entry(deal: DealState) -> DealEntry:
    """Write one deal down, as far as it went."""
    if isinstance(deal, TwoDeal):
        return _two(deal)
    assert isinstance(deal, FourDeal)
    return _four(deal)


def _four(deal: FourDeal) -> DealEntry:
    return DealEntry(
        number=deal.number,
        dealer=deal.dealer,
        hands={seat: Hand(deal.dealt[seat.number]) for seat in Game.KLAVERJAS.seats},
        calls=tuple(_calls(deal)),
        tricks=tuple(_tricks(deal)),
        sums=sums(deal.rules.game, deal.outcome.line if deal.outcome else None),
    )


def _two(deal: TwoDeal) -> DealEntry:
    made, outcome, claimed = deal.trump is not None, deal.outcome, deal.claimed
    line = outcome.line if outcome else None
    dealt = deal.nine if made else deal.cards.six
    winner, contest = deal.sequence_winner, deal.contest
    return DealEntry(
        number=deal.number,
        dealer=deal.dealer,
        hands=dict(zip(Game.KLABERJASS.seats, map(Hand, dealt), strict=True)),
        calls=deal.calls,
        void=outcome is not None and line is None and claimed is None,
        upcard=deal.cards.upcard,
        bottom=deal.cards.bottom if made and deal.rules.bottom_shown else None,
        exchange=deal.exchange,
        declare=deal.declarations,
        declared=(winner, contest.nondealer + contest.dealer) if winner and contest else None,
        tricks=tuple(_tricks_of_two(deal)),
        sums=sums(deal.rules.game, line),
        claim=(claimed.seat, claimed.score) if claimed else None,
    )


def _tricks_of_two(deal: TwoDeal) -> Iterable[TrickEntry]:
    if deal.tricks is None:
        return
    taken, laid = deal.tricks.taken, deal.tricks.trick
    for number, trick in enumerate(taken, 1):
        yield TrickEntry(number=number, leader=trick.leader, plays=trick.plays, winner=trick.winner)
    if laid:
        yield TrickEntry(number=len(taken) + 1, leader=deal.tricks.leader, plays=laid)


def _calls(deal: FourDeal) -> Iterable[CallEntry]:
    """Put the suits that were turned before the calls they were turned for."""
    making, shown = TRUMP_MAKING[deal.rules.trump_making], 0
    for passes in range(len(deal.calls) + 1):
        if making.wants_turn(passes, deal.turned[:shown]) and shown < len(deal.turned):
            yield None, Turn(deal.turned[shown])
            shown += 1
        yield from deal.calls[passes : passes + 1]


def _tricks(deal: FourDeal) -> Iterable[TrickEntry]:
    if deal.tricks is None:
        return
    for number, trick in enumerate(deal.tricks.taken, 1):
        yield _trick(number, trick)
    if deal.tricks.trick:
        plays, number = tuple(map(Play, deal.tricks.trick)), len(deal.tricks.taken) + 1
        yield TrickEntry(number=number, leader=deal.tricks.leader, plays=plays)


def _trick(number: int, trick: FinishedTrick) -> TrickEntry:
    return TrickEntry(
        number=number,
        leader=trick.leader,
        plays=tuple(map(Play, trick.cards)),
        winner=trick.winner,
        roem=trick.roem if trick.counted else 0,
        caller=trick.caller,
        uncalled=0 if trick.counted else trick.roem,
    )


def sums(game: Game, line: Line | None) -> tuple[SumEntry, ...]:
    """Write the figures of a line of the score sheet; nothing for a deal not written down."""
    if line is None:
        return ()
    marks = tuple(
        Mark(word, side)
        for word, sign in MARKS.items()
        for side, signs in line.marks.items()
        if sign in signs
    )
    *figures, _ = (SumEntry(word=word, figures=getattr(line, word)) for word in FIGURES[game])
    written = SumEntry(word="written", figures=line.written, marks=marks, pot=line.pot or 0)
    return (*figures, written)
