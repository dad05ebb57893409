"""Conversations: what may be said when, how each end answers what it may not, and time."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas import Seat
from klaverjas_wire import (
    LIMITS,
    ByeCode,
    ClientConnection,
    Dialect,
    ErrorCode,
    LocalFault,
    ProtocolProblem,
    ServerConnection,
    Shared,
    State,
    UnknownMessage,
    connection,
    decode_request,
    encode,
    frame,
)
from klaverjas_wire.connection import NEXT, Connection, Sign
from klaverjas_wire.limits import ANSWER_BYTES, REQUEST_BYTES
from klaverjas_wire.messages import (
    Ask,
    Bye,
    ClientMessage,
    Done,
    Error,
    Event,
    Hello,
    ListRules,
    Note,
    Ok,
    Open,
    Ping,
    Pong,
    Record,
    Reply,
    RuleSets,
    ServerMessage,
    Watch,
    Welcome,
)
from tests.wire.examples import ANSWERS, REQUESTS
from tests.wire.test_codec import JSON, MSGPACK, packed

HELLO = Hello((1,), name="Riet", id=1)
WELCOME = Welcome(1, "klaverjas", "s1", "token", (), LIMITS, re=1)
WATCH = Watch("6", id=2)

Heard = list[str]


def said(*messages: ClientMessage) -> bytes:
    return b"".join(encode(message, Dialect.TCP) for message in messages)


def server(state: State = State.GREETING, *, strict: bool = True) -> ServerConnection:
    """Bring a server's end into a state, at time 0."""
    end = ServerConnection(Dialect.TCP, 0.0, strict=strict)
    if state is not State.GREETING:
        end.receive_data(said(HELLO), 0.0)
    if state in (State.READY, State.CLOSING, State.CLOSED):
        end.send(WELCOME)
    if state in (State.CLOSING, State.CLOSED):
        end.receive_data(frame(b""), 0.0)
    if state is State.CLOSED:
        end.send(Bye(ByeCode.BAD_FRAME, "an empty frame"))
    assert end.state is state
    return end


def client(state: State = State.GREETING) -> ClientConnection:
    """Bring a client's end into a state, at time 0."""
    end = ClientConnection(Dialect.TCP, 0.0)
    if state is not State.GREETING:
        end.send(HELLO)
    if state is State.READY:
        end.receive_data(encode(WELCOME, Dialect.TCP), 0.0)
    assert end.state is state
    return end


def heard(items: Iterable[object]) -> Heard:
    """Name what came out: a message by its type, a problem by its code and the id it answers."""
    return [
        (f"{item.answer.code}" + (f" {item.answer.re}" if isinstance(item.answer, Error) else ""))
        if isinstance(item, ProtocolProblem)
        else type(item).__name__
        for item in items
    ]


