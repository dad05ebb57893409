"""Which language somebody wants, from what a browser or a terminal says."""

from __future__ import annotations

from typing import Final

from klaverjas_words.catalogue import LANGUAGES

__all__ = ["choose"]

_OTHER_NAMES: Final = {"nb": "no", "nn": "no"}


def choose(wanted: str, default: str = "en") -> str:
    """Choose a language of `LANGUAGES` from an Accept-Language header or a locale's name.

    ``"sv-FI, fi;q=0.9"``, ``"nl_NL.UTF-8"`` and ``"nb:en"`` are all understood. The most wanted
    language we have wins, of equals the first; `default` if there is none.
    """
    weighed = [_weigh(part) for part in wanted.replace(":", ",").split(",")]
    ours = [(weight, name) for weight, name in weighed if weight > 0 and name in LANGUAGES]
    return max(ours, key=lambda pair: pair[0])[1] if ours else default


def _weigh(part: str) -> tuple[float, str]:
    tag, *parameters = part.strip().lower().split(";")
    name = tag.strip().replace("_", "-").split(".")[0].split("@")[0].split("-")[0]
    return _weight(parameters), _OTHER_NAMES.get(name, name)


def _weight(parameters: list[str]) -> float:
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            return _number(value)
    return 1.0


def _number(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    # NaN compares false with everything, and so is no weight either.
    return weight if 0 <= weight <= 1 else 0.0
