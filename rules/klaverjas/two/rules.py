"""The rule sets of Klaberjass and their switches (RULES §5.5, §5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from klaverjas.draw import FIRST_DEALER
from klaverjas.ruleset import RuleSet, switch
from klaverjas.seats import Game
from klaverjas.two.bela import BELA
from klaverjas.two.calls import SCHMEISS
from klaverjas.two.sequences import COMPARE, SEQUENCE_VALUES
from klaverjas.two.settlement import AFTER_TIE, MATCH_END, NEXT_DEALER, REDEALER, TIES

__all__ = ["KlaberjassRules"]

_EITHER: Final = (True, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class KlaberjassRules(RuleSet):
    """The switches of Klaberjass; the defaults are the set `klaberjass-500`."""

    game: ClassVar[Game] = Game.KLABERJASS

    first_dealer: str = switch("highest", FIRST_DEALER)
    next_dealer: str = switch("winner", NEXT_DEALER)
    after_tie: str = switch("defender", AFTER_TIE)
    void_dealer: str = switch("other", REDEALER)
    """Who deals after four passes."""

    schmeiss: str = switch("none", SCHMEISS)
    """In which rounds one may offer to throw the deal in; true and false are understood."""
    schmeiss_dealer: bool = switch(True, _EITHER)
    """Whether the dealer may offer it too; where there is no schmeiss it says nothing."""
    schmeiss_round2: str = switch("upcard", ("upcard", "name-other"))
    """What a schmeisser who was refused in the second round plays."""
    schmeiss_redealer: str = switch("other", REDEALER)
    """Who deals after a schmeiss was accepted."""
    schmeiss_always_accepted: bool = switch(False, _EITHER)
    schmeiss_brake: int | None = switch(None, (None, range(1, 10)))
    """After so many deals in a row thrown in by schmeiss it is withheld until one is played."""

    bottom_shown: bool = switch(True, _EITHER)
    bare_jass: bool = switch(False, _EITHER)
    """Void in the led plain suit, one need not ruff with the jack as one's only trump."""

    sequence_values: str = switch("split", SEQUENCE_VALUES)
    compare: str = switch("class-top-trump", COMPARE)
    last_said: str = switch("trump", ("class", "trump", "suit"))
    """How far the dialogue may go: no further than the class or length, or to the end."""
    still_equal: str = switch("nondealer", ("nondealer", "nobody"))
    declare_at: str = switch("with-lead", ("with-lead", "before-lead"))
    """When the non-dealer has led the dealer declares, or both before the lead."""
    show_at: str = switch("second-trick", ("at-once", "first-trick", "second-trick"))
    """When the winner's sequences are shown: at once, when the first trick is closed, or with
    his card to the second."""
    sequence_needs_trick: bool = switch(True, _EITHER)
    bela: str = switch("first", BELA)

    tie: str = switch("defender-own", TIES)
    target: int = switch(500, (range(100, 10001),))
    match_end: str = switch("higher-total", MATCH_END)
    claim: bool = switch(False, _EITHER)
    show_last_trick: bool = switch(True, _EITHER)

    def _expand(self, switches: Mapping[str, object]) -> dict[str, object]:
        """Spell out what an option brings with it, unless that is given too.

        Schmeiss is the set's own or else the German one, in the first round (§5.5); nobody wins
        a deal that goes to the pot, so the deal alternates; who claims plays to 501 (§5.6).
        """
        expanded = dict(switches)
        if switches.get("schmeiss") is True:
            expanded["schmeiss"] = "round1" if self.schmeiss == "none" else self.schmeiss
        elif switches.get("schmeiss") is False:
            expanded["schmeiss"] = "none"
        if switches.get("tie") == "pot" != self.tie:
            expanded.setdefault("after_tie", "alternates")
        if switches.get("claim") is True and not self.claim and self.target == 500:
            expanded.setdefault("target", 501)
        return expanded


_NORWEGIAN: Final[dict[str, object]] = {
    "after_tie": "alternates",
    "last_said": "suit",
    "bela": "either",
    "tie": "pot",
    "target": 501,
    "match_end": "defender-first",
    "claim": True,
}
_FINNISH: Final[dict[str, object]] = {
    "first_dealer": "drawn",
    "void_dealer": "same",
    "schmeiss_redealer": "same",
    "bottom_shown": False,
    "sequence_values": "fifty",
    "compare": "length-top-trump",
    "still_equal": "nobody",
    "show_at": "first-trick",
    "bela": "both",
    "target": 501,
}
_DUTCH: Final[dict[str, object]] = {
    "first_dealer": "lowest",
    "next_dealer": "alternates",
    "after_tie": "alternates",
    "void_dealer": "same",
    "schmeiss": "both-rounds",
    "schmeiss_dealer": False,
    "schmeiss_redealer": "same",
    "bottom_shown": False,
    "sequence_values": "hundred",
    "compare": "class-top",
    "last_said": "class",
    "declare_at": "before-lead",
    "show_at": "at-once",
    "sequence_needs_trick": False,
    "tie": "defender-both",
}
_CLOB: Final[dict[str, object]] = {
    "schmeiss_redealer": "other",
    "schmeiss_always_accepted": True,
    "schmeiss_brake": 3,
}
_SETS: Final[dict[str, dict[str, object]]] = {
    "clobyosh-501": _NORWEGIAN,
    "klaberjass-500": {},
    "denexa-501": _FINNISH,
    "klabberjass-500": _DUTCH,
    "bela-100": {**_DUTCH, "target": 100},
    "belote-style": {**_DUTCH, "sequence_values": "belote"},
    "clob": {**_DUTCH, **_CLOB},
}

for _name, _switches in _SETS.items():
    RuleSet.register(KlaberjassRules().with_switches(_switches, name=_name))