# What a server's end makes of a stream: the state, the bytes, what comes out, the state then.
TAIL = said(ListRules(id=99))[:-1]
STREAMS: list[tuple[State, bytes, Heard, State]] = [
    (State.GREETING, b"", [], State.GREETING),
    (State.GREETING, said(HELLO), ["Hello"], State.GREETED),
    (State.GREETING, said(Ping(), Pong(), HELLO), ["Ping", "Pong", "Hello"], State.GREETED),
    (State.GREETING, said(WATCH), ["no-hello 2"], State.GREETING),
    (State.GREETING, said(Watch("6"), HELLO), ["no-hello None", "Hello"], State.GREETED),
    (State.GREETING, said(HELLO, WATCH), ["Hello", "no-hello 2"], State.GREETED),
    (State.GREETING, said(HELLO, HELLO), ["Hello", "bad-message 1"], State.GREETED),
    (State.GREETING, said(Hello((2, 3))), ["version"], State.CLOSING),
    (State.GREETING, said(Hello(())), ["version"], State.CLOSING),
    (State.GREETING, said(Hello((2,)), HELLO), ["version"], State.CLOSING),
    (State.GREETING, said(Hello((2, 1))), ["Hello"], State.GREETED),
    (State.GREETING, frame(packed({"t": "hello", "id": 4})), ["bad-message 4"], State.GREETING),
    (State.GREETING, frame(packed({"t": "dance"})), ["no-hello None"], State.GREETING),
    (State.GREETING, frame(packed({"t": "watch", "id": 3})), ["no-hello 3"], State.GREETING),
    (State.GREETING, frame(packed({"id": 3})), ["bad-message 3"], State.GREETING),
    (State.GREETING, frame(packed([])), ["bad-message None"], State.GREETING),
    (State.GREETING, frame(b""), ["bad-frame"], State.CLOSING),
    (State.GREETING, b"GET /ws HTTP/1.1\r\n\r\n", ["too-large"], State.CLOSING),
    (State.GREETED, said(WATCH, Ping()), ["no-hello 2", "Ping"], State.GREETED),
    (State.READY, said(WATCH, Ping()), ["Watch", "Ping"], State.READY),
    (State.READY, said(HELLO), ["bad-message 1"], State.READY),
    (State.READY, said(Hello((2,), id=6)), ["bad-message 6"], State.READY),
    (State.READY, frame(packed({"t": "dance", "id": 3})) + said(WATCH),
     ["unknown-type 3", "Watch"], State.READY),
    (State.READY, frame(packed([])) + said(WATCH), ["bad-message None", "Watch"], State.READY),
    (State.READY, said(WATCH) + frame(b"") + said(WATCH), ["Watch", "bad-frame"], State.CLOSING),
    (State.READY, said(WATCH) + frame(b"\xc1") + said(WATCH), ["Watch", "bad-frame"],
     State.CLOSING),
    (State.READY, frame(packed({"t": "ping"}) + b"\0"), ["bad-frame"], State.CLOSING),
    (State.READY, said(WATCH) + b"\0\0\x10\1", ["Watch", "too-large"], State.CLOSING),
    (State.CLOSING, said(WATCH), [], State.CLOSING),
    (State.CLOSED, said(WATCH), [], State.CLOSED),
]  # fmt: skip


def check_streams(deliver: Callable[[bytes], list[bytes]], tail: bytes = b"") -> None:
    for before, stream, items, after in STREAMS:
        end = server(before)
        found = [item for chunk in deliver(stream + tail) for item in end.receive_data(chunk, 1.0)]
        assert (heard(found), end.state) == (items, after), (before, stream)


def whole(stream: bytes) -> list[bytes]:
    return [stream]


def byte_by_byte(stream: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in stream]


def test_a_server_makes_the_same_of_a_stream_whole() -> None:
    check_streams(whole)


def test_a_server_makes_the_same_of_a_stream_byte_by_byte() -> None:
    check_streams(byte_by_byte)


@pytest.mark.parametrize("deliver", [whole, byte_by_byte])
def test_a_server_makes_the_same_of_a_stream_with_a_tail(
    deliver: Callable[[bytes], list[bytes]],
) -> None:
    check_streams(deliver, TAIL)


def test_what_was_a_tail_becomes_a_message() -> None:
    end = server(State.READY)
    assert end.receive_data(TAIL, 1.0) == []
    assert end.receive_data(said(ListRules(id=99))[-1:], 1.0) == [ListRules(id=99)]


PLANTED: list[tuple[str, State, Sign, State | None]] = [
    ("requests before hello", State.GREETING, Sign.TALK, State.GREETING),
    ("requests before welcome", State.GREETED, Sign.TALK, State.GREETED),
    ("a second hello before welcome", State.GREETED, Sign.HELLO, State.GREETED),
    ("a second hello", State.READY, Sign.HELLO, State.READY),
    ("no ping before hello", State.GREETING, Sign.LIFE, None),
    ("reading on after a fault", State.READY, Sign.FAULT, State.READY),
    ("welcome by hello", State.GREETING, Sign.HELLO, State.READY),
]


@pytest.mark.parametrize(("name", "state", "sign", "then"), PLANTED, ids=lambda value: str(value))
def test_a_wrong_table_of_states_is_caught(
    monkeypatch: pytest.MonkeyPatch, name: str, state: State, sign: Sign, then: State | None
) -> None:
    if then is None:
        monkeypatch.delitem(NEXT[state], sign)
    else:
        monkeypatch.setitem(NEXT[state], sign, then)
    with pytest.raises(AssertionError):
        check_streams(whole)


