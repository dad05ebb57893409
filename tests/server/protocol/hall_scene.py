"""The hall: hello, lists, opening, sitting down and getting up, and every refusal there."""

from __future__ import annotations

from klaverjas_wire.limits import REQUEST_BYTES
from tests.server.protocol.scene import Scene


async def play_hall(scene: Scene) -> None:
    """Let people come, look round, and make every mistake that is only their own."""
    await _say_hello(scene)
    await _open_tables(scene)
    await _sit_down(scene)
    await _leave(scene)
    await _take_over(scene)
    await _break_frames(scene)
    await _fall_silent(scene)


async def _say_hello(scene: Scene) -> None:
    riet = await scene.comes("Riet")
    await riet.say("tables")
    await riet.say("hello", v=[1], token="of another server")
    await riet.say("hello", v=[1], name="Riet", client="terminal 1.0")
    await riet.say("hello", v=[1])
    await riet.say("ping")
    await riet.say("deal")
    await riet.say("tables", limit=0)
    await riet.say("rules")
    await riet.say("tables")


async def _open_tables(scene: Scene) -> None:
    riet = scene.voices[0]
    await riet.say("open", rules="amsterdam")
    await riet.say("open", rules="haarlem")
    await riet.say("open", rules={"base": "amsterdam", "pit": "always"})
    await riet.say("open", rules="amsterdam", options={"speed": 2})
    await riet.say("open", rules="amsterdam", options={"think": 0})
    switched = {"base": "rotterdam", "pit": "either", "deals": 4}
    options = {"private": True, "think": 20, "bank": 120, "away": 300, "at_zero": "bot"}
    await riet.say("open", rules=switched, options=options, fill={"E": "club", "W": "random"})
    await riet.say("open", rules="amsterdam", fill={"E": "jan"})
    await riet.say("open", rules="klaberjass-500", fill={"E": "club"})


async def _sit_down(scene: Scene) -> None:
    riet, jan = scene.voices[0], await scene.guest("Jan")
    keys = {m["table"]: m["key"] for m in riet.heard if m["t"] == "opened"}
    await riet.say("sit", table="1", seat="N")
    await riet.say("sit", table="1", seat="E")
    await jan.say("sit", table="9")
    await jan.say("sit", table="1", seat="N")
    await jan.say("sit", table="2")
    await jan.say("watch", table="2")
    await jan.say("invite", table="1", key="guess", seat="S")
    code = (await riet.say("invite", table="1", key=keys["1"], seat="S"))["code"]
    await jan.say("sit", code=code, seat="E")
    await jan.say("sit", code=code)
    ans = await scene.guest("Ans")
    await ans.say("sit", code=code)
    await ans.say("sit", table="1")
    await ans.say("leave", table="1")
    await riet.say("fill", table="1", key=keys["1"], seat="W", strategy="jan")
    await riet.say("fill", table="1", key=keys["1"], seat="W", strategy="random")
    await riet.say("fill", table="1", key=keys["1"], seat="S", strategy="random")
    await ans.say("watch", table="1")
    await ans.say("tables", after="0", limit=1)


async def _leave(scene: Scene) -> None:
    riet, jan, ans = scene.voices
    await jan.say("watch", table="1")
    await jan.say("leave", table="1")
    await jan.say("leave", table="1")
    await jan.say("sync", table="1", after=0)
    await jan.say("act", table="1", ask=1, action={"a": "pass"})
    await ans.say("leave", table="1")
    await riet.say("record", table="1")


async def _take_over(scene: Scene) -> None:
    riet = scene.voices[0]
    again = await scene.comes("Riet again")
    again.ask("hello", v=[1], token=riet.token)
    await again.hear("snapshot")
    await riet.until_cut()
    scene.voices.remove(riet)
    code = (await again.say("handover"))["code"]
    phone = await scene.comes("Riet's phone")
    phone.ask("hello", v=[1], code=code)
    await phone.hear("snapshot")
    await again.until_cut()
    scene.voices.remove(again)


async def _break_frames(scene: Scene) -> None:
    future = await scene.comes("a client of version 2")
    future.ask("hello", v=[2])
    await future.until_cut()
    garbled = await scene.comes("a garbled client")
    garbled.send(bytes.fromhex("00000000"))
    await garbled.until_cut()
    lengthy = await scene.comes("a lengthy client")
    lengthy.send((REQUEST_BYTES + 1).to_bytes(4, "big"))
    await lengthy.until_cut()
    for voice in (future, garbled, lengthy):
        scene.voices.remove(voice)


async def _fall_silent(scene: Scene) -> None:
    await scene.comes("a silent client")
    jan = next(voice for voice in scene.voices if voice.who == "Jan")
    await scene.waits(20)
    await scene.voices[-1].until_cut()
    await jan.hear("ping")
    jan.say_map({"t": "pong"})
    await scene.settle()
    await scene.waits(60)
    for voice in scene.voices:
        await voice.until_cut()
