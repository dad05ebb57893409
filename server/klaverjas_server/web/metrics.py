"""What Prometheus may read: the tally of the server and its process."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from klaverjas_server.hall import Hall
from klaverjas_server.tally import BOUNDS, Tally

__all__ = ["Metrics"]

PREFIX: Final = "klaverjas_"


class Metrics(Collector):
    """Makes metrics of plain numbers when they are asked for, in a registry of its own."""

    def __init__(self, hall: Hall):
        self._hall = hall
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    async def handle(self, request: web.Request) -> web.Response:
        """Tell all metrics as they are now."""
        body = generate_latest(self._registry)
        return web.Response(
            body=body, headers={"Content-Type": CONTENT_TYPE_LATEST, "Cache-Control": "no-store"}
        )

    def collect(self) -> Iterator[Metric]:
        """Give the metrics of this server."""
        yield from _gauges(self._hall)
        yield from _counters(self._hall.tally)
        yield _commits(self._hall.tally)


def _gauges(hall: Hall) -> Iterator[Metric]:
    figures = {
        "connections": ("Connections that are open.", len(hall.peers)),
        "sessions": ("Sessions that are known.", len(hall.sessions)),
        "watchers": ("Connections that watch.", sum(table.watchers for table in hall.tables)),
    }
    for name, (text, figure) in figures.items():
        yield GaugeMetricFamily(PREFIX + name, text, value=figure)
    tables = GaugeMetricFamily(PREFIX + "tables", "Tables in memory.", labels=["phase"])
    phases = [str(table.state.phase) for table in hall.tables]
    for phase in sorted(set(phases)):
        tables.add_metric([phase], phases.count(phase))
    yield tables


def _counters(tally: Tally) -> Iterator[Metric]:
    figures = {
        "acts": ("Acts of people that were accepted.", tally.acts),
        "received_bytes": ("Bytes of messages received.", tally.received_bytes),
        "sent_bytes": ("Bytes of messages sent.", tally.sent_bytes),
    }
    for name, (text, figure) in figures.items():
        yield CounterMetricFamily(PREFIX + name, text, value=figure)
    for name, text, counter in (
        ("refusals", "Requests that were refused.", tally.refusals),
        ("goodbyes", "Connections that were ended.", tally.goodbyes),
    ):
        family = CounterMetricFamily(PREFIX + name, text, labels=["code"])
        for code, figure in sorted(counter.items()):
            family.add_metric([code], figure)
        yield family


def _commits(tally: Tally) -> Metric:
    bounds = (*map(str, BOUNDS), "+Inf")
    buckets = list(zip(bounds, map(float, accumulate(tally.commits)), strict=True))
    text = "Seconds until an append was durable."
    return HistogramMetricFamily(
        PREFIX + "commit_seconds", text, buckets=buckets, sum_value=tally.commit_seconds
    )
