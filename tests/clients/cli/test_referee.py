"""The referee answers line by line, in order, whatever the lines are."""

import json
import subprocess
from pathlib import Path

from tests.clients.cli.program import COMMAND, environment, run

LEGAL = (
    '{"op":"legal","rules":"amsterdam","trump":"H","leader":"W",'
    '"trick":["ST","HT","S8"],"hand":["H9","H7","CA"]}'
)


def test_each_line_gets_its_answer(tmp_path: Path) -> None:
    done = run(tmp_path, "referee", typed=f"{LEGAL}\nnonsense\n\n{LEGAL}")
    assert done.returncode == 0
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())
    assert first == fourth == {"legal": ["CA", "H9"]}
    assert second["error"]["code"] == third["error"]["code"] == "bad-message"


def test_an_answer_comes_before_the_next_question(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
    ) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        for line in (LEGAL.encode(), b'{"op":"\xff"}', LEGAL.encode()):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            assert set(json.loads(referee.stdout.readline())) <= {"legal", "error"}
        referee.stdin.close()
        assert referee.wait() == 0


def test_nobody_listening_is_no_failure(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*COMMAND, "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    ) as referee:
        assert referee.stdout is not None
        referee.stdout.close()
        referee.stdout = None
        _, complaints = referee.communicate(f"{LEGAL}\n".encode() * 9)
        assert (referee.returncode, complaints) == (0, b"")
