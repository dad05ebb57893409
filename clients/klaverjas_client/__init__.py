"""A client of the table server: connect, sit down, play.

>>> async with await Client.connect("localhost", 7321, name="Anna") as client:  # doctest: +SKIP
...     await client.sit(table="7f3a")
...     await play(client.table("7f3a"), klaverjas_bots.make("club"))
"""

from klaverjas_client.address import DEFAULT_PORT, Address
from klaverjas_client.client import Client
from klaverjas_client.clock import Clock, SystemClock
from klaverjas_client.errors import ClientError, Disconnected, Dismissed, Refused, Unreachable
from klaverjas_client.happenings import (
    Asked,
    Happened,
    Happening,
    Lost,
    Noted,
    Regained,
    Shown,
    Unasked,
)
from klaverjas_client.player import play
from klaverjas_client.table import Table

__all__ = [
    "DEFAULT_PORT",
    "Address",
    "Asked",
    "Client",
    "ClientError",
    "Clock",
    "Disconnected",
    "Dismissed",
    "Happened",
    "Happening",
    "Lost",
    "Noted",
    "Refused",
    "Regained",
    "Shown",
    "SystemClock",
    "Table",
    "Unasked",
    "Unreachable",
    "play",
]
