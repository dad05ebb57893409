"""Refusing an order, and what a director may set aside with a reason."""

from __future__ import annotations

__all__ = ["Objections", "Refused"]


class Refused(Exception):
    """Refuse an order; nothing has changed. `code` is for pages in any language.

    `may_override`: a director may give the same order with a reason, and it is taken.
    """

    def __init__(self, code: str, text: str, *, may_override: bool = False):
        super().__init__(text)
        self.code = code
        self.may_override = may_override


class Objections:
    """What speaks against an order, unless a reason overrides it."""

    def __init__(self, override: str = ""):
        self._reason = override.strip()
        self.set_aside = False
        """Something was objected to, and overridden."""

    def object(self, code: str, text: str) -> None:
        """Refuse, unless a reason was given with the order."""
        if not self._reason:
            raise Refused(code, text, may_override=True)
        self.set_aside = True

    @property
    def override(self) -> str:
        """The reason to be kept: the one given, if it was needed."""
        return self._reason if self.set_aside else ""
