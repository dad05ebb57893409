"""The log: the append-only store behind everything the server has answered."""

from klaverjas_server.log.doubles import FailingLog, HeldLog
from klaverjas_server.log.log import (
    Append,
    Bodies,
    Conflict,
    Log,
    LogDamaged,
    LogError,
    LogInUse,
    LogTooNew,
    Row,
    Unavailable,
)
from klaverjas_server.log.measured import MeasuredLog
from klaverjas_server.log.memory import MemoryLog
from klaverjas_server.log.sqlite import SqliteLog

__all__ = [
    "Append",
    "Bodies",
    "Conflict",
    "FailingLog",
    "HeldLog",
    "Log",
    "LogDamaged",
    "LogError",
    "LogInUse",
    "LogTooNew",
    "MeasuredLog",
    "MemoryLog",
    "Row",
    "SqliteLog",
    "Unavailable",
]
