"""Sitting down, getting up, inviting, filling seats, and watching."""

from __future__ import annotations

from klaverjas import Seat
from klaverjas_bots import STRATEGIES
from klaverjas_server import rows
from klaverjas_server.course import Deed
from klaverjas_server.peer import Peer
from klaverjas_server.refusal import Refusal
from klaverjas_server.sessions import Session
from klaverjas_server.table import Change, Table
from klaverjas_server.table_state import TableState
from klaverjas_wire import messages
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.forms import view_form

__all__ = [
    "attach",
    "check_strategy",
    "come_back",
    "detach",
    "fill",
    "invite",
    "leave",
    "sit",
    "watch",
]


def check_strategy(name: str) -> None:
    """Refuse a strategy that does not exist, naming those that do."""
    if name not in STRATEGIES:
        known = tuple(STRATEGIES)
        text = f"unknown strategy; known: {', '.join(known)}"
        raise Refusal(ErrorCode.BAD_MESSAGE, text, known=known)


async def sit(table: Table, peer: Peer, request: messages.Sit, code: bytes | None) -> None:
    """Give the peer's session a seat, and start the match with the last one.

    `code` is the keyed hash of the request's code. Whoever has a seat here and got up after the
    start sits down in it again.
    """
    own = table.state.seat_of(peer.session.id)
    if own is not None:
        return await _sit_again(table, peer, request, own)
    seat = _chosen_seat(table.state, peer, request, code)
    row = rows.Sat(seat, peer.session.id, peer.session.name, code)
    change = await table.commit(Deed(row, str(seat)))
    peer.session.seats.add(table.name)
    if peer.gone:
        table.publish(change)
        return await _seat_absent(table, seat, peer.session)
    table.listen(peer, seat)
    # The newcomer sees the table as it was with him; that it starts are events to him.
    seated_at = change.events[0].n
    with_him = change.after._replace(match=change.before.match)
    view = with_him.view(seat, table.away)
    shown = messages.Snapshot(table.name, seated_at, view_form(view))
    seated = messages.Seated(table.name, seat, re=request.id)
    table.publish(change, peer, (seated, shown), known=seated_at)
    if change.before.match is not None:
        peer.send(*table.question(seat))


async def _sit_again(table: Table, peer: Peer, request: messages.Sit, own: Seat) -> None:
    stood_in = table.state.seats[own].stand_in is not None
    if (request.seat or own) is not own or (peer in table.listeners and not stood_in):
        raise Refusal(ErrorCode.ALREADY_SEATED, f"you have seat {own} at this table")
    await attach(table, peer, messages.Seated(table.name, own, re=request.id))


async def _seat_absent(table: Table, seat: Seat, session: Session) -> None:
    """Seat somebody whose connection was lost before the seat was his, wherever he is now."""
    _note_away(table, seat)
    if session.peer is not None:
        await attach(table, session.peer)


def _chosen_seat(state: TableState, peer: Peer, request: messages.Sit, code: bytes | None) -> Seat:
    if code is not None:
        invited = state.invitations.get(code)
        if invited is None:
            raise Refusal(ErrorCode.FORBIDDEN, "that code is used or unknown")
        if request.seat not in (None, invited):
            raise Refusal(ErrorCode.BAD_MESSAGE, f"that code is for seat {invited}")
        return _require_free(state, invited)
    if state.match is not None:
        raise Refusal(ErrorCode.SEAT_TAKEN, "the match has begun: a free seat needs a code")
    if state.options.private and peer.session.id != state.opener:
        raise Refusal(ErrorCode.PRIVATE, "this table is private: ask for a code")
    if request.seat is not None:
        return _require_free(state, request.seat)
    invited_to = set(state.invitations.values())
    free = [seat for seat in state.rules.game.seats if seat not in state.seats]
    open_to_all = [seat for seat in free if seat not in invited_to]
    if not open_to_all:
        raise Refusal(ErrorCode.SEAT_TAKEN, "there is no free seat at this table")
    return open_to_all[0]


