"""The server under test: the real one on a data folder, its limits lifted.

python -m tests.bench.server FOLDER [WEB_PORT]
"""

import sys
from pathlib import Path

from klaverjas_server.config import ServerConfig
from klaverjas_server.hall_limits import HallLimits
from klaverjas_server.serve import run
from tests.bench.process import lift_open_files

LIMITS = HallLimits(
    connections=1_000_000, messages=1e9, burst=1_000_000_000, tables_per_session=1_000_000
)

if __name__ == "__main__":
    lift_open_files()
    config = ServerConfig(
        host="127.0.0.1",
        port=0,
        data=Path(sys.argv[1]),
        announce=False,
        log_format="json",
        web_port=int(sys.argv[2]) if len(sys.argv) > 2 else None,
        limits=LIMITS,
    )
    sys.exit(run(config))
