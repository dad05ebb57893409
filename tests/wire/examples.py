"""One of everything that travels, at least: actions, events, views and messages."""

from typing import Final

from klaverjas import (
    Card,
    Game,
    KlaberjassView,
    LastTrick,
    Line,
    Phase,
    Player,
    Reason,
    Seat,
    Suit,
    TrickCard,
    View,
)
from klaverjas import events as ev
from klaverjas.actions import PLAYER_ACTIONS, Name, Pass, Play, PlayerAction
from klaverjas_wire import LIMITS, VERSION, AnyEvent, action_form, event_form, view_form
from klaverjas_wire import messages as m
from klaverjas_wire import table as tb

N, E, S, W = Seat

ACTIONS: Final[tuple[PlayerAction, ...]] = (
    *map(Name, Suit),
    *map(Play, Card),
    Play(Card.HQ, "bela"),
    Play(Card.HK, "from-bela"),
    *(kind() for kind in PLAYER_ACTIONS if kind not in (Name, Play)),  # type: ignore[call-arg]
)

WRITTEN: Final = ev.Written(
    1, E, {"NS": 73, "EW": 89}, {"NS": 272, "EW": 0}, {"NS": "", "EW": "N"}, {"NS": 70, "EW": 40}
)
SHOWN: Final = ev.Shown(S, (ev.SequenceShown((Card.HQ, Card.HJ, Card.HT), 20),), 20)

EVENTS: Final[tuple[AnyEvent, ...]] = (
    ev.Drawn((ev.DrawnCard(N, Card.HA), ev.DrawnCard(E, Card.S9)), W),
    ev.Dealt(1, W, (Card.C7, Card.HJ)),
    ev.Dealt(1, W),
    ev.Turned(Suit.H),
    ev.Turned(Suit.H, Card.H9),
    ev.Passed(N),
    ev.Named(E, Suit.H),
    ev.Played(N, Card.D9),
    ev.Played(S, Card.HQ, "bela"),
    ev.TrickTaken(1, N, 12),
    ev.RoemCounted(E, 2, 20, (ev.RoemPart("run", (Card.S8, Card.S9, Card.ST), 20),)),
    ev.RoemCounted(None, 2, 20, ()),
    WRITTEN,
    ev.Written(
        2, N, {"N": 24, "S": 77}, {"N": 44, "S": 97}, {"N": "B", "S": ""},
        sequences={"N": 20, "S": 0}, bela={"N": 0, "S": 20}, pot=202, last="S",
    ),
    ev.Finished({"NS": 1600, "EW": 992}, "NS"),
    ev.Finished({"N": 503, "S": 480}, "N", "claim"),
    ev.Taken(S, Suit.H),
    ev.Schmeissed(N),
    ev.Answered(S, True),
    ev.Void(3, S),
    ev.Packet((Card.C7, Card.C8, Card.C9)),
    ev.Packet(),
    ev.Bottom(Card.C9),
    ev.Swapped(S, Card.H9, Card.H7),
    ev.Kept(N),
    ev.Declared(N, {"class": 50}),
    ev.Declared(S, {"trump": True}),
    ev.Declared(S, "good"),
    ev.Silence(N),
    SHOWN,
    ev.Claimed(N, 503, True),
    tb.Sat(N, "Riet"),
    tb.Left(E),
    tb.Filled(E, "club"),
    tb.Started("amsterdam", "00ff"),
    tb.StandIn(W, "club"),
    tb.Back(W),
    tb.Paused(),
    tb.Paused("rules-changed"),
    tb.Resumed(),
    tb.RolledBack(3, 4),
    tb.Ruled("void"),
    tb.Ruled("adjust", "NS", -100, "revoke"),
)  # fmt: skip

LINE: Final = Line(1, E, Suit.H, WRITTEN.points, WRITTEN.written, WRITTEN.marks, WRITTEN.roem)
PLAYERS: Final = {N: Player("Riet"), E: Player("Jan", "club", away=True)}

