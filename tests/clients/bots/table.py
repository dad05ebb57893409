"""A table for strategies: matches between them, and positions laid out by hand."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from klaverjas import PACK, Ask, Card, Game, Hand, IllegalAction, Match, Phase, RuleSet, Seat, View
from klaverjas.actions import Action, Deal, Name, Pass, Play, PlayerAction, Turn
from klaverjas.cards import Suit
from klaverjas.draw import draw_for
from klaverjas.events import Event
from klaverjas.four.deal import pack_of
from klaverjas.four.rules import KlaverjasRules
from klaverjas.standing import Pack
from klaverjas.trick import winner_of
from klaverjas_bots import Strategy

Players = Mapping[Seat, Strategy]
Judge = Callable[[View, Ask, PlayerAction | None], None]
"""Looks at each choice made."""


class Table(NamedTuple):
    """A match, those who play it, and the chance that deals."""

    match: Match
    players: Players
    chance: Random

    def act(self, seat: Seat | None, action: Action) -> "Table":
        """Let a seat or the house act, and everybody notice what he may see of it."""
        match, events = self.match.apply(seat, action)
        tell(self.players, events)
        return self._replace(match=match)

    def next(self, judge: Judge | None = None) -> tuple[Seat | None, Action]:
        """Let the house or somebody choose what to do: those with an option first."""
        if not self.match.asks():
            return None, house_action(self.match, self.chance)
        for ask in reversed(self.match.asks()):
            view = self.match.view(ask.seat)
            action = self.players[ask.seat].choose(view, ask)
            if judge:
                judge(view, ask, action)
            if action is not None:
                return ask.seat, action
        raise AssertionError("somebody let pass what he must answer")

    def play(self, judge: Judge | None = None) -> Match:
        """Play the match to its end."""
        table = self
        while table.match.phase is not Phase.OVER:
            table = table.act(*table.next(judge))
        return table.match


def tell(players: Players, events: tuple[Event, ...]) -> None:
    """Let everybody notice the events, each in the form he may see."""
    for seat, player in players.items():
        for event in events:
            player.notice(event.seen_by(seat))


def house_action(match: Match, chance: Random) -> Action:
    """Let chance act for the house."""
    pack = tuple(chance.sample(PACK, len(PACK)))
    if match.phase is Phase.DRAWING:
        return draw_for(match.rules, pack)
    return Deal(pack) if match.phase is Phase.DEALING else Turn(chance.choice(match.turn_choices))


def table_of(rules: RuleSet, players: Players, seed: int) -> Table:
    """Sit players down to a match whose cards this seed deals."""
    return Table(Match.start(rules), players, Random(seed))


class Spot(NamedTuple):
    """A seat to choose at a table."""

    table: Table
    seat: Seat

    @property
    def ask(self) -> Ask:
        """The question that is open to the seat."""
        return next(ask for ask in self.table.match.asks() if ask.seat is self.seat)

    def choose(self) -> PlayerAction | None:
        """Let the player of the seat choose."""
        return self.table.players[self.seat].choose(self.table.match.view(self.seat), self.ask)


def begun(rules: RuleSet, players: Players, dealer: Seat, pack: Pack) -> Table:
    """Deal the first deal of a match from this pack."""
    match = Match.dealt_by(dealer, rules)
    return Table(match, players, Random(0)).act(None, Deal(pack))


def dealt(rules: RuleSet, players: Players, dealer: Seat, hands: Mapping[Seat, Hand]) -> Table:
    """Deal the first deal of a match of Klaverjas so that everybody has these eight cards."""
    assert isinstance(rules, KlaverjasRules)
    return begun(rules, players, dealer, pack_of(hands, dealer, rules.packets))


def called(table: Table, maker: Seat, trump: Suit) -> Table:
    """Let everybody pass until it is the maker's call."""
    while table.match.phase is Phase.CALLING:
        speaker = table.match.asks()[0].seat
        table = table.act(speaker, Name(trump) if speaker is maker else Pass())
    return table


def played(table: Table, cards: str) -> Table:
    """Play cards, separated by spaces, each from the seat whose turn it is."""
    for card in cards.split():
        table = table.act(table.match.asks()[0].seat, Play(Card.parse(card)))
    return table


def laid_out(
    rules: RuleSet, make: Callable[[], Strategy], hand: str, plays: str, trump: Suit, maker: Seat
) -> Spot:
    """Set up the position in which somebody holds `hand` after these plays, the first by north.

    The cards nobody has shown lie as they happen to, but so that every play was legal.
    """
    owners, turn = players_of([Card.parse(card) for card in plays.split()], trump)
    for seed in range(500):
        hands = spread(Hand.parse(hand), owners, turn, seed)
        table = dealt(rules, {seat: make() for seat in Seat}, Seat.W, hands)
        try:
            return Spot(played(called(table, maker, trump), plays), turn)
        except IllegalAction:
            continue
    raise AssertionError(f"nobody could have played {plays}")


def players_of(plays: Sequence[Card], trump: Suit) -> tuple[dict[Seat, Hand], Seat]:
    """Tell who played which of these cards, north leading, and whose turn it is then."""
    owners, turn = dict.fromkeys(Seat, Hand()), Seat.N
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        for seat, card in zip(Game.KLAVERJAS.from_seat(turn), trick, strict=False):
            owners[seat] |= Hand.of(card)
        places = winner_of(trick, trump) if len(trick) == 4 else len(trick)
        turn = Game.KLAVERJAS.after(turn, places)
    return owners, turn


def spread(hand: Hand, owners: Mapping[Seat, Hand], seat: Seat, seed: int) -> dict[Seat, Hand]:
    """Give a seat its hand and everybody what he plays; the rest as the seed deals it."""
    hands = dict(owners)
    hands[seat] |= hand
    taken = Hand(sum(each.mask for each in hands.values()))
    rest = [card for card in PACK if card not in taken]
    Random(seed).shuffle(rest)
    for each in Seat:
        missing = 8 - len(hands[each])
        hands[each] |= Hand.of(*rest[:missing])
        del rest[:missing]
    return hands
