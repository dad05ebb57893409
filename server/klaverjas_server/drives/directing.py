"""Orders about the evening as a whole: settings, season, adjustments, freeze, end."""

from __future__ import annotations

from collections.abc import Iterator

from klaverjas import InvalidRules
from klaverjas_bots import STRATEGIES
from klaverjas_server.drives import orders, rows
from klaverjas_server.drives.entering import entrant_of
from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.refused import Objections, Refused
from klaverjas_server.drives.settings import Settings

__all__ = [
    "adjust",
    "adjust_settings",
    "check_settings",
    "end",
    "freeze",
    "renew_links",
    "tell_season",
]

Rows = Iterator[rows.DriveRow]


def check_settings(settings: Settings) -> None:
    """Refuse settings that do not go together."""
    if settings.bot not in STRATEGIES:
        raise Refused("unknown-bot", f"known bots: {', '.join(STRATEGIES)}")
    try:
        found = settings.faults()
    except InvalidRules as fault:
        raise Refused("bad-rules", str(fault)) from None
    for sentence in found:
        raise Refused("settings", sentence)


def adjust_settings(evening: Evening, order: orders.AdjustSettings, objections: Objections) -> Rows:
    """Change the settings; players stay players, and pairs pairs."""
    check_settings(order.settings)
    entered = bool(evening.entrants)
    if entered and order.settings.names != evening.settings.names:
        raise Refused("entered", "players have entered, or pairs: that cannot be changed any more")
    if evening.rounds and order.settings.side != evening.settings.side:
        raise Refused("entered", "the evening has begun: another game is another evening")
    if order.settings != evening.settings:
        yield rows.SettingsMade(settings=order.settings)


def tell_season(evening: Evening, order: orders.TellSeason, objections: Objections) -> Rows:
    """Let the draws of the evening know the season."""
    yield rows.SeasonTold(season=order.season)


def adjust(evening: Evening, order: orders.Adjust, objections: Objections) -> Rows:
    """Give a player points, or take some."""
    entrant_of(evening, order.number)
    if order.member is not None and not evening.settings.pairs:
        raise Refused("no-pair", "only a pair has two members")
    yield rows.Adjusted(
        number=order.number,
        points=order.points,
        reason=order.reason,
        round=order.round,
        member=order.member,
    )


def freeze(evening: Evening, order: orders.Freeze, objections: Objections) -> Rows:
    """Stop the standings that are shown after a round, or let them go on."""
    if order.after is not None and order.after > len(evening.rounds):
        raise Refused("unknown-round", f"there is no round {order.after} yet")
    if order.after != evening.frozen:
        yield rows.Frozen(after=order.after)


def end(evening: Evening, order: orders.End, objections: Objections) -> Rows:
    """End the evening, or go on with one that was ended."""
    if evening.running is not None and not order.again:
        objections.object("round-running", f"round {evening.running.number} is not closed")
    if evening.ended == order.again:
        yield rows.Ended(again=order.again)


def renew_links(evening: Evening, order: orders.RenewLinks, objections: Objections) -> Rows:
    """Make all links new."""
    yield rows.LinksRenewed(epoch=evening.links + 1)