def _require_free(state: TableState, seat: Seat) -> Seat:
    if seat not in state.rules.game.seats:
        known = ", ".join(state.rules.game.seats)
        raise Refusal(ErrorCode.BAD_MESSAGE, f"this game has the seats {known}")
    if seat in state.seats:
        raise Refusal(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken")
    return seat


def come_back(table: Table, seat: Seat) -> list[Deed]:
    """Say what is to be written when the owner of a seat is there again."""
    deeds = []
    if (ms := table.clocks.absence_ms) and table.state.must_act is seat:
        deeds.append(Deed(rows.Absent(seat, ms), "timer"))
    if table.state.seats[seat].stand_in is not None:
        deeds.append(Deed(rows.Back(seat), str(seat)))
    return deeds


async def attach(table: Table, peer: Peer, *replies: messages.ServerMessage) -> None:
    """Show a session its seat again, with what is asked; the owner takes over from a stand-in.

    `replies` go before the snapshot.
    """
    seat = table.state.seat_of(peer.session.id)
    if seat is None:
        return
    for other in [each for each, at in table.listeners.items() if at is seat]:
        table.forget(other)
    deeds = [] if peer.gone else come_back(table, seat)
    change = await table.commit(*deeds) if deeds else None
    if not peer.gone:
        return _show_seat(table, peer, seat, change, replies)
    if change is not None:
        table.publish(change)
    if not peer.superseded:
        _note_away(table, seat)


def _show_seat(
    table: Table,
    peer: Peer,
    seat: Seat,
    change: Change | None,
    replies: tuple[messages.ServerMessage, ...],
) -> None:
    """Tell everybody that a seat's owner is there, and him how the table stands."""
    table.clocks.forget_absence()
    was_away, table.away = seat in table.away, table.away - {seat}
    table.keep_time()
    if change is not None:
        table.publish(change)
    table.listen(peer, seat)
    peer.send(*replies, table.snapshot(seat), *table.question(seat))
    if was_away:
        table.note(messages.Note(table.name, "here", seat))
    table.wake()


def detach(table: Table, peer: Peer) -> None:
    """Forget a connection; the seat is its session's as before."""
    seat = table.forget(peer)
    # Somebody who goes on on another connection is not away; he takes the seat over there.
    if seat is not None and seat not in table.listeners.values() and not peer.superseded:
        _note_away(table, seat)


def _note_away(table: Table, seat: Seat) -> None:
    if seat not in table.away:
        table.away |= {seat}
        table.keep_time()
        table.note(messages.Note(table.name, "away", seat))


async def invite(
    table: Table, peer: Peer, request: messages.Invite, code: str, hashed: bytes
) -> None:
    """Make a one-use code for a seat."""
    _require_free(table.state, request.seat)
    change = await table.commit(Deed(rows.Invited(request.seat, hashed), "director"))
    table.publish(change, peer, [messages.Invited(code, re=request.id)])


async def fill(table: Table, peer: Peer, request: messages.Fill) -> None:
    """Seat a strategy in a free seat, or let it stand in for somebody who is away."""
    check_strategy(request.strategy)
    seat, who = request.seat, table.state.seats.get(request.seat)
    row: rows.Filled | rows.StandIn
    if who is None:
        row = rows.Filled(_require_free(table.state, seat), request.strategy)
    elif who.session is None or seat not in table.away:
        raise Refusal(ErrorCode.SEAT_TAKEN, f"seat {seat} is taken")
    elif table.state.over:
        raise Refusal(ErrorCode.OVER, "the match is over")
    else:
        row = rows.StandIn(seat, request.strategy)
    change = await table.commit(Deed(row, "director"))
    table.publish(change, peer, [messages.Ok(re=request.id)])


async def watch(table: Table, peer: Peer, request: messages.Watch) -> None:
    """Let a connection see the table as a spectator."""
    if peer.gone:
        return
    state = table.state
    if state.seat_of(peer.session.id) is not None:
        raise Refusal(ErrorCode.ALREADY_SEATED, "you have a seat at this table")
    if state.options.private and peer.session.id != state.opener:
        raise Refusal(ErrorCode.PRIVATE, "this table is private")
    table.listen(peer, None)
    peer.send(messages.Ok(re=request.id), table.snapshot(None))


async def leave(table: Table, peer: Peer, request: messages.Leave) -> None:
    """Get up: before the start the seat is free again, later it stays reserved."""
    seat = table.state.seat_of(peer.session.id)
    if seat is None and peer not in table.listeners:
        raise Refusal(ErrorCode.NOT_SEATED, "you neither sit at this table nor watch it")
    if seat is None or table.state.match is not None:
        detach(table, peer)
        peer.send(messages.Ok(re=request.id))
        return
    change = await table.commit(Deed(rows.Left(seat), str(seat)))
    peer.session.seats.discard(table.name)
    table.forget(peer)
    table.away -= {seat}
    table.publish(change, peer, [messages.Ok(re=request.id)])
