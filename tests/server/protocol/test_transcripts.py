"""Transcripts of released servers: today's server answers the same requests the same way."""

from dataclasses import replace

import pytest

from tests.server.protocol.replay import Differs, Replay
from tests.server.protocol.scenes import GOLDEN, transcript_of
from tests.server.protocol.transcript import FOLDER, Transcript, dump, load

KEPT = {path.stem: load(path.read_text()) for path in sorted(FOLDER.glob("*.jsonl"))}


def test_every_scene_worth_keeping_was_kept() -> None:
    assert {transcript.scene for transcript in KEPT.values()} == set(GOLDEN)


@pytest.mark.parametrize("name", KEPT)
async def test_todays_server_answers_as_then(name: str) -> None:
    await Replay(KEPT[name]).run()


def spoilt(transcript: Transcript, place: int, **change: object) -> Transcript:
    """Changes one message of a transcript."""
    entries = list(transcript.entries)
    entries[place] = replace(entries[place], what={**entries[place].what, **change})
    return replace(transcript, entries=tuple(entries))


@pytest.mark.parametrize("kind", ["played", "dealt", "written"])
async def test_another_answer_is_noticed(kind: str) -> None:
    transcript = KEPT["0.1.0-klaverjas"]
    place = next(
        place
        for place, entry in enumerate(transcript.entries)
        if entry.did == "hears" and entry.what.get("e", {}).get("k") == kind
    )
    wrong = spoilt(transcript, place, n=99)
    with pytest.raises(Differs, match=f"line {place + 2}"):
        await Replay(wrong).run()


async def test_a_message_too_few_is_noticed() -> None:
    transcript = KEPT["0.1.0-director"]
    entries = list(transcript.entries)
    asks = [at for at, e in enumerate(entries) if e.did == "hears" and e.what["t"] == "ask"]
    del entries[asks[0]]
    with pytest.raises(Differs):
        await Replay(replace(transcript, entries=tuple(entries))).run()


async def test_a_scene_comes_out_the_same_whoever_plays_it() -> None:
    first, second = await transcript_of("clocks"), await transcript_of("clocks")
    assert dump(first) == dump(second)


async def test_a_transcript_reads_back() -> None:
    transcript = await transcript_of("klaberjass")
    again = load(dump(transcript))
    assert dump(again) == dump(transcript)
    assert again.packs == transcript.packs
