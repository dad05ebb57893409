"""Run the bench: ``python tests/bench [part …]``; see README.md beside this file."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Started as a folder: its parts import each other, and the tests', from the root.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    from tests.bench.command import main

    main()