def test_a_server_that_speaks_any_version_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "VERSION", 2)
    with pytest.raises(AssertionError):
        check_streams(whole)


# After a refused hello one may say it again.


def check_hello_again(code: str) -> None:
    end = server(State.GREETED)
    end.send(Error(code, "not you", re=1))
    assert end.state == "greeting"
    assert heard(end.receive_data(said(Hello((1,), id=2)), 1.0)) == ["Hello"]
    end.send(Welcome(1, "klaverjas", "s1", "token", (), LIMITS, re=2))
    assert end.state is State.READY


@pytest.mark.parametrize("code", sorted(connection.HELLO_REFUSALS))
def test_hello_may_be_said_again_after_a_refusal(code: str) -> None:
    check_hello_again(code)


def test_a_server_that_takes_one_hello_only_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HELLO_REFUSALS", frozenset())
    with pytest.raises(AssertionError):
        check_hello_again(ErrorCode.BAD_TOKEN)


def test_an_error_about_something_else_does_not_take_the_hello_back() -> None:
    end = server(State.GREETED)
    (problem,) = end.receive_data(said(WATCH), 1.0)
    assert isinstance(problem, ProtocolProblem)
    end.send(problem.answer)
    assert end.state is State.GREETED


# One reply for each request.


def test_every_request_is_owed_a_reply_until_it_is_sent() -> None:
    end = server(State.READY)
    assert end.owed == 0
    found = end.receive_data(
        said(WATCH, WATCH, Ping(), Pong()) + frame(packed({"t": "x", "id": 5})), 1.0
    )
    assert end.owed == 4  # pong is no request
    end.send(Ok(re=2))
    end.send(Ok(re=2))
    end.send(Pong())
    assert end.owed == 1
    problem = found[-1]
    assert isinstance(problem, ProtocolProblem)
    end.send(problem.answer)
    assert end.owed == 0


STRAY: list[ServerMessage] = [Ok(re=3), Ok(), Done("6", 1, re=2), Pong(), Error("stale", "late")]


def check_no_stray_reply(end: ServerConnection) -> None:
    for reply in STRAY:
        with pytest.raises(LocalFault):
            end.send(reply)
    assert end.owed == 0


def test_a_reply_to_nothing_is_refused() -> None:
    end = server(State.READY)
    end.receive_data(said(WATCH), 1.0)
    end.send(Ok(re=2))
    check_no_stray_reply(end)


def test_a_server_that_answers_twice_is_caught() -> None:
    with pytest.raises(pytest.fail.Exception):
        check_no_stray_reply(server(State.READY, strict=False))


def test_what_is_sent_unasked_is_no_reply() -> None:
    end = server(State.READY)
    for message in ANSWERS:
        if not isinstance(message, Welcome | Bye | Reply):
            end.send_all([message])
            if isinstance(message, Event | Note):
                end.send_all([Shared(message)])
    assert end.owed == 0


# What an end may not send itself.

UNSENDABLE: list[tuple[State, ServerMessage]] = [
    (State.GREETING, WELCOME),
    (State.GREETING, RuleSets(())),
    (State.GREETED, Ask("6", 1, Seat.N, True, ())),
    (State.READY, WELCOME),
    (State.CLOSED, Bye(ByeCode.SHUTDOWN, "good night")),
]


@pytest.mark.parametrize(("state", "message"), UNSENDABLE)
def test_a_server_may_not_send_out_of_turn(state: State, message: ServerMessage) -> None:
    end = server(state)
    with pytest.raises(LocalFault):
        end.send(message)
    with pytest.raises(LocalFault):
        end.send_all([message])
    assert end.state is state


@pytest.mark.parametrize("state", [state for state in State if Sign.TALK not in NEXT[state]])
def test_what_is_for_several_may_not_be_sent_out_of_turn_either(state: State) -> None:
    end = server(state)
    with pytest.raises(LocalFault):
        end.send_all([Shared(Note("6", "here", Seat.N))])
    assert end.state is state


UNSENDABLE_BY_CLIENT: list[tuple[State, ClientMessage]] = [
    (State.GREETING, WATCH),
    (State.GREETED, WATCH),
    (State.GREETED, HELLO),
    (State.READY, HELLO),
]


