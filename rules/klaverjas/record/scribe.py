"""Writing the record of a match down from its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from klaverjas.actions import Accept, Name, Play, Schmeiss, Take, Turn
from klaverjas.cards import Hand
from klaverjas.errors import InvalidText
from klaverjas.four.deal import Deal as FourDeal
from klaverjas.four.deal import FinishedTrick
from klaverjas.four.trump_making import TRUMP_MAKING
from klaverjas.match import Match
from klaverjas.record.entries import (
    FIGURES,
    MARKS,
    Back,
    CallEntry,
    DealEntry,
    Mark,
    Note,
    Place,
    Record,
    Ruling,
    StandIn,
    SumEntry,
    TrickEntry,
)
from klaverjas.record.reader import RESERVED
from klaverjas.seats import Game
from klaverjas.standing import DealState
from klaverjas.two.deal import Deal as TwoDeal
from klaverjas.view import Line

__all__ = ["deal_entry", "place_of", "record_of"]

_NO_TAGS: Final[Mapping[str, str]] = {}


def record_of(
    match: Match, tags: Mapping[str, str] = _NO_TAGS, notes: Sequence[Note] = ()
) -> Record:
    """Write down a match, finished or not: all hands, also those of a deal still being played.

    `tags` are any tags but those of the rules and the draw; a seat's name is the tag of the
    seat. `notes` are what the table ruled, and who stood in for whom; those of a deal that was
    taken back go to the end.
    """
    taken = [name for name in tags if name in RESERVED]
    if taken:
        raise InvalidText(f"the tag {taken[0]} is the record's own")
    states = match.finished if match.deal is None else (*match.finished, match.deal)
    deals = tuple(map(deal_entry, states))
    first = deals[0].dealer if deals else match.dealer
    kept = [*map(partial(_moved, match), notes), *_voids(states, deals, notes)]
    return Record(
        rules=match.rules,
        rules_hash=match.rules.hash,
        tags=dict(tags),
        draws=match.draws,
        drawn=first if match.rules.first_dealer == "drawn" else None,
        deals=deals,
        notes=tuple(sorted(kept, key=lambda note: (note.deal, note.trick))),
    )


def place_of(match: Match) -> Place:
    """Say where a match stands, as a note says it that is made now."""
    deal = match.deal
    if deal is None:
        return Place(0, 0, 1)
    if deal.outcome is not None:
        return Place(deal.number, match.rules.game.hand_size + 2, 1)
    entry = deal_entry(deal)
    if not any(isinstance(call, Name | Take) for _, call in entry.calls):
        return Place(deal.number, 0, len(entry.calls) + 1)
    taken = sum(trick.winner is not None for trick in entry.tricks)
    laid = 0 if taken == len(entry.tricks) else len(entry.tricks[-1].plays)
    return Place(deal.number, taken + 1, laid + 1)


def _moved(match: Match, note: Note) -> Note:
    """Bring a note of a deal that was taken back to where the match stands now."""
    place = place_of(match)
    if note.deal <= place.deal:
        return note
    if isinstance(note, StandIn | Back):
        return replace(note, deal=place.deal, trick=place.trick, card=place.card)
    return replace(note, deal=place.deal, trick=place.trick)


def _voids(
    states: Iterable[DealState], deals: Iterable[DealEntry], notes: Iterable[Note]
) -> Iterable[Ruling]:
    """Note the deals that were thrown in by ruling, where no note says so."""
    noted = {note.deal for note in notes if isinstance(note, Ruling) and note.voids}
    for state, deal in zip(states, deals, strict=True):
        ended = deal.sums or deal.void or deal.claim
        if state.outcome is not None and not ended and deal.number not in noted:
            yield Ruling(deal=deal.number, trick=len(deal.tricks) + 1, kind="void")


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
    made, claimed = deal.trump is not None, deal.claimed
    line = deal.outcome.line if deal.outcome else None
    dealt = deal.nine if made else deal.cards.six
    winner, contest = deal.sequence_winner, deal.contest
    return DealEntry(
        number=deal.number,
        dealer=deal.dealer,
        hands=dict(zip(Game.KLABERJASS.seats, map(Hand, dealt), strict=True)),
        calls=deal.calls,
        void=_thrown_in(deal),
        upcard=deal.cards.upcard,
        bottom=deal.cards.bottom if made and deal.rules.bottom_shown else None,
        exchange=deal.exchange,
        declare=deal.declarations,
        declared=(winner, contest.nondealer + contest.dealer) if winner and contest else None,
        tricks=tuple(_tricks_of_two(deal)),
        sums=sums(deal.rules.game, line),
        claim=(claimed.seat, claimed.score) if claimed else None,
    )


def _thrown_in(deal: TwoDeal) -> bool:
    """Tell whether the calls ended the deal, and not a ruling."""
    if deal.outcome is None or deal.trump is not None or not deal.calls:
        return False
    last = deal.calls[-1][1]
    offered = isinstance(last, Schmeiss) and deal.rules.schmeiss_always_accepted
    return offered or isinstance(last, Accept) or deal.calling.all_passed


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
