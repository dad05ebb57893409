"""Where a rule set comes from, and what this house decided where its source does not settle it.

The same sentences stand in rules/README.md, marked **[H]**.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from klaverjas import Game, RuleSet
from klaverjas.club import club_set
from klaverjas.ruleset import Value

__all__ = ["DECISIONS", "SOURCES", "HouseDecision", "Source", "base_of", "decisions_of"]


class Source(StrEnum):
    """A description that a rule set follows."""

    SWEDISH = "the Swedish description of the game"
    SWEDISH_AND_CUSTOM = f"{SWEDISH}; where it is silent, the custom of Dutch clubs"
    FEDERATION = "the custom of Dutch clubs: the federation's game, after the Rotterdam system"
    UTRECHT_CLUB = "the custom of Dutch clubs: the written rule of one of them in Utrecht"
    NORWEGIAN = "the Norwegian description of the game"
    GERMAN = "the German description of the game"
    FINNISH = "the Finnish description of the game"
    DUTCH = "the Dutch description of the game"


SOURCES: Final[dict[str, Source]] = {
    "amsterdam": Source.SWEDISH_AND_CUSTOM,
    "rotterdam": Source.SWEDISH_AND_CUSTOM,
    "utrecht": Source.SWEDISH_AND_CUSTOM,
    "amsterdam-plain": Source.SWEDISH,
    "rotterdam-plain": Source.SWEDISH,
    "utrecht-plain": Source.SWEDISH,
    "nku": Source.FEDERATION,
    "utrecht-club": Source.UTRECHT_CLUB,
    "clobyosh-501": Source.NORWEGIAN,
    "klaberjass-500": Source.GERMAN,
    "denexa-501": Source.FINNISH,
    "klabberjass-500": Source.DUTCH,
    "bela-100": Source.DUTCH,
    "belote-style": Source.DUTCH,
    "clob": Source.DUTCH,
}
"""By named set, what it follows."""


@dataclass(frozen=True, slots=True)
class HouseDecision:
    """One decision: where it holds, and what it says.

    `switches` has the values under which it holds; no value means any but null. `sources` are
    the descriptions it was made for, none for all of them: what one leaves open, another says.
    """

    says: str
    switches: Mapping[str, Sequence[Value]] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()

    def holds_for(self, rules: RuleSet, source: Source | None) -> bool:
        """Tell whether this was decided for a set that follows this source."""
        if self.sources and source not in self.sources:
            return False
        return all(
            getattr(rules, key) in values if values else getattr(rules, key) is not None
            for key, values in self.switches.items()
        )


NO, DE, FI, NL = ((source,) for source in list(Source)[-4:])

DECISIONS: Final[dict[Game, tuple[HouseDecision, ...]]] = {
    Game.KLAVERJAS: (
        HouseDecision("Those who tie for the highest card drawn draw again."),
        HouseDecision(
            "Roem that is not there cannot be called: that is refused, and costs nothing.",
            {"roem_calling": ("called",)},
        ),
        HouseDecision(
            "A deal in which the target is reached is finished; a tie plays another deal.",
            {"target": ()},
        ),
        HouseDecision(
            "A forfeited deal is written for the other side: 162 and the roem counted so far, "
            "without pit."
        ),
    ),
    Game.KLABERJASS: (
        HouseDecision(
            "The first dealer is drawn by lot, without cards.", {"first_dealer": ("drawn",)}, FI
        ),
        HouseDecision(
            "Who deals next, after a tie too, is settled as shown.",
            {"next_dealer": ("winner", "alternates"), "after_tie": ("alternates", "defender")},
        ),
        HouseDecision(
            "The winner of a deal deals the next one, though it is also said that the deal "
            "alternates.",
            {"next_dealer": ("winner",)},
            FI,
        ),
        HouseDecision(
            "The other player deals after an accepted schmeiss.",
            {"schmeiss": ("round1", "both-rounds"), "schmeiss_redealer": ("other",)},
            DE,
        ),
        HouseDecision(
            "That the dealer too may offer schmeiss is an option of this house.",
            {"schmeiss": ("round1", "both-rounds"), "schmeiss_dealer": (True,)},
            NL,
        ),
        HouseDecision(
            "After so many deals in a row thrown in by schmeiss it is withheld until a deal is "
            "played, and such deals pass to the other player. Four passes neither count nor break "
            "the row.",
            {"schmeiss_brake": ()},
        ),
        HouseDecision(
            "It is the seven of trump that is exchanged, not the jack, and only where the upcard's "
            "suit is trump and the seven is neither the upcard nor the bottom card.",
            sources=NL,
        ),
        HouseDecision(
            "A run of seven counts 70 and one of eight 100.", {"sequence_values": ("split",)}, NO
        ),
        HouseDecision("Runs of seven and of eight count 50.", {"sequence_values": ("fifty",)}, FI),
        HouseDecision(
            "The length by which sequences are compared is their class.",
            {"compare": ("class-top-trump",)},
            NO,
        ),
        HouseDecision(
            "Sequences are compared by class, then by their highest card.",
            {"compare": ("class-top",)},
            NL,
        ),
        HouseDecision(
            "Best sequences that are equal cancel all sequences of both players.",
            {"still_equal": ("nobody",)},
            FI,
        ),
        HouseDecision("In each step of the dialogue the non-dealer names, and the dealer answers."),
        HouseDecision(
            "If whoever has the best sequence takes no trick, nobody scores any: those of the "
            "other do not revive.",
            {"sequence_needs_trick": (True,)},
        ),
        HouseDecision("Sequences count without a trick.", {"sequence_needs_trick": (False,)}, NL),
        HouseDecision("The winner scores all of his sequences, not the highest alone.", {}, NL),
        HouseDecision("Bela that is called with neither card is lost.", {"bela": ("either",)}, NO),
        HouseDecision(
            "Bela counts if it is called with the first of its cards.", {"bela": ("first",)}, DE
        ),
        HouseDecision(
            "What a tied deal writes is settled as shown.",
            {"tie": ("pot", "defender-own", "defender-both")},
        ),
        HouseDecision(
            "When a deal is counted without a claim the defender counts first: if both have "
            "reached the target, he wins.",
            {"match_end": ("defender-first",)},
            NO,
        ),
        HouseDecision(
            "A forfeited deal is written for the opponent: everything both have counted so far."
        ),
    ),
}
"""By game, in the order of play."""


def base_of(rules: RuleSet) -> str:
    """Name the set that another one was made from; a named set's own name."""
    club = club_set(rules.name)
    return rules.name.partition("+")[0] if club is None else club.base


def decisions_of(rules: RuleSet) -> list[HouseDecision]:
    """List what the house decided about a rule set."""
    source = SOURCES.get(base_of(rules))
    return [each for each in DECISIONS[rules.game] if each.holds_for(rules, source)]
