"""How a browser is known at an evening: tickets for who gave a PIN, and the marks of forms."""

from __future__ import annotations

import hmac
from hashlib import blake2b
from typing import Final

from klaverjas_server.drives.evening import Evening
from klaverjas_server.drives.links import Who
from klaverjas_server.drives.rows import Role

__all__ = ["form_mark", "holder", "is_form_mark", "make_ticket"]

ROLES: Final[tuple[Role, ...]] = ("director", "deputy")


def make_ticket(key: bytes, evening: Evening, role: Role, nonce: str) -> str:
    """Make what a browser keeps once a role's PIN was right.

    It is worth nothing after that PIN was changed, and it outlives the server's restart, since
    nothing of it is stored.
    """
    body = f"{role}.{nonce}"
    return f"{body}.{_ticket_mark(key, evening, role, body)}"


def holder(key: bytes, evening: Evening, ticket: str) -> Who | None:
    """Tell whose ticket this is, None if it is no good."""
    body, _, mark = ticket.rpartition(".")
    for role in ROLES:
        if role in evening.pins and body.startswith(f"{role}."):
            right = _ticket_mark(key, evening, role, body)
            return Who(role) if hmac.compare_digest(mark.encode(), right.encode()) else None
    return None


def _ticket_mark(key: bytes, evening: Evening, role: Role, body: str) -> str:
    return _mark(key, "ticket", evening.id, evening.pins[role].salt.hex(), body)


def form_mark(key: bytes, secret: str) -> str:
    """Make what every form must bring back from a page of who holds a ticket or a link.

    No other site can read it, and so none can send such a form in his name.
    """
    return _mark(key, "form", secret)


def is_form_mark(key: bytes, secret: str, mark: str) -> bool:
    """Tell whether a form brought the right mark back."""
    return hmac.compare_digest(form_mark(key, secret).encode(), mark.encode())


def _mark(key: bytes, *parts: str) -> str:
    text = "/".join(parts).encode()
    return blake2b(text, key=key, digest_size=16, person=b"klaverjas page").hexdigest()