@pytest.mark.parametrize(("state", "message"), UNSENDABLE_BY_CLIENT)
def test_a_client_may_not_send_out_of_turn(state: State, message: ClientMessage) -> None:
    end = client(state)
    with pytest.raises(LocalFault):
        end.send(message)
    assert end.state is state


def test_neither_end_sends_more_than_the_other_takes() -> None:
    end = server(State.READY)
    end.receive_data(said(WATCH), 1.0)
    with pytest.raises(LocalFault, match=str(ANSWER_BYTES)):
        end.send(Record("6", "x" * ANSWER_BYTES, re=2))
    assert end.owed == 1
    with pytest.raises(LocalFault, match=str(REQUEST_BYTES)):
        client(State.READY).send(Open({"base": "x" * REQUEST_BYTES}))


def test_what_came_before_a_fault_is_still_answered() -> None:
    end = server(State.READY)
    stream = said(WATCH) + frame(packed({"t": "x", "id": 5})) + frame(b"") + said(WATCH)
    _, refusal, end_of_it = end.receive_data(stream, 1.0)
    assert isinstance(refusal, ProtocolProblem)
    assert isinstance(end_of_it, ProtocolProblem)
    for answer in (Ok(re=2), refusal.answer, end_of_it.answer):
        end.send(answer)
    assert (end.owed, end.state) == (0, State.CLOSED)


def test_a_bye_is_the_last_thing_said() -> None:
    end = server(State.READY)
    end.send(Bye(ByeCode.SUPERSEDED, "you came back elsewhere"))
    assert end.state is State.CLOSED
    assert end.receive_data(said(WATCH), 1.0) == []
    assert end.deadline() is None
    assert end.on_time(1e9) is None


# The client's end.

CLIENT_STREAMS: list[tuple[State, bytes, Heard, State]] = [
    (State.GREETING, encode(Ping(), Dialect.TCP), ["Ping"], State.GREETING),
    (State.GREETED, encode(WELCOME, Dialect.TCP), ["Welcome"], State.READY),
    (State.GREETED, encode(Error("bad-token", "who?", re=1), Dialect.TCP), ["Error"],
     State.GREETING),
    (State.GREETED, encode(Done("6", 1), Dialect.TCP), ["bad-message None"], State.GREETED),
    (State.GREETING, encode(WELCOME, Dialect.TCP), ["bad-message None"], State.GREETING),
    (State.READY, encode(Bye("tired", "of it"), Dialect.TCP) + encode(Ping(), Dialect.TCP), ["Bye"],
     State.CLOSED),
    (State.READY, frame(packed({"t": "dance"})), ["UnknownMessage"], State.READY),
    (State.READY, frame(packed({"t": "ok", "re": "x"})) + encode(Ok(), Dialect.TCP),
     ["bad-message None", "Ok"], State.READY),
    (State.READY, frame(b""), ["bad-frame"], State.CLOSING),
    (State.READY, b"\0\1\0\1", ["too-large"], State.CLOSING),
    (State.READY, frame(b"\xc1"), ["bad-frame"], State.CLOSING),
]  # fmt: skip


@pytest.mark.parametrize(("before", "stream", "items", "after"), CLIENT_STREAMS)
def test_a_client_makes_the_same_of_a_stream_however_it_comes(
    before: State, stream: bytes, items: Heard, after: State
) -> None:
    for deliver in (whole, byte_by_byte):
        end = client(before)
        found = [item for chunk in deliver(stream) for item in end.receive_data(chunk, 1.0)]
        assert (heard(found), end.state) == (items, after)


# Both ends, joined in memory.


class Line:
    """Two ends and what lies between them."""

    def __init__(self, dialect: Dialect):
        self.dialect = dialect
        self.client = ClientConnection(dialect, 0.0)
        self.server = ServerConnection(dialect, 0.0, strict=True)

    def ask(self, message: ClientMessage) -> list[Any]:
        return self.carry(self.client.send(message), self.server)

    def answer(self, message: ServerMessage) -> list[Any]:
        return self.carry(self.server.send(message), self.client)

    def carry(self, data: bytes, end: Connection[Any, Any]) -> list[Any]:
        if self.dialect is Dialect.TCP:
            return [item for byte in byte_by_byte(data) for item in end.receive_data(byte, 1.0)]
        payload = data.decode() if self.dialect is Dialect.JSON else data
        return end.receive_payload(payload, 1.0)


