"""Records: the examples of the rules to the letter, and every match there and back."""

import re
from contextlib import suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klaverjas import (
    Card,
    IllegalAction,
    InvalidRecord,
    InvalidText,
    Match,
    Phase,
    RuleSet,
    Seat,
    Suit,
    ruleset,
)
from klaverjas.actions import Action, Close, Deal, Draw, Name, Pass, Play, Roem
from klaverjas.cards import Hand
from klaverjas.events import Written
from klaverjas.four.deal import pack_of
from klaverjas.record import (
    Back,
    Note,
    Ruling,
    StandIn,
    check,
    dump,
    dumps,
    load,
    loads,
    place_of,
    record_of,
    replay,
)
from tests.rules.both_games import SEEDS, matches, short_sets
from tests.rules.playout import choice, played_out, rules_of, steps

RECORDS = Path(__file__).parents[1] / "data" / "records"
EXAMPLES = sorted(path.stem for path in RECORDS.glob("*.txt"))
HEADER = '% klaverjas record 1\n[Rules "amsterdam"]\n'


def example(name: str) -> str:
    return (RECORDS / f"{name}.txt").read_bytes().decode()


def played(match: Match, *acts: tuple[Seat | None, Action]) -> Match:
    for seat, action in acts:
        match, _ = match.apply(seat, action)
    return match


