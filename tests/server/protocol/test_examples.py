"""The page's examples are messages of a real run, and there is one of everything."""

from collections.abc import Iterable, Iterator

import msgpack
import pytest

from klaverjas import Reason
from klaverjas.actions import PLAYER_ACTIONS
from klaverjas_wire import Dialect, UnknownMessage, decode_answer, decode_request
from klaverjas_wire.faults import ByeCode, ErrorCode
from klaverjas_wire.forms import EVENTS
from klaverjas_wire.messages import CLIENT_MESSAGES, SERVER_MESSAGES
from tests.server.protocol.examples import fill_block, refreshed
from tests.server.protocol.masks import masked
from tests.server.protocol.notation import read
from tests.server.protocol.page import Block, Page, parse_page
from tests.server.protocol.scene import Message
from tests.server.protocol.selection import NotFound, Run, reply_to, select
from tests.server.protocol.types_check import NOTES
from tests.server.protocol.walk import read_walk, walk

UNHEARD = {ByeCode.SLOW}
"""Who is cut for not reading does not read the goodbye either."""


def examples(page: Page) -> Iterator[tuple[str, Message]]:
    """All messages on the page, with their arrows."""
    for block in page.blocks:
        if block.language == "wire":
            yield from read(block.text)


def wrong_blocks(text: str, run: Run) -> list[str]:
    """Finds the blocks that do not show what was said, secrets and times apart."""
    return [
        f"line {block.start}: {block.info}"
        for block in parse_page(text).blocks
        if not _is_true(block, run)
    ]


def _is_true(block: Block, run: Run) -> bool:
    if block.language == "wire":
        said = [masked(found.shown) for found in select(run, block.info)]
        return [masked(message) for _, message in read(block.text)] == said
    filled = fill_block(block, run)
    return filled is None or filled == block.text


def test_every_example_was_said(text: str, run: Run) -> None:
    assert wrong_blocks(text, run) == []


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ('"points": 37}', '"points": 38}'),
        ('"e": {"k": "resumed"}', '"e": {"k": "resumed", "by": "director"}'),
        ('"must": false, ', ""),
        ('"reason": "follow"', '"reason": "beat"'),
        ("→ 0000002f85a174a3616374", "→ 0000002f85a174a3616375"),
        ("1 N HJ HT HQ HK N roem 70 S", "1 N HJ HT HQ HK N roem 70 N"),
    ],
)
def test_a_false_example_is_found_out(text: str, run: Run, true: str, false: str) -> None:
    assert true in text
    assert len(wrong_blocks(text.replace(true, false, 1), run)) == 1


def test_secrets_and_times_may_differ(text: str, run: Run) -> None:
    assert wrong_blocks(text.replace('"ms": 15000', '"ms": 14'), run) == []
    assert wrong_blocks(text.replace('"session": "', '"session": "00'), run) == []


def test_a_block_about_nothing_is_found_out(text: str, run: Run) -> None:
    with pytest.raises(NotFound):
        wrong_blocks(text.replace("```wire in=clocks hears t=ask", "```wire hears t=asp"), run)


def test_refreshing_changes_nothing(text: str, run: Run) -> None:
    assert refreshed(text, run) == text


def test_every_example_is_read_by_the_wires_own_types(text: str) -> None:
    for arrow, message in examples(parse_page(text)):
        payload = msgpack.packb(message)
        if arrow == "→":
            refused = message["t"] not in CLIENT_MESSAGES or message.get("limit") == 0
            assert refused or decode_request(payload, Dialect.TCP) is not None
        else:
            assert not isinstance(decode_answer(payload, Dialect.TCP), UnknownMessage)


def shown(messages: Iterable[tuple[str, Message]]) -> set[tuple[str, str]]:
    """Names everything of which there is an example."""
    seen: set[tuple[str, str]] = set()
    for arrow, message in messages:
        t = message["t"]
        seen.add(("says" if arrow == "→" else "hears", t))
        seen.add((t, message.get("code", "")))
        seen.add(("note", message.get("k", "")))
        seen.add(("reason", message.get("reason", "")))
        seen.add(("action", message.get("action", {}).get("a", "")))
        seen.add(("event", message.get("e", {}).get("k", "")))
        seen.add(("view of", message.get("view", {}).get("game", "")))
    return seen


EVERYTHING = {
    *(("says", t) for t in CLIENT_MESSAGES if t != "pong"),
    *(("hears", t) for t in SERVER_MESSAGES if t != "ping"),
    *(("error", code) for code in ErrorCode),
    *(("bye", code) for code in set(ByeCode) - UNHEARD),
    *(("note", k) for k in NOTES),
    *(("reason", reason) for reason in Reason),
    *(("action", kind.a) for kind in PLAYER_ACTIONS),
    *(("event", kind.k) for kind in EVENTS),
    ("view of", "klaverjas"),
    ("view of", "klaberjass"),
}


def test_there_is_an_example_of_everything(text: str) -> None:
    assert EVERYTHING - shown(examples(parse_page(text))) == set()


def test_a_lack_of_examples_is_found_out(text: str) -> None:
    few = [(arrow, message) for arrow, message in examples(parse_page(text)) if "e" not in message]
    assert ("event", "roem") in EVERYTHING - shown(few)


def unlisted(page: Page, run: Run) -> set[tuple[str, str]]:
    """Finds errors that a request got in the run, and that the page does not foresee."""
    requests, general = page.under("Requests"), page.section("Requests")
    always = set(general.listed("Any request"))
    always |= set(general.listed("Any request that names a table"))
    return {
        (t, code)
        for t, code in _refusals(run)
        if t in requests and code not in always | set(requests[t].listed("Errors"))
    }


def _refusals(run: Run) -> Iterator[tuple[str, str]]:
    for entries in run.values():
        for place, entry in enumerate(entries):
            if entry.did == "says" and (reply := reply_to(entries, place)) is not None:
                heard = entries[reply].what
                if heard["t"] == "error":
                    yield entry.what["t"], heard["code"]


def test_every_request_lists_the_errors_it_got(text: str, run: Run) -> None:
    assert unlisted(parse_page(text), run) == set()


def test_an_error_that_is_not_listed_is_found_out(text: str, run: Run) -> None:
    wrong = parse_page(text.replace("Errors: `forbidden` `seat-taken` `over`", "Errors: `over`"))
    assert unlisted(wrong, run) == {("fill", "seat-taken")}


def test_the_bytes_of_the_trick_are_its_maps(text: str, run: Run) -> None:
    (block,) = (block for block in parse_page(text).blocks if block.language == "walk")
    told = read_walk(block.text)
    assert len(told) == len(walk(run))
    for arrow, data, written in told:
        payload = data[4:]
        assert int.from_bytes(data[:4], "big") == len(payload)
        body = msgpack.unpackb(payload)
        assert read(f"{arrow} {written}") == [(arrow, body)]
