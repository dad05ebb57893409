"""Somebody who plays at a table page by what it shows, and knows nothing of the rules."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.async_api import Page

from tests.browser.visitor import Visitor

STANDING: Final = """
() => {
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const paper = document.querySelector('#overlay:not([hidden]) .paper');
  const cards = all('#hand .card.playable').map((card) => card.dataset.card);
  const acts = all('#actions:not([hidden]) button').length;
  const roem = document.querySelector('#roem:not([hidden]):not([disabled])') !== null;
  if (!paper && !cards.length && !acts && !roem) return null;
  return { paper: paper && paper.className.replace(/^.*on-/, ''), cards, acts, roem };
}
"""
SUM: Final = "() => document.querySelector('#score').textContent"


@dataclass(frozen=True)
class Standing:
    """What a page offers: a sheet over the table, cards that may be played, buttons, roem."""

    paper: str | None
    cards: tuple[str, ...]
    acts: int
    roem: bool


class Player:
    """A visitor with a seat, who plays by tapping."""

    def __init__(self, visitor: Visitor, name: str, table: str, page: Page | None = None):
        self.visitor = visitor
        self.page = page or visitor.page
        self.name = name
        self.table = table
        self.cards_played = 0
        self.papers: list[str] = []

    async def sit(self, seat: str) -> None:
        """Come to the table and take a seat."""
        await self.visitor.introduce(self.name)
        await self.visitor.hurry()
        await self.visitor.visit(f"/table/{self.table}")
        await self.page.locator(f"[data-seat={seat}] button").click()
        await self.page.locator("#stage:not(.watching)").wait_for(state="attached")

    async def hand(self) -> list[str]:
        """Read the cards of the hand, in their order."""
        cards = await self.page.locator("#hand .card").all()
        return [await card.get_attribute("data-card") or "" for card in cards]

    async def standing(self) -> Standing:
        """Wait until the page offers something."""
        found = await (await self.page.wait_for_function(STANDING)).json_value()
        return Standing(found["paper"], tuple(found["cards"]), found["acts"], found["roem"])

    async def play(self, until: Callable[[Player], bool]) -> None:
        """Answer whatever is asked, and put sheets away, until something is so."""
        while not until(self):
            await self.answer(await self.standing())

    async def answer(self, standing: Standing) -> None:
        """Do one thing: a sheet is put away, roem called, a button pressed, a card played."""
        if standing.paper is not None:
            self.papers.append(standing.paper)
            await self.put_away(standing.paper)
        elif standing.roem:
            await self.call_roem()
        elif standing.acts and not standing.cards:
            await self.press_first()
        else:
            await self.lay(standing.cards[0])

    async def put_away(self, paper: str) -> None:
        """Close a sheet by its last button."""
        await self.page.locator(f".paper.on-{paper} .choices button").last.click()
        await self.page.locator(f".paper.on-{paper}").wait_for(state="detached")

    async def call_roem(self) -> None:
        """Press the button that is lit; somebody else may have been faster."""
        await self.page.locator("#roem").click(force=True)

    async def press_first(self) -> None:
        """Take the first of what is offered."""
        await self.page.locator("#actions button").first.click()

    async def lay(self, card: str) -> None:
        """Play a card: tap it twice, or say without a call how, where that is asked."""
        held = self.page.locator(f"#hand [data-card={card}]")
        await held.click()
        plain = self.page.locator("#actions [data-call=none]")
        await (plain if await plain.count() else held).click()
        await self.gone(card)

    async def gone(self, card: str) -> None:
        """Wait until a card has left the hand."""
        await self.page.locator(f"#hand [data-card={card}]").wait_for(state="detached")
        self.cards_played += 1


class KeyPlayer(Player):
    """A visitor with a seat, who has a keyboard and nothing else."""

    async def put_away(self, paper: str) -> None:
        """Close a sheet: its first button has the focus."""
        await self.page.keyboard.press("Escape")
        await self.page.locator(f".paper.on-{paper}").wait_for(state="detached")

    async def call_roem(self) -> None:
        await self.page.keyboard.press("r")

    async def press_first(self) -> None:
        """Press the number of the first button."""
        await self.page.keyboard.press("1")

    async def lay(self, card: str) -> None:
        """Press the number of a card, and again; the first of what is asked then."""
        place = str((await self.hand()).index(card) + 1)
        await self.page.keyboard.press(place)
        await self.page.keyboard.press(place)
        if await self.page.locator("#actions [data-call=none]").count():
            await self.page.keyboard.press("ArrowUp")
            await self.page.keyboard.press("Enter")
        await self.gone(card)


def has_read(paper: str) -> Callable[[Player], bool]:
    """Make the question whether somebody has put a sheet away."""
    return lambda player: paper in player.papers


async def play_all(until: Callable[[Player], bool], *players: Player) -> None:
    """Let everybody play until something is so for each."""
    await asyncio.gather(*(player.play(until) for player in players))
