"""Rule sets as they are named on the command line: by name, in short, or by a club's own file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from klaverjas import InvalidRules, RuleSet
from klaverjas.club import ClubSet, read_club_set, register_club_set
from klaverjas_cli.failure import Failure

__all__ = ["load_rules", "name_for_server", "register_files"]


def load_rules(source: str) -> RuleSet:
    """Make a rule set from its name, from the short form, or from a file, which is registered.

    Raises `Failure` with the file, the line, the key and what it may be.
    """
    if _is_file(source):
        return _register(Path(source)).rules
    try:
        return RuleSet.load(source)
    except InvalidRules as fault:
        raise Failure(str(fault)) from fault


def name_for_server(source: str) -> str:
    """Name a rule set so that a server understands it that has never seen the file."""
    if not _is_file(source):
        return source
    path = Path(source)
    with _at_file(path):
        return read_club_set(_text(path)).rules.with_switches({}).name


def register_files(paths: Iterable[Path]) -> None:
    """Make the sets of these files known; raises `Failure` as `load_rules` does."""
    for path in paths:
        _register(path)


def _is_file(source: str) -> bool:
    known = any(rules.name == source for rules in RuleSet.all())
    return not known and (source.endswith(".toml") or Path(source).is_file())


def _register(path: Path) -> ClubSet:
    with _at_file(path):
        return register_club_set(_text(path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@contextmanager
def _at_file(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault
    except UnicodeDecodeError as fault:
        raise Failure(f"{path}: is not UTF-8") from fault
    except InvalidRules as fault:
        raise Failure(f"{path}: {fault}") from fault
