"""The director's acts at a table. Each is a row of the log, and shown to all."""

from __future__ import annotations

from klaverjas import IllegalAction
from klaverjas_server import rows
from klaverjas_server.course import Deed
from klaverjas_server.peer import Peer
from klaverjas_server.refusal import Refusal
from klaverjas_server.table import Change, Table
from klaverjas_wire import messages
from klaverjas_wire.faults import ErrorCode

__all__ = ["rule"]


async def rule(table: Table, peer: Peer, request: messages.Rule) -> None:
    """Rule as the director; after a roll-back everybody gets a fresh snapshot."""
    if request.act == "pause" and table.state.paused:
        raise Refusal(ErrorCode.PAUSED, "this table is paused already")
    change = await _commit(table, request)
    _remove_replaced(table, request)
    done = messages.Done(table.name, change.after.n, re=request.id)
    # Who was replaced, and who was put back to an earlier trick, sees something else from now on.
    table.publish(change, peer, [done], fresh=request.act in ("rollback", "replace"))
    table.wake()


async def _commit(table: Table, request: messages.Rule) -> Change:
    row = rows.Ruled(
        act=request.act,
        deal=request.deal,
        trick=request.trick,
        seat=request.seat,
        side=request.side,
        points=request.points,
        reason="director" if request.act == "pause" else request.reason,
    )
    try:
        return await table.commit(Deed(row, "director"))
    except IllegalAction as fault:
        reason = str(fault.reason)
        raise Refusal(ErrorCode.ILLEGAL, "that cannot be ruled now", reason=reason) from None


def _remove_replaced(table: Table, request: messages.Rule) -> None:
    """Let who was replaced go on as a spectator."""
    if request.act != "replace" or request.seat is None:
        return
    table.away -= {request.seat}
    for peer, seat in tuple(table.listeners.items()):
        if seat is request.seat:
            table.listen(peer, None)
            peer.session.seats.discard(table.name)
    table.keep_time()
