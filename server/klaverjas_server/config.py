"""How a server is set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from klaverjas_server.certificate import Certificate
from klaverjas_server.hall_limits import HallLimits

__all__ = ["DEFAULT_PORT", "KEY_FILE", "LOG_FILE", "ServerConfig"]

DEFAULT_PORT: Final = 7321
LOG_FILE: Final = "klaverjas.db"
"""The log, in the data folder."""
KEY_FILE: Final = "klaverjas.key"
"""The key that tokens are hashed with, in the data folder."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """The settings of one server. Port 0 lets the system choose.

    `data` is the folder of its files; None keeps everything in memory, and loses it at the end.
    """

    host: str = "0.0.0.0"
    port: int = DEFAULT_PORT
    data: Path | None = None
    announce: bool = True
    log_format: Literal["json", "console"] = "console"
    web_port: int | None = None
    """The port of the pages and of WebSockets; None for neither."""
    web_port_may_move: bool = False
    """Take any other port for the web when that one is taken."""
    address: str = ""
    """What people are told to type; empty to find it out from where they come from."""
    certificate: Certificate | None = None
    """The files for TLS on the web; None for plain http."""
    limits: HallLimits = field(default_factory=HallLimits)
