"""The page has everything that exists, as it exists, and nothing else."""

import pytest

from tests.server.protocol.page import parse_page
from tests.server.protocol.types_check import faults


def test_the_page_says_what_the_types_say(text: str) -> None:
    assert faults(parse_page(text)) == []


PLANTED = [
    ("### `leave`\n", "### `depart`\n", "request leave is not on the page"),
    ("### `leave`\n", "### `depart`\n", "request depart does not exist"),
    ("| `after` | number | the last", "| `from` | number | the last", "request sync: "),
    ("| `limit?` | 1…100 |", "| `limit?` | 1…99 |", "request tables: "),
    ("Reply: `seated`\n", "", "request sit does not say what it may get"),
    ("Reply: `seated`", "Reply: `sitting`", "reply sitting does not exist"),
    ("Errors: `not-over` `private`", "Errors: `not-yet`", "error not-yet does not exist"),
    ("| `done` | `table` string · `n` number |", "| `done` | `table` string |", "reply done: "),
    (" · `ms?` integer |", " |", "message ask: "),
    ("| `here` | `seat` seat |", "| `there` | `seat` seat |", "note here is not on the page"),
    ("| `roem` | – | call", "| `geroemd` | – | call", "action roem is not on the page"),
    ("| `passed` | `seat` seat |", "| `passed` | – |", "event passed: "),
    ("| `bottom` | `card` card |", "| `under` | `card` card |", "event bottom is not"),
    ("| `turn` | seat or null |", "| `turn` | seat |", "keys of a view: "),
    ("| `pot` | integer | what lies", "| `pool` | integer | what lies", "keys of a Klaberjass'"),
    ("| player | `name` string ·", "| player |", "map player: "),
    ("| `stale` | that", "| `rotten` | that", "error stale is not on the page"),
    ("| `no-question` |\n", "| `no-ask` |\n", "act: reply no-ask does not exist"),
    ("| `idle` | nothing", "| `lazy` | nothing", "bye idle is not on the page"),
    ("| `underruff` |", "| `overruff` |", "reason overruff is told twice"),
    ("| `closing` |", "| `ending` |", "phase closing is not on the page"),
    ("| null, 1–3600 | null |", "| null, 1–360 | null |", "setting think: "),
    ("| 4,096 bytes |", "| 4,095 bytes |", "limit request: "),
    ("| `backlog` |", "| `queue` |", "limit backlog is not on the page"),
    ("| `klaverjas.json.v1` |", "| `klaverjas.json` |", "subprotocol klaverjas.json.v1 is not"),
    ("| `replace` | `seat` |", "| `replace` | – |", "ruling replace needs"),
]


@pytest.mark.parametrize(("true", "false", "fault"), PLANTED)
def test_a_wrong_page_is_found_out(text: str, true: str, false: str, fault: str) -> None:
    assert true in text
    wrong = parse_page(text.replace(true, false, 1))
    assert any(fault in found for found in faults(wrong)), faults(wrong)