@pytest.mark.parametrize("dialect", Dialect)
def test_two_ends_understand_each_other(dialect: Dialect) -> None:
    line = Line(dialect)
    assert line.ask(Hello((1,), token="old")) != []
    refusal = Error(ErrorCode.BAD_TOKEN, "no such session")
    assert line.answer(refusal) == [refusal]
    assert line.ask(HELLO) == [HELLO]
    assert line.answer(WELCOME) == [WELCOME]
    for request in REQUESTS:
        if not isinstance(request, Hello):
            assert line.ask(request) == [request]
    for reply in ANSWERS:
        if not isinstance(reply, Reply | Bye):
            assert line.answer(reply) == [reply]
    assert line.answer(bye := Bye(ByeCode.SHUTDOWN, "good night")) == [bye]
    assert line.client.state is line.server.state is State.CLOSED


# WebSocket messages.

PAYLOADS: list[tuple[Dialect, bytes | str, Heard]] = [
    (Dialect.MSGPACK, packed({"t": "ping"}), ["Ping"]),
    (Dialect.JSON, '{"t":"ping"}', ["Ping"]),
    (Dialect.MSGPACK, '{"t":"ping"}', ["bad-frame"]),
    (Dialect.JSON, b'{"t":"ping"}', ["bad-frame"]),
    (Dialect.MSGPACK, b"", ["bad-frame"]),
    (Dialect.JSON, "", ["bad-frame"]),
    (Dialect.MSGPACK, bytes(REQUEST_BYTES + 1), ["too-large"]),
    (Dialect.JSON, " " * (REQUEST_BYTES + 1), ["too-large"]),
    (Dialect.JSON, '{"t":"' + "é" * (REQUEST_BYTES // 2) + '"}', ["too-large"]),
    (Dialect.JSON, '{"t":"\ud800"}', ["no-hello None"]),
    (Dialect.MSGPACK, frame(packed({"t": "ping"})), ["bad-frame"]),
]


@pytest.mark.parametrize(("dialect", "payload", "items"), PAYLOADS, ids=lambda v: repr(v)[:20])
def test_a_websocket_message_is_one_payload(
    dialect: Dialect, payload: bytes | str, items: Heard
) -> None:
    end = ServerConnection(dialect, 0.0)
    assert heard(end.receive_payload(payload, 1.0)) == items
    if end.state is State.CLOSING:
        assert end.receive_payload(payload, 1.0) == []


# Time.


def check_hello_deadline() -> None:
    end = server()
    assert end.deadline() == 5
    assert end.on_time(4.9) is None
    end.receive_data(said(Ping()), 4.9)
    assert end.deadline() == 5  # a ping is no hello
    problem = end.on_time(5)
    assert problem == ProtocolProblem(Bye(ByeCode.HELLO_TIMEOUT, "no hello for 5 seconds"))
    assert end.state is State.CLOSING
    assert end.on_time(6) is None


def test_hello_must_come_in_time() -> None:
    check_hello_deadline()


def test_a_hello_that_is_waited_for_too_long_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServerConnection, "deadline", Connection.deadline)
    monkeypatch.setattr(ServerConnection, "on_time", Connection.on_time)
    with pytest.raises(AssertionError):
        check_hello_deadline()


def test_a_hello_that_waits_for_its_welcome_is_not_timed_out() -> None:
    end = server()
    end.receive_data(said(HELLO), 4.0)
    assert end.on_time(6) is None
    end.send(Error(ErrorCode.BAD_TOKEN, "no such session", re=1))
    assert end.deadline() == 9


def check_silence(end: ServerConnection | ClientConnection, frames: list[bytes]) -> None:
    end.receive_data(frames[0], 10)
    assert end.deadline() == 30
    assert end.on_time(29.9) is None
    assert end.on_time(30) == Ping()
    assert end.on_time(31) is None
    assert end.deadline() == 70
    for moment, data in enumerate(frames, 69):
        end.receive_data(data, moment)  # whatever it is, it is life
        assert end.deadline() == moment + 20
    heard_last = 68 + len(frames)
    end.receive_data(frames[0][:-1], heard_last + 19)  # but half a frame is none
    assert end.on_time(heard_last + 20) == Ping()
    problem = end.on_time(heard_last + 60)
    assert isinstance(problem, ProtocolProblem)
    assert problem.fatal
    assert problem.answer.code == ByeCode.IDLE
    assert end.deadline() is None


FRAMES = [said(Pong()), said(Ping()), said(WATCH), frame(packed({"t": "dance"})), frame(packed(1))]
ANSWER_FRAMES = [
    encode(message, Dialect.TCP) for message in (Ok(), Ping(), Pong(), Error("stale", "late"))
]


def test_silence_is_asked_about_and_then_cut() -> None:
    check_silence(server(State.READY), FRAMES)
    check_silence(client(State.READY), ANSWER_FRAMES)


def test_an_end_that_is_cut_while_it_speaks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    never = property(lambda end: 0.0, lambda end, now: None)
    monkeypatch.setattr(ServerConnection, "_heard", never, raising=False)
    with pytest.raises(AssertionError):
        check_silence(server(State.READY), FRAMES)


def test_time_that_is_given_late_is_still_told() -> None:
    problem = server(State.READY).on_time(1000)
    assert isinstance(problem, ProtocolProblem)
    assert problem.answer.code == ByeCode.IDLE


# Anything at all.

CHUNKS = st.lists(
    st.binary(max_size=60)
    | st.binary(max_size=60).map(frame)
    | st.sampled_from([frame(payload) for _, payload, *_ in MSGPACK])
    | st.sampled_from([said(message) for message in REQUESTS])
    | st.sampled_from([encode(message, Dialect.TCP) for message in ANSWERS]),
    max_size=12,
)
STATES = st.sampled_from([State.GREETING, State.GREETED, State.READY])


def check_any_bytes(state: State, chunks: list[bytes]) -> None:
    """Hold both ends to it that bytes end in messages, errors or one bye, and never in a raise."""
    end = server(state)
    owed = end.owed
    found = [item for chunk in chunks for item in end.receive_data(chunk, 1.0)]
    fatal = [item for item in found if isinstance(item, ProtocolProblem) and item.fatal]
    requests = [item for item in found if not isinstance(item, Pong) and item not in fatal]
    assert end.owed == owed + len(requests)
    assert fatal == (found[-1:] if end.state is State.CLOSING else [])
    for item in found:
        if isinstance(item, ProtocolProblem):
            end.send(item.answer)
    assert end.state is not State.CLOSING


@given(STATES, CHUNKS)
def test_any_bytes_get_an_error_or_a_bye(state: State, chunks: list[bytes]) -> None:
    check_any_bytes(state, chunks)
    end = client(state)
    for chunk in chunks:
        for item in end.receive_data(chunk, 1.0):
            assert isinstance(item, ServerMessage | UnknownMessage | ProtocolProblem)


@given(st.text(max_size=80) | st.binary(max_size=80) | st.sampled_from([p for _, p, *_ in JSON]))
def test_any_websocket_message_gets_an_error_or_a_bye(payload: str | bytes) -> None:
    for dialect in (Dialect.MSGPACK, Dialect.JSON):
        for end in (ServerConnection(dialect, 0.0), ClientConnection(dialect, 0.0)):
            (item,) = end.receive_payload(payload, 1.0)
            assert isinstance(item, ProtocolProblem | Ping | Pong | Hello)


def test_a_request_that_nobody_owes_a_reply_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ServerConnection, "_owe", lambda end, request: None)
    with pytest.raises((AssertionError, LocalFault)):
        check_any_bytes(State.READY, [said(WATCH)])


def test_a_reader_that_raises_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(payload: bytes, dialect: Dialect) -> ClientMessage:
        if len(payload) == 1:
            raise IndexError
        return decode_request(payload, dialect)

    monkeypatch.setattr(connection, "decode_request", careless)
    with pytest.raises(IndexError):
        check_any_bytes(State.READY, [frame(b"\x05")])
