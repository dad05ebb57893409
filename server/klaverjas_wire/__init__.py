"""The protocol of the table server, without I/O and without a clock.

`ServerConnection` and `ClientConnection` turn bytes into messages and messages into bytes, and
know what may be said when. `messages` has every message, `forms` the structs that actions, events
and views travel as, `table` the events that the rules know nothing of.
"""

from klaverjas_wire.codec import (
    Dialect,
    Shared,
    UnknownMessage,
    decode_answer,
    decode_request,
    encode,
    event_frame,
    fitting,
)
from klaverjas_wire.connection import (
    ClientConnection,
    Connection,
    ProtocolProblem,
    ServerConnection,
    State,
)
from klaverjas_wire.faults import (
    BadFrame,
    BadMessage,
    ByeCode,
    ErrorCode,
    FrameFault,
    LocalFault,
    MessageFault,
    ProtocolFault,
    TooLarge,
    UnknownType,
)
from klaverjas_wire.forms import (
    AnyEvent,
    action_form,
    action_forms,
    action_of,
    actions_of,
    event_form,
    event_of,
    view_form,
    view_of,
)
from klaverjas_wire.framing import Framer, frame
from klaverjas_wire.limits import LIMITS, VERSION, Limits
from klaverjas_wire.schema import json_schema
from klaverjas_wire.table import Unknown

__all__ = [
    "LIMITS",
    "VERSION",
    "AnyEvent",
    "BadFrame",
    "BadMessage",
    "ByeCode",
    "ClientConnection",
    "Connection",
    "Dialect",
    "ErrorCode",
    "FrameFault",
    "Framer",
    "Limits",
    "LocalFault",
    "MessageFault",
    "ProtocolFault",
    "ProtocolProblem",
    "ServerConnection",
    "Shared",
    "State",
    "TooLarge",
    "Unknown",
    "UnknownMessage",
    "UnknownType",
    "action_form",
    "action_forms",
    "action_of",
    "actions_of",
    "decode_answer",
    "decode_request",
    "encode",
    "event_form",
    "event_frame",
    "event_of",
    "fitting",
    "frame",
    "json_schema",
    "view_form",
    "view_of",
]
