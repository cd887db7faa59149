"""Attacks by what is asked to be drawn, and by holding back what is saved."""

import json
import struct
import time

import layouts
from wire import Answer, encoded

LOOKS = {"fields": ["frame", "text", "look", "lines"]}


def next_event(stream, kinds, seconds):
    """Waits for an event of some kind."""
    since = time.monotonic()
    while True:
        if time.monotonic() > since + seconds:
            return Answer(time.monotonic() - since, error="no answer")
        event = json.loads(stream.receive()).get("parameters", {}).get("event", {})
        if event.get("kind") in kinds:
            return Answer(time.monotonic() - since, result=event)


def with_looks(stage, views):
    stage.daemon.save("colours.layout", layouts.colours(views, 0))
    stage.start()
    stage.sync("colours")
    stage.finding.answers.clear()


def subscribed(stage, stream):
    stream.send(encoded("Subscribe", flags={"more": True}, scene="colours", filter=LOOKS))
    answer = stage.note(next_event(stream, ["snapshot"], stage.daemon.patience))
    return answer.result or {}


def looks(stage):
    """A stream of thousands of views of which no two look alike, each with its lines; and other colours for all of them."""
    views = stage.size(10_000, 50)
    with_looks(stage, views)
    with stage.attacked(), stage.connect() as stream:
        told = len(subscribed(stage, stream).get("looks", []))
        stage.expect(told == views, f"{told} looks of {views}")
        for first in range(1, 4):
            stage.daemon.save("colours.layout", layouts.colours(views, first * views))
            stage.note(next_event(stream, ["delta"], stage.daemon.patience))
        for name in range(0, views, 1000):
            ops = [{"op": "text", "view": f"l{number}", "value": f"{number} words"} for number in range(name, min(views, name + 1000))]
            stage.ask("Apply", scene="colours", ops=ops)


def looks_that_fade(stage):
    """Thousands of colours on their way to others, frame after frame, to somebody who is told of each."""
    views = stage.size(10_000, 50)
    with_looks(stage, views)
    with stage.attacked(), stage.connect() as stream:
        subscribed(stage, stream)
        for dark in (True, False):
            stage.ask("Apply", scene="colours", ops=[{"op": "flag", "name": "dark", "value": dark}])
            ends = time.monotonic() + stage.size(1.5, 0.1)
            while time.monotonic() < ends:
                answer = next_event(stream, ["delta", "snapshot"], stage.daemon.patience)
                if not answer.is_answered:
                    stage.note(answer)
                    break


def holds(stage):
    """Holds that are never released, by hundreds who hold again and again: nobody waits longer than one of them may last."""
    peers, longest = stage.size(500, 10), 0.5
    stage.daemon.options = ["--max-hold", str(longest)]
    # By design: what is saved waits for its end. One more turn, and the time that it takes to read it.
    stage.watcher_p99 = longest + 0.1
    stage.start()
    message = encoded("Hold", reason="x" * 1000)
    with stage.attacked():
        callers = [stage.connect() for _ in range(peers)]
        try:
            ends = time.monotonic() + stage.size(3, 0.3)
            while time.monotonic() < ends:
                for caller in callers:
                    answer = caller.ask(message)
                    if answer.error not in ("Busy", None) or answer.seconds > 1:
                        stage.note(answer)
                    time.sleep(0.001)
            stage.note(answer)
        finally:
            for caller in callers:
                caller.close()
    stage.sync()


# What clients say on a stream in binary.
CREDIT, FILTER, PING = 0x81, 0x82, 0x83

# Of no message, of one that is too long or is not what its type says, and of a filter that nobody may have.
HOSTILE = {
    "four gigabytes": (PING, b"", 0xFFFFFFFF),
    "a long ping": (PING, b"x" * 65, None),
    "half a credit": (CREDIT, b"\1\0\0", None),
    "no filter": (FILTER, b"", None),
    "a filter that is none": (FILTER, b"null", None),
    "braces": (FILTER, b"{" * 5000, None),
    "half a character": (FILTER, b'{"root":"\xff"}', None),
    "a field that is none": (FILTER, b'{"fields":["nosuch"]}', None),
    "a depth below nothing": (FILTER, b'{"depth":-1}', None),
}


def binary(kind, payload, length=None):
    """A message of a client."""
    return struct.pack("<IBBHQQQd", len(payload) if length is None else length, kind, 0, 0, 0, 0, 0, 0.0) + payload


def in_binary(stage):
    stream = stage.connect()
    stream.send(encoded("Stream", flags={"upgrade": True}, scene="card", encoding="fw1"))
    stream.receive()
    return stream


def hostile_wishes(stage):
    """Messages on a stream in binary that are none: each ends it with a reason, and nobody else's."""
    stage.start()
    with stage.attacked():
        for name, (kind, payload, length) in HOSTILE.items():
            with in_binary(stage) as stream:
                stream.send(binary(kind, payload, length))
                end = bytes(stream.rest)
                while piece := stream.socket.recv(1 << 16):
                    end += piece
            stage.expect(b'"kind":"bye"' in end, f"{name} is not told why the stream ends")


ATTACKS = [looks, looks_that_fade, holds, hostile_wishes]
