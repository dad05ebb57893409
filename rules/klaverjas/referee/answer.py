"""From a question to its answer, and from a line of JSON to a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NoReturn, TypeAlias

from klaverjas.referee import four, two
from klaverjas.referee.request import Answer, Refused, Request, show
from klaverjas.ruleset import RuleSet
from klaverjas.seats import Game

__all__ = ["OPS", "answer", "answer_line"]

Op: TypeAlias = Callable[[Request, RuleSet], Answer]

OPS: Final[dict[str, dict[Game, Op]]] = {
    "legal": {Game.KLAVERJAS: four.legal, Game.KLABERJASS: two.legal},
    "trick": {Game.KLAVERJAS: four.trick},
    "deal": {Game.KLAVERJAS: four.deal, Game.KLABERJASS: two.deal},
    "sequences": {Game.KLABERJASS: two.sequences},
    "settle": {Game.KLABERJASS: two.settle},
}
"""By the name of the question: who answers it, for each game that knows it."""


def answer(request: Mapping[str, object]) -> Answer:
    """Answer a question, or say in ``error`` why it has no answer; never raises."""
    try:
        if not isinstance(request, Mapping):
            raise Refused("bad-message", f"expected an object, not {show(request)}")
        return _answer(Request(request))
    except Refused as refused:
        return {"error": refused.error}


def _answer(request: Request) -> Answer:
    op = request.field("op")
    if not isinstance(op, str) or op not in OPS:
        raise Refused("unknown-type", f"op: expected one of {' '.join(OPS)}, not {show(op)}")
    rules = request.rules()
    if rules.game not in OPS[op]:
        games = " ".join(OPS[op])
        raise Refused(
            "bad-rules", f"{op} is a question of {games}, not of {rules.game}", key="base"
        )
    return OPS[op][rules.game](request, rules)


def answer_line(line: str) -> str:
    """Answer a line of JSON with a line of JSON in ASCII, whatever the line was; no newline."""
    try:
        request = json.loads(line, parse_constant=_no_number, object_pairs_hook=_object)
    except Refused as refused:
        return _dump({"error": refused.error})
    except RecursionError:
        return _dump({"error": {"code": "bad-message", "text": "nested too deeply"}})
    except ValueError as error:
        return _dump({"error": {"code": "bad-message", "text": f"not JSON: {error}"}})
    return _dump(answer(request))


def _dump(body: Answer) -> str:
    return json.dumps(body, separators=(",", ":"))


def _no_number(name: str) -> NoReturn:
    raise Refused("bad-message", f"not JSON: {name} is not a number")


def _object(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise Refused("bad-message", f"the key {show(key)} stands there twice")
        found[key] = value
    return found
