"""The tree as git sees it: what is tracked, and what would be if it were added."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def files(root: Path) -> list[Path]:
    """Lists the files of the work tree at `root` that git does not ignore, relative to it."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "-co", "--exclude-standard"]
    listing = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    names = sorted(set(listing.decode().split("\0")) - {""})
    return [Path(name) for name in names if (root / name).is_file()]


def texts(root: Path) -> Iterator[tuple[Path, str]]:
    """Yields each file that is text, with its text."""
    for path in files(root):
        try:
            yield path, (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def sources(root: Path, *suffixes: str) -> Iterator[tuple[Path, str]]:
    """Yields the files of the product itself, tests left out, that end in one of `suffixes`."""
    for path, text in texts(root):
        if path.parts[0] != "tests" and path.suffix in suffixes:
            yield path, text
