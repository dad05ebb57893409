"""Looking for what does not fit on a page: too wide, covered, cut off."""

from typing import Final

from playwright.async_api import Page

MISFITS: Final = """
() => {
  const found = [];
  const wide = innerWidth;
  const WORDS = 'button, .button, .prompt, .facts, .chip, .maker, h1, h2';
  const name = ({ id, tagName, className }) => id ? `#${id}` : `${tagName} ${className}`;
  const shown = (element) => element.checkVisibility({ checkVisibilityCSS: true })
    && !element.closest('.unseen, .skip, svg svg, .to-far, .to-near, .to-left, .to-right');
  const scrolls = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX) && at.tagName !== 'BODY')
        return at.getBoundingClientRect().right <= wide + 1;
    return false;
  };
  if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways');
  for (const element of document.body.querySelectorAll('*')) {
    if (!shown(element) || scrolls(element)) continue;
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    if (box.right > wide + 1 || box.left < -1) found.push(`${name(element)} sticks out`);
  }
  for (const element of document.querySelectorAll(WORDS)) {
    if (!shown(element) || !element.clientWidth) continue;
    const tall = element.scrollHeight > element.clientHeight + 2;
    if (tall || element.scrollWidth > element.clientWidth + 1)
      found.push(`${name(element)} is cut off: ${element.textContent}`);
  }
  const over = document.querySelector('#overlay:not([hidden])');
  for (const card of over ? [] : document.querySelectorAll('#hand .card')) {
    const box = card.getBoundingClientRect();
    card.scrollIntoView({ block: 'nearest' });
    const at = card.getBoundingClientRect();
    const top = document.elementFromPoint(at.left + at.width * 0.2, at.top + at.height * 0.2);
    if (!top || !card.contains(top)) found.push(`${card.dataset.card} is covered`);
    if (box.width < 40) found.push(`${card.dataset.card} is ${Math.round(box.width)} px wide`);
  }
  scrollTo(0, 0);
  return found;
}
"""


async def misfits(page: Page) -> list[str]:
    """Lists what sticks out of the page, what is cut off, and what covers cards of the hand."""
    return list(await page.evaluate(MISFITS))