VIEW: Final = View(
    rules="amsterdam", game=Game.KLAVERJAS, me=N, deal=2, deals=16, dealer=N,
    phase=Phase.PLAYING, turn=N, trump=Suit.H, maker=E, hand=(Card.C7, Card.HJ),
    counts={N: 2, E: 2, S: 2, W: 1}, leader=W, trick=(TrickCard(W, Card.CA),),
    last=LastTrick(N, (Card.D7, Card.D8, Card.D9, Card.DT), W), tricks={"NS": 3, "EW": 3},
    points={"NS": 40, "EW": 52}, roem={"NS": 20, "EW": 0}, totals={"NS": 272, "EW": 0},
    sheet=(LINE,), players=PLAYERS, legal=(Play(Card.C7),),
)  # fmt: skip
SPECTATOR: Final = View(
    rules="amsterdam", game=Game.KLAVERJAS, me=None, deals=None, phase=Phase.WAITING,
    totals={"NS": 0, "EW": 0},
)  # fmt: skip
KLABERJASS_VIEW: Final = KlaberjassView(
    rules="clobyosh", game=Game.KLABERJASS, me=S, deal=1, deals=None, dealer=S,
    phase=Phase.DECLARING, trump=Suit.H, maker=S, hand=(Card.HQ,), totals={"N": 0, "S": 0},
    upcard=Card.H9, bottom=Card.C9, declared=(ev.Declared(N, {"top": "K"}), ev.Declared(S, "good")),
    shown=SHOWN, bela={"N": (), "S": ("bela",)}, pot=202, legal=(Pass(), Play(Card.HQ, "bela")),
)  # fmt: skip
VIEWS: Final = (VIEW, SPECTATOR, KLABERJASS_VIEW)

REQUESTS: Final[tuple[m.ClientMessage, ...]] = (
    m.Hello((1,)),
    m.Hello((2, 1), name="Van 't Hof", client="terminal 1", token="secret", id=0),
    m.Hello((1,), code="one-use"),
    m.HandOver(id=2),
    m.Ping(),
    m.Ping(id=2**53 - 1),
    m.Pong(),
    m.ListRules(id=1),
    m.ListTables(),
    m.ListTables(after="6", limit=1),
    m.Open("amsterdam"),
    m.Open({"base": "amsterdam", "stuk": False}, {"private": True}, {E: "club", W: "random"}, id=4),
    m.Sit("6"),
    m.Sit("6", W),
    m.Sit(code="one-use"),
    m.Invite("6", "key", E),
    m.Fill("6", "key", E, "club"),
    m.Watch("6"),
    m.Leave("6"),
    *(m.Act("6", 12, action_form(action), id=9) for action in ACTIONS),
    m.Sync("6", 0),
    m.Rule("6", "key", "pause"),
    m.Rule("6", "key", "rollback", deal=3, trick=4),
    m.Rule("6", "key", "replace", seat=N),
    m.Rule("6", "key", "adjust", side="NS", points=-100, reason="revoke"),
    m.ReadRecord("6"),
)

_TABLE: Final = m.TableInfo("6", "amsterdam", {N: PLAYERS[N], E: None}, Phase.WAITING, 3)

ANSWERS: Final[tuple[m.ServerMessage, ...]] = (
    m.Welcome(VERSION, "klaverjas 0.1", "s1", "secret", ("chat",), LIMITS, re=0),
    m.Welcome(VERSION, "klaverjas 0.1", "s1", "secret", ("handover",), LIMITS, "Riet", re=0),
    m.Handed("one-use", re=2),
    m.Ping(),
    m.Pong(re=3),
    m.RuleSets((m.RulesInfo("amsterdam", Game.KLAVERJAS, (N, E, S, W), "00ff", "As in town."),)),
    m.Tables((_TABLE,), False, re=5),
    m.Opened("6", "key"),
    m.Seated("6", W),
    m.Invited("one-use"),
    m.Ok(),
    m.Done("6", 13, re=9),
    m.Record("6", "% klaverjas record 1\n"),
    m.Error("stale", "no longer asked", re=9),
    m.Error(
        "illegal", "not legal", reason=Reason.FOLLOW, legal=(action_form(Play(Card.C7)),), re=1
    ),
    m.Error("answered", "already", action=action_form(Pass())),
    m.Error("bad-rules", "no such value", key="pit", allowed=("none", 1, True)),
    m.Error("unknown-rules", "no such set", known=("amsterdam",)),
    *(m.Snapshot("6", 0, view_form(view)) for view in VIEWS),
    *(m.Event("6", n, event_form(event)) for n, event in enumerate(EVENTS, 1)),
    m.Ask("6", 12, N, False, (action_form(Pass()), action_form(Play(Card.C7))), 30_000),
    m.Ask("6", 12, N, True, ()),
    m.Unask("6", 12),
    m.Note("6", "away", N),
    m.Note("6", "here", N),
    m.Bye("shutdown", "good night"),
)
