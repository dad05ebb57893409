"""Players of their own: strategies that choose an action from what one seat sees.

>>> make("club").choose(view, ask)  # doctest: +SKIP
Play(card=Card.HJ, call=None)
"""

from klaverjas_bots.club import Club
from klaverjas_bots.random_play import RandomPlay
from klaverjas_bots.strategy import STRATEGIES, Strategy, UnknownStrategy, make, strategy

__all__ = [
    "STRATEGIES",
    "Club",
    "RandomPlay",
    "Strategy",
    "UnknownStrategy",
    "make",
    "strategy",
]