def example_match() -> Match:
    """Play the match of which the rules show the record, roem called where they say so."""
    hands = {
        Seat.N: Hand.parse("DK DQ DT HA HJ H8 SK S9"),
        Seat.E: Hand.parse("CT C8 C7 DA D9 HK SA SJ"),
        Seat.S: Hand.parse("CA CQ CJ C9 HQ SQ S8 S7"),
        Seat.W: Hand.parse("CK DJ D8 D7 HT H9 H7 ST"),
    }
    draws = ["N:HA", "E:S9", "S:CK", "W:SA", "N:D8", "W:D9"]
    match = played(
        Match.start(RuleSet.named("amsterdam")),
        (None, Draw(tuple((Seat(draw[0]), Card(draw[2:])) for draw in draws))),
        (None, Deal(pack_of(hands, Seat.W, "3-2-3"))),
        (Seat.N, Pass()),
        (Seat.E, Name(Suit.H)),
    )
    called = {2: Seat.E, 3: Seat.S, 4: Seat.W}
    plays = "DK D9 C9 D8 S9 SA S8 ST HK HQ HT HJ SK SJ SQ H7 D7 DT DA CA C8 CJ CK HA"
    for place, card in enumerate((plays + " DQ CT S7 DJ H8 C7 CQ H9").split(), 1):
        match = played(match, (match.asks()[0].seat, Play(Card(card))))
        if place % 4 == 0 and place // 4 in called:
            match = played(match, (called[place // 4], Roem()))
    return match


def test_the_match_of_the_rules_gives_their_record_byte_for_byte() -> None:
    tags = {
        "Date": "2026.11.12",
        "Table": "6",
        "N": "Riet",
        "E": "Jan",
        "S": "Ed",
        "W": "Van 't Hof",
    }
    assert dumps(record_of(example_match(), tags)) == example("klaverjas")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_right_and_is_written_as_it_stands(name: str) -> None:
    text = example(name)
    record = check(text)
    assert dumps(record) == text
    assert record_of(replay(record), record.tags, record.notes) == record


@given(matches())
@settings(max_examples=60)
def test_every_match_is_read_back_from_its_record(match: Match) -> None:
    record = record_of(match, {"Event": 'a "drive" \\ an evening', "N": "Wim"})
    text = dumps(record)
    read = loads(text)
    assert read == record
    assert dumps(read) == text
    replayed = replay(read)
    assert record_of(replayed, record.tags) == record
    assert (replayed.phase, replayed.totals, replayed.verdict) == (
        match.phase,
        match.totals,
        match.verdict,
    )
    assert replayed.rules.game.by_side(match.totals) == record.totals


def loosened(text: str, chance: Random) -> str:
    """Write a record the way people do: other spacing, other line ends, comments, a mark."""
    ends = ["\n", "\r\n", "\r", " \n", "\n\n", "\n  \t\n", "\r\n% a comment\r\n"]
    lines = []
    for line in text.splitlines():
        parts = re.split(r'( +|"(?:[^"\\]|\\.)*")', line) if line[:1] != "%" else [line]
        wide = (chance.choice([" ", "  ", "\t "]) if part.isspace() else part for part in parts)
        lines.append(chance.choice(["", " ", "\t"]) + "".join(wide) + chance.choice(ends))
    return "\ufeff" + "".join(lines)


@given(matches(), st.integers(0, 2**32))
@settings(max_examples=30)
def test_the_reader_takes_any_spacing(match: Match, seed: int) -> None:
    record = record_of(match, {"Table": "6  b"})
    assert loads(loosened(dumps(record), Random(seed))) == record


def test_tags_may_stand_a_line_each_and_hands_in_any_order() -> None:
    text = example("klaverjas").replace("] [", "]\n[")
    lines = text.splitlines()
    hands = next(place for place, line in enumerate(lines) if line.startswith("N DK"))
    lines[hands : hands + 4] = [
        " ".join([line[0], *reversed(line[2:].split())]) for line in lines[hands : hands + 4][::-1]
    ]
    assert dumps(check("\n".join(lines))) == example("klaverjas")


def test_a_file_is_written_and_read() -> None:
    record, file = loads(example("klaberjass")), StringIO()
    dump(record, file)
    file.seek(0)
    assert load(file) == record


def test_tags_that_nobody_knows_are_kept_in_their_order() -> None:
    tags = {"Zaal": "3", "Event": "Drive", "Round": "2", "Date": "2026.11.12"}
    match = Match.start(RuleSet.named("amsterdam"))
    text = dumps(record_of(match, tags))
    assert list(loads(text).tags.items()) == list(tags.items())


@pytest.mark.parametrize(
    "value", ['say "pit"', "back\\slash", '\\"', "", "[N] % 5", "Ünïcøde \x85"]
)
def test_a_tag_may_hold_any_text_of_one_line(value: str) -> None:
    match = Match.start(RuleSet.named("amsterdam"))
    assert loads(dumps(record_of(match, {"N": value}))).tags == {"N": value}


@pytest.mark.parametrize("tags", [{"N": "two\nlines"}, {"E": "two\rlines"}, {"no name": "x"}])
def test_what_no_tag_can_hold_is_refused(tags: dict[str, str]) -> None:
    with pytest.raises(InvalidText):
        dumps(record_of(Match.start(RuleSet.named("amsterdam")), tags))


@pytest.mark.parametrize("tag", ["Game", "Rules", "RulesHash", "Switches", "Draw"])
def test_the_tags_of_the_record_itself_cannot_be_given(tag: str) -> None:
    with pytest.raises(InvalidText, match=tag):
        record_of(Match.start(RuleSet.named("amsterdam")), {tag: "x"})


def test_a_set_that_is_not_named_has_its_switches_in_the_record() -> None:
    rules = rules_of("rotterdam", pit="either", deals=4)
    text = dumps(record_of(Match.start(rules)))
    assert '[Rules "rotterdam+pit=either,deals=4"]' in text
    assert loads(text).rules == rules
    club = rules.with_switches({}, name="De Vrije Val")
    read = loads(dumps(record_of(played_out(club, Random(4)))))
    assert (read.rules.name, read.rules) == ("De Vrije Val", club)
    replay(read)


def test_a_set_that_only_this_installation_knows_has_its_switches_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = rules_of("utrecht", pit="either", deals=4).with_switches({}, name="de-vrije-val")
    with monkeypatch.context() as here:
        here.setitem(ruleset._named, club.name, club)
        text = dumps(record_of(played_out(club, Random(4))))
    assert "Switches" in text
    assert check(text).rules == club


def test_a_named_set_needs_no_switches() -> None:
    assert "Switches" not in dumps(record_of(Match.start(RuleSet.named("nku"))))


def test_a_hash_that_is_left_out_is_filled_in() -> None:
    assert loads(HEADER).rules_hash == RuleSet.named("amsterdam").hash


def test_a_match_drawn_for_by_seat_says_so() -> None:
    match = played(Match.start(RuleSet.named("denexa-501")), (None, Draw(dealer=Seat.S)))
    text = dumps(record_of(match))
    assert '[Draw "S"]' in text
    assert replay(loads(text)) == match


def noted(*notes: Note) -> str:
    return dumps(record_of(example_match(), {}, notes))


def test_notes_stand_where_they_belong() -> None:
    text = noted(
        Ruling(deal=0, trick=0, kind="replace", words=("N",), reason="ill"),
        Ruling.adjust("NS", -100, "revoke", deal=1, trick=10),
        Back(deal=1, trick=6, card=1, seat=Seat.E),
        StandIn(deal=1, trick=5, card=2, seat=Seat.E, strategy="club"),
        Ruling(deal=1, trick=0, kind="pause"),
    )
    lines = text.splitlines()
    assert lines[3] == 'ruled replace N "ill"'
    assert lines[lines.index("calls N:pass E:H") - 1] == "ruled pause"
    assert lines[lines.index("5 W D7 DT DA CA E") - 1] == "stand-in E club from 5.2"
    assert lines[lines.index("6 E C8 CJ CK HA N") - 1] == "back E 6.1"
    assert lines[-2:] == ["written NS 272 EW 0 nat EW", 'ruled adjust NS -100 "revoke"']
    assert dumps(check(text)) == text


def test_an_adjusted_score_counts_in_the_totals() -> None:
    text = noted(
        Ruling.adjust("NS", -100, "revoke", deal=1, trick=10),
        Ruling.adjust("EW", 20, deal=1, trick=10),
    )
    record = check(text)
    assert record.totals == {"NS": 172, "EW": 20}
    assert replay(record).totals == (172, 20)


@pytest.mark.parametrize(
    "note",
    [
        StandIn(deal=1, trick=5, card=2, seat=Seat.E, strategy="my bot"),
        Ruling(deal=1, trick=5, kind="pause", reason="two\nlines"),
    ],
)
def test_a_note_that_no_line_can_hold_is_refused(note: Note) -> None:
    with pytest.raises(InvalidText):
        noted(note)


def test_a_note_on_a_deal_that_is_not_there_is_refused() -> None:
    record = loads(example("klaverjas"))
    with pytest.raises(InvalidText, match="deal 2"):
        dumps(replace(record, notes=(Ruling(deal=2, trick=5, kind="pause"),)))


def test_automatic_roem_has_no_caller() -> None:
    text = dumps(record_of(played_out(rules_of(roem_calling="automatic", deals=4), Random(1))))
    assert re.search(r"[NESW] roem \d+$", text, re.MULTILINE)
    assert not re.search(r"roem \d+ [NESW]$", text, re.MULTILINE)


def test_uncalled_roem_stands_there_as_a_comment() -> None:
    text = dumps(record_of(played_out(rules_of(deals=4), Random(1))))
    commented = re.search(r" - \((\d+)\)$", text, re.MULTILINE)
    assert commented is not None
    without = text.replace(commented[0], "")
    assert check(without).totals == check(text).totals


def test_a_forfeited_deal_is_recorded_as_far_as_it_went() -> None:
    match, course = Match.start(rules_of(deals=4)), steps(rules_of(deals=4), Random(3))
    while match.phase is not Phase.PLAYING or not match.view(None).last:
        match = next(course).after
    match, _ = match.forfeit(0)
    text = dumps(record_of(match))
    assert re.search(r"^written NS 0 EW \d+ forfeit NS$", text, re.MULTILINE)
    assert replay(check(text)).totals == match.totals
    by_seat = text.replace("forfeit NS", "forfeit N")
    assert replay(check(by_seat)).totals == match.totals


@given(matches(), st.sampled_from([0, 1]))
@settings(max_examples=40)
def test_any_deal_may_be_forfeited(match: Match, side: int) -> None:
    if match.deal is None or match.deal.outcome:
        with pytest.raises(IllegalAction):
            match.forfeit(side)
        return
    forfeited, events = match.forfeit(side)
    text = dumps(record_of(forfeited))
    written = next(event for event in events if isinstance(event, Written))
    names = match.rules.game.sides
    assert written.written[names[side]] == 0
    assert re.search(rf"^written .* forfeit {names[side]}$", text, re.MULTILINE)
    replayed = replay(loads(text))
    assert (replayed.totals, replayed.verdict) == (forfeited.totals, forfeited.verdict)
    assert dumps(record_of(replayed)) == text


def test_a_deal_closed_without_its_last_roem_is_finished() -> None:
    chance, rules = Random(0), rules_of(deals=4, four_of_a_kind="all")
    closed = next(
        step.after for _ in range(100) for step in steps(rules, chance) if step.action == Close()
    )
    open_ = next(
        step.before for _ in range(100) for step in steps(rules, chance) if step.action == Close()
    )
    assert replay(loads(dumps(record_of(closed)))).phase in (Phase.DEALING, Phase.OVER)
    assert replay(loads(dumps(record_of(open_)))).phase is Phase.CLOSING


@given(st.data())
@settings(max_examples=150)
def test_whatever_is_done_to_a_record_only_the_one_error_comes(data: st.DataObject) -> None:
    text = example(data.draw(st.sampled_from(EXAMPLES)))
    words = re.split(r"(\s+)", text)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place] = data.draw(st.sampled_from(words) | st.text(max_size=6))
    with suppress(InvalidRecord):
        check("".join(words))


def ruled(rules: RuleSet, chance: Random) -> tuple[Match, list[Note]]:
    """Play a match at random, a director adjusting scores and throwing in deals as it goes."""
    match, notes = Match.start(rules), list[Note]()
    while match.phase is not Phase.OVER and match.number < 12:
        match, _ = match.apply(*choice(match, chance))
        place = place_of(match)
        if chance.random() < 0.02:
            side, points = chance.choice([0, 1]), chance.choice([-100, 50, 200])
            name = rules.game.sides[side]
            match, _ = match.adjust(side, points)
            notes.append(Ruling.adjust(name, points, deal=place.deal, trick=place.trick))
        elif chance.random() < 0.02 and match.deal and not match.deal.outcome:
            match, _ = match.void()
            notes.append(Ruling(deal=place.deal, trick=place.trick, kind="void", reason="seen"))
    return match, notes


@given(short_sets(), SEEDS)
@settings(max_examples=50)
def test_a_match_with_rulings_is_replayed_with_them(rules: RuleSet, seed: int) -> None:
    match, notes = ruled(rules, Random(seed))
    text = dumps(record_of(match, {}, notes))
    read = loads(text)
    assert dumps(read) == text
    replayed = replay(read)
    assert (replayed.phase, replayed.totals, replayed.winner) == (
        match.phase,
        match.totals,
        match.winner,
    )
    assert read.totals == rules.game.by_side(match.totals)


def test_a_deal_thrown_in_says_so_by_itself() -> None:
    match, notes = ruled(rules_of(deals=4), Random(2))
    voids = [note.deal for note in notes if isinstance(note, Ruling) and note.voids]
    text = dumps(record_of(match))
    assert voids
    assert text.count("ruled void") == len(voids)
    assert len(check(text).deals) == match.number


def test_a_finished_deal_cannot_be_thrown_in() -> None:
    with pytest.raises(InvalidRecord, match="cannot be thrown in") as error:
        check(example("klaverjas") + "ruled void\n")
    assert error.value.line == 23


def test_a_place_is_told_as_notes_tell_it() -> None:
    match = Match.start(RuleSet.named("amsterdam"))
    assert place_of(match) == (0, 0, 1)
    assert place_of(replay(loads(example("running")))) == (1, 3, 3)
    assert place_of(replay(loads(example("klaverjas")))) == (1, 10, 1)
    text = example("klaverjas")
    assert place_of(replay(loads(text[: text.index("E:H")]))) == (1, 0, 2)
    assert place_of(replay(loads(text[: text.index("2 N S9")]))) == (1, 2, 1)


def test_a_note_on_a_deal_that_was_taken_back_stands_where_the_match_stands() -> None:
    match = replay(loads(example("running")))
    notes = [
        StandIn(deal=4, trick=5, card=1, seat=Seat.E, strategy="club"),
        Ruling(deal=3, trick=1, kind="rollback", words=("1", "3")),
    ]
    text = dumps(record_of(match, {}, notes))
    assert text.splitlines()[-3:] == [
        "stand-in E club from 3.3",
        "ruled rollback 1 3",
        "3 E SJ S8",
    ]
    check(text)


def claimed() -> str:
    """Write down a match of Klaberjass that ended with a claim."""
    rules = RuleSet.load("clobyosh-501+target=150")
    for seed in range(100):
        match = played_out(rules, Random(seed))
        if match.verdict and match.verdict.by == "claim":
            return dumps(record_of(match))
    raise AssertionError("nobody claimed")


def test_a_claim_ends_the_record() -> None:
    text = claimed()
    *_, last = text.splitlines()
    claim = re.fullmatch(r"claim ([NS]) (\d+)", last)
    assert claim is not None
    assert replay(check(text)).phase is Phase.OVER
    with pytest.raises(InvalidRecord, match=f"expected {claim[1]} {claim[2]}, found") as error:
        check(text.replace(last, f"claim {claim[1]} 999"))
    assert error.value.line == len(text.splitlines())


def test_a_deal_thrown_in_shows_six_cards_and_the_next_one_follows() -> None:
    text = (
        '% klaverjas record 1\n[Game "klaberjass"] [Rules "klabberjass-500"]\n'
        "deal 1 dealer S upcard H9\n"
        "N CA CK CQ CT C7 DT\n"
        "S C8 DA DK DQ HK HQ\n"
        "calls N:schmeiss S:accept void\n"
        "deal 2 dealer S upcard H9\n"
        "N CA CK CQ CT C7 DT\n"
        "S C8 DA DK DQ HK HQ\n"
        "calls N:pass S:pass N:schmeiss\n"
    )
    match = replay(check(text))
    assert (match.phase, match.number, match.totals) == (Phase.ANSWERING, 2, (0, 0))
    for there, instead, line in (
        (" void", "", 6),
        ("deal 2 dealer S", "deal 2 dealer N", 7),
        ("DT\nS", "DT D9 D8 D7\nS", 4),
    ):
        with pytest.raises(InvalidRecord) as error:
            check(text.replace(there, instead, 1))
        assert error.value.line == line
