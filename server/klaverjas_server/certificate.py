"""The certificate of a server that speaks TLS."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext, TLSVersion

__all__ = ["Certificate"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files of a TLS certificate with its chain, and of its key, in PEM."""

    chain: Path
    key: Path

    def context(self) -> SSLContext:
        """Read the files; `OSError` or `ssl.SSLError` when they are not what they should be."""
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.minimum_version = TLSVersion.TLSv1_2
        context.load_cert_chain(self.chain, self.key)
        return context
