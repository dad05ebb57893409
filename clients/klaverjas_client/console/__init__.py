"""The reference client in a terminal: from finding a server to the last line of the sheet."""

from klaverjas_client.console.evening import Evening, NobodyThere
from klaverjas_client.console.game import Game
from klaverjas_client.console.keyboard import Hangup, Keyboard
from klaverjas_client.console.lobby import Lobby, Wish
from klaverjas_client.console.profile import Profile, Session
from klaverjas_client.console.screen import Screen

__all__ = [
    "Evening",
    "Game",
    "Hangup",
    "Keyboard",
    "Lobby",
    "NobodyThere",
    "Profile",
    "Screen",
    "Session",
    "Wish",
]
