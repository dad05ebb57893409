"""Playing at a table: acts in the order of the protocol's checks, and catching up."""

from __future__ import annotations

from klaverjas import IllegalAction, Seat
from klaverjas.actions import PlayerAction, Roem
from klaverjas_server import rows
from klaverjas_server.course import Deed
from klaverjas_server.peer import Peer
from klaverjas_server.refusal import Refusal
from klaverjas_server.seating import come_back
from klaverjas_server.table import Change, Table
from klaverjas_server.table_state import OpenAsk, TableState
from klaverjas_server.telling import Telling
from klaverjas_wire import messages
from klaverjas_wire.faults import ErrorCode
from klaverjas_wire.forms import action_form, action_forms, action_of

__all__ = ["act", "sync"]


async def act(table: Table, peer: Peer, request: messages.Act) -> None:
    """Play for the seat that the peer's session has."""
    state, action = table.state, action_of(request.action)
    seat = _own_seat(state, peer)
    ask = state.ask_of(seat)
    # Only a roem may have been taken under an ask that is still open.
    if ask is None or ask.ask != request.ask or state.paused or isinstance(action, Roem):
        n = state.answers.taken(seat, request.ask, action)
        if n is not None:
            peer.send(messages.Done(table.name, n, re=request.id))
            return
        ask = _ask_to_answer(state, seat, request.ask, action)
    change = await _commit_act(table, ask, request)
    peer.tally.acts += 1
    table.publish(change, peer, (messages.Done(table.name, change.after.n, re=request.id),))


def _own_seat(state: TableState, peer: Peer) -> Seat:
    seat = state.seat_of(peer.session.id)
    if seat is None:
        raise Refusal(ErrorCode.NOT_SEATED, "you have no seat at this table")
    return seat


def _ask_to_answer(state: TableState, seat: Seat, number: int, action: PlayerAction) -> OpenAsk:
    """Find the ask that an act answers, or say why it cannot be answered."""
    if state.over:
        raise Refusal(ErrorCode.OVER, "the match is over")
    if state.paused:
        raise Refusal(ErrorCode.PAUSED, "the director has paused this table")
    return _open_ask(state, seat, number, isinstance(action, Roem))


def _open_ask(state: TableState, seat: Seat, number: int, roem: bool) -> OpenAsk:
    """Find the open ask of that number, or say what became of it."""
    answers, ask = state.answers, state.ask_of(seat)
    if roem and answers.roem_called(seat, number):
        raise Refusal(ErrorCode.ROEM_ALREADY_CALLED, "that roem has been called")
    if ask is not None and ask.ask == number:
        return ask
    answer = answers.answer(seat, number)
    if answer is not None:
        form = action_form(answer)
        raise Refusal(ErrorCode.ANSWERED, "that question was answered otherwise", action=form)
    if ask is not None or answers.had(seat, number):
        raise Refusal(ErrorCode.STALE, "that question is no longer open")
    raise Refusal(ErrorCode.NO_QUESTION, "you are not asked anything")


async def _commit_act(table: Table, ask: OpenAsk, request: messages.Act) -> Change:
    """Make an act durable; the owner who acts takes over from whoever stands in for him."""
    row = rows.Acted(ask.seat, request.action)
    spent = table.clocks.thought_ms if ask.must else None
    back = come_back(table, ask.seat)
    try:
        change = await table.commit(*back, Deed(row, str(ask.seat), ask.ask, spent))
    except IllegalAction as fault:
        raise Refusal(
            ErrorCode.ILLEGAL,
            "the rules do not allow that",
            reason=str(fault.reason),
            legal=action_forms(ask.legal),
        ) from None
    if back:  # after a roem the question, and its clock, are still the same
        table.clocks.forget_absence()
    return change


async def sync(table: Table, peer: Peer, request: messages.Sync) -> None:
    """Send the events of this deal after a number, or a snapshot where that does not do."""
    if peer not in table.listeners:
        raise Refusal(ErrorCode.NOT_SEATED, "you neither sit at this table nor watch it")
    seat = table.listeners[peer]
    state = table.seen_from(seat)
    begins = state.n - len(state.deal_events)
    if not begins <= request.after <= state.n:
        peer.send(messages.Ok(re=request.id), table.snapshot(seat))
        return
    missed = state.numbered(state.deal_events[request.after - begins :])
    peer.send(messages.Ok(re=request.id), Telling(table.name, missed).to(seat))
