"""The terminal client's pure half: what to show of a view, and what was meant by what was typed.

Nothing here reads, writes or waits.
"""

from klaverjas_client.terminal.choices import choices, sorted_hand
from klaverjas_client.terminal.entry import Chosen, Command, Entry, Reader, Unclear
from klaverjas_client.terminal.sheet import ScoreSheet
from klaverjas_client.terminal.story import Story, Told
from klaverjas_client.terminal.style import Style
from klaverjas_client.terminal.table import render, render_last_trick
from klaverjas_client.terminal.wording import Party, Wording

__all__ = [
    "Chosen",
    "Command",
    "Entry",
    "Party",
    "Reader",
    "ScoreSheet",
    "Story",
    "Style",
    "Told",
    "Unclear",
    "Wording",
    "choices",
    "render",
    "render_last_trick",
    "sorted_hand",
]
