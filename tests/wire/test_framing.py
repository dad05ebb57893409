"""Frames: cut out of any stream, whole or in crumbs, and never more kept than one."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas_wire import BadFrame, FrameFault, Framer, TooLarge, frame, framing
from klaverjas_wire.limits import REQUEST_BYTES

LIMIT = 16
STREAMS: list[tuple[bytes, list[bytes], type[FrameFault] | None]] = [
    (b"", [], None),
    (frame(b"a"), [b"a"], None),
    (frame(b"a") + frame(b"bc"), [b"a", b"bc"], None),
    (frame(b"x" * LIMIT), [b"x" * LIMIT], None),
    (frame(b"a") + b"\0\0\0\3bc", [b"a"], None),
    (frame(b"a") + b"\0\0", [b"a"], None),
    (frame(b""), [], BadFrame),
    (frame(b"a") + frame(b"") + frame(b"b"), [b"a"], BadFrame),
    (b"\0\0\0\x11", [], TooLarge),
    (frame(b"a") + b"\xff\xff\xff\xff", [b"a"], TooLarge),
    (b"GET / HTTP/1.1\r\n", [], TooLarge),
]


def cut(chunks: Iterable[bytes]) -> tuple[list[bytes], type[FrameFault] | None, int]:
    """Feed a framer: what came out, how it ended, and the most it ever kept."""
    framer, found, kept = Framer(LIMIT), [], 0
    try:
        for chunk in chunks:
            for payload in framer.receive_data(chunk):
                found.append(payload)
            kept = max(kept, framer.kept)
    except FrameFault as fault:
        return found, type(fault), kept
    return found, None, kept


def crumbs(stream: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in stream]


def check_streams() -> None:
    for stream, payloads, end in STREAMS:
        for chunks in ([stream], crumbs(stream)):
            found, fault, kept = cut(chunks)
            assert (found, fault) == (payloads, end), stream
            assert kept <= LIMIT + framing.HEADER_BYTES


def test_a_stream_is_cut_alike_whole_and_byte_by_byte() -> None:
    check_streams()


def test_a_framer_that_waits_for_a_body_too_long_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(framing, "check_length", lambda length, limit: None)
    with pytest.raises(AssertionError):
        check_streams()


def test_a_framer_that_drops_the_rest_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Framer, "_rest", property(lambda self: b"", lambda self, rest: None))
    with pytest.raises(AssertionError):
        check_streams()


def test_a_limit_that_is_exceeded_by_one_byte_is_too_large() -> None:
    framer = Framer(REQUEST_BYTES)
    assert list(framer.receive_data(frame(bytes(REQUEST_BYTES)))) == [bytes(REQUEST_BYTES)]
    with pytest.raises(TooLarge, match="4097"):
        list(framer.receive_data((REQUEST_BYTES + 1).to_bytes(4, "big")))


def split(stream: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
    return [stream[start:end] for start, end in pairwise(edges)]


@given(
    st.lists(st.binary(min_size=1, max_size=LIMIT), max_size=6),
    st.lists(st.integers(0, 200), max_size=6),
    st.binary(max_size=3),
)
def test_frames_come_whole_however_they_are_split(
    payloads: list[bytes], places: list[int], tail: bytes
) -> None:
    stream = b"".join(map(frame, payloads)) + tail
    found, fault, kept = cut(split(stream, places))
    assert (found, fault) == (payloads, None)
    assert kept <= LIMIT + framing.HEADER_BYTES


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_any_bytes_give_payloads_or_a_fault(chunks: list[bytes]) -> None:
    found, _, kept = cut(chunks)
    assert all(0 < len(payload) <= LIMIT for payload in found)
    assert kept <= LIMIT + framing.HEADER_BYTES


def check_only() -> None:
    for stream, payloads, end in STREAMS:
        whole = end is None and len(payloads) == 1 and stream == frame(payloads[0])
        assert Framer(LIMIT).only(stream) == (payloads[0] if whole else None), stream
    waiting = Framer(LIMIT)
    assert list(waiting.receive_data(frame(b"abc")[:5])) == []
    assert waiting.only(frame(b"bc")) is None


def test_just_one_frame_is_known_when_nothing_waits_before_it() -> None:
    check_only()


def test_a_framer_that_takes_any_bytes_for_one_frame_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Framer, "only", lambda self, data: data[framing.HEADER_BYTES :] or None)
    with pytest.raises(AssertionError):
        check_only()
