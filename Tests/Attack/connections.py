"""Attacks by connections, and by messages that nobody should send."""

import contextlib
import json
import resource
import select
import socket
import time

import bystanders
import layouts
from wire import GET_INFO, INTERFACE, Answer, Closed, encoded

# What callers may have the daemon hold for them at most, in MiB.
HELD = 256


def unfinished(stage):
    """Forty messages of 1 MiB that never end."""
    hold(stage, b'{"method":"' + b"x" * (stage.size(1 << 20, 1 << 17) - 100))


def unfinished_loads(stage):
    """Forty calls of Load of 16 MiB that never end."""
    text = b"x" * (stage.size(16 << 20, 1 << 20) - 1000)
    hold(stage, f'{{"method":"{INTERFACE}.Load","parameters":{{"text":"'.encode() + text)


def hold(stage, message):
    stage.peak = HELD
    stage.start()
    with contextlib.ExitStack() as stack, stage.attacked():
        for _ in range(40):
            caller = stack.enter_context(stage.connect(patience=2))
            with contextlib.suppress(OSError):
                caller.send(message)
        time.sleep(stage.size(2, 0.2))
        stage.ask("ListScenes")


def crowd(stage, count):
    """Connections, and room for their descriptors."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(count, hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 200), hard))
    return [stage.connect() for _ in range(count)]


def finished_loads(stage):
    """Four hundred calls of Load of 15 MB, complete, of which nobody reads the answer."""
    stage.peak = 2 * HELD
    tangle = layouts.tangle(stage.size(1500, 50), "==", "@500")
    message = encoded("Load", text=tangle + "// and so on\n" * (stage.size(15_000_000, 700_000) // 13), name="x")
    stage.start()
    with contextlib.ExitStack() as stack, stage.attacked():
        for caller in crowd(stage, stage.size(400, 100)):
            stack.enter_context(caller)
            with contextlib.suppress(OSError):
                caller.send(message)
        metrics = stage.ask("Stats").result["metrics"]
        stage.expect(metrics["input.bytes"] <= metrics["input.max"], f"{metrics['input.bytes']:.0f} bytes are held")


def checks_left_alone(stage):
    """Thousands of calls of Check, from who hangs up at once."""
    message = encoded("Check", text="layout p { for i in 0..<30000 { box b leading 0 top 0 width 4 height 4 } }")
    stage.start()
    with stage.attacked():
        callers = crowd(stage, stage.size(4000, 100))
        for caller in callers:
            caller.send(message)
        for caller in callers:
            caller.close()
        time.sleep(stage.size(3, 1))
    metrics = stage.ask("Stats").result["metrics"]
    stage.expect(metrics["connections"] == 1, f"{metrics['connections']:.0f} connections stay")


def private_scenes(stage):
    """Hundreds of private scenes of thousands of views, by connections that ask for their pictures and hang up."""
    stage.daemon.save("choices.layout", layouts.choices(stage.size(3000, 30)))
    stage.start()
    stage.sync("choices")
    with stage.attacked():
        for turn in range(stage.size(5, 2)):
            callers = crowd(stage, stage.size(60, 10))
            for number, caller in enumerate(callers):
                scene = f"p{turn}-{number}"
                caller.send(encoded("Open", layout="choices", scene=scene, private=True) + encoded("Snapshot", scene=scene))
            time.sleep(stage.size(0.4, 0.05))
            for caller in callers:
                caller.close()
    opened = stage.ask("Stats").result["metrics"]["scenes.opened"]
    stage.expect(opened == 0, f"{opened:.0f} scenes stay of those who hung up")


def one_call_each(stage):
    """Eight hundred connections that each call once, of many kinds."""
    count = stage.size(800, 20)
    records = [{"id": f"{number}", "text": "t"} for number in range(stage.size(5000, 100))]
    stage.daemon.save("rows.layout", layouts.rows())
    stage.daemon.save("small.layout", layouts.small("small"))
    stage.start()
    stage.sync("rows")
    stage.ask("Apply", scene="rows", ops=[{"op": "insert", "name": "rows", "value": records}])
    kinds = [
        lambda number: encoded("Get", scene="rows"),
        lambda number: encoded("Apply", scene="rows", ops=[{"op": "text", "view": "nosuch", "value": "t"}]),
        lambda number: encoded("Open", layout="small", scene=f"q-{number}"),
        lambda number: encoded("Clock", action="step", ms=1),
        lambda number: encoded(
            "Apply", scene="rows",
            ops=[{"op": "insert", "name": "rows", "value": [{"id": f"n{number}", "text": "t"}], "at": 0}])]
    with stage.attacked():
        for kind in kinds:
            callers = crowd(stage, count)
            since = time.monotonic()
            for number, caller in enumerate(callers):
                caller.send(kind(number))
            for caller in callers:
                stage.note(caller.receive_answer(since))
                caller.close()


def idle(stage):
    """Thousands of connections that say nothing."""
    stage.peak = HELD
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(stage.size(4000, 200), hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 200), hard))
    stage.start()
    with contextlib.ExitStack() as stack, stage.attacked():
        for _ in range(count):
            stack.enter_context(stage.connect())
        stage.ask("ListScenes")
    stage.tell(f"{count} connections")


def slow_writers(stage):
    """Fifty callers that write the end of their call one byte a second."""
    tail = stage.size(5, 2)
    stage.start()
    with contextlib.ExitStack() as stack, stage.attacked():
        callers = [stack.enter_context(stage.connect()) for _ in range(50)]
        for caller in callers:
            caller.send(GET_INFO[:-tail])
        for number in range(len(GET_INFO) - tail, len(GET_INFO)):
            time.sleep(stage.size(1, 0.05))
            for caller in callers:
                caller.send(GET_INFO[number : number + 1])
        since = time.monotonic()
        for caller in callers:
            stage.note(caller.receive_answer(since))


def deaf(stage):
    """Subscribers to every revision, and callers, that never read."""
    stage.peak = HELD
    stage.start()
    asking = encoded("org.varlink.service.GetInterfaceDescription", interface=INTERFACE)
    with contextlib.ExitStack() as stack, stage.attacked():
        for _ in range(stage.size(100, 20)):
            stream = stack.enter_context(stage.connect())
            stream.send(encoded("Subscribe", flags={"more": True}, scene="card", mode="every"))
        for _ in range(stage.size(100, 20)):
            caller = stack.enter_context(stage.connect(patience=0.1))
            with contextlib.suppress(OSError):
                caller.send(asking * stage.size(1000, 100))
        time.sleep(stage.size(3, 0.2))
        stage.ask("ListScenes")


# A message for each way to write a bad one, without its NUL. Each is to be answered, all but `HARMLESS` with an error.
HOSTILE = {
    "nothing": b"",
    "no JSON": b"hello",
    "an array": b"[]",
    "no method": b"{}",
    "a method that is a number": b'{"method":1}',
    "an unknown method": b'{"method":"io.framewire.v1.Nothing"}',
    "an unknown interface": b'{"method":"a.b.C"}',
    "arrays in arrays": b"[" * 500_000,
    "objects in objects": b'{"a":' * 100_000,
    "deep parameters": b'{"method":"io.framewire.v1.Get","parameters":{"names":' + b"[" * 5000 + b"]" * 5000 + b"}}",
    "many values": b'{"method":"io.framewire.v1.Get","parameters":{"names":[' + b"0," * 400_000 + b"0]}}",
    "a huge number": b'{"method":"io.framewire.v1.Snapshot","parameters":{"scene":"card","at":1e999}}',
    "a long number": b'{"method":"io.framewire.v1.Snapshot","parameters":{"scene":"card","at":' + b"9" * 100_000 + b"}}",
    "a duplicate key": b'{"method":"org.varlink.service.GetInfo","method":"io.framewire.v1.ListScenes"}',
    "half a character": b'{"method":"io.framewire.v1.Close","parameters":{"scene":"\xc3"}}',
    "an overlong character": b'{"method":"io.framewire.v1.Close","parameters":{"scene":"\xc0\xaf"}}',
    "half a pair": b'{"method":"io.framewire.v1.Close","parameters":{"scene":"\\ud800"}}',
    "a byte order mark": b"\xef\xbb\xbf" + GET_INFO[:-1],
    "a line end in a text": b'{"method":"io.framewire.v1.Close","parameters":{"scene":"\n"}}',
    "an escaped NUL": b'{"method":"io.framewire.v1.Close","parameters":{"scene":"\\u0000"}}',
    "sizes beyond numbers": b'{"method":"io.framewire.v1.Apply","parameters":{"scene":"card","ops":[{"op":"size","value":[1e308,1e308]}]}}',
    "a size below nothing": b'{"method":"io.framewire.v1.Apply","parameters":{"scene":"card","ops":[{"op":"size","value":[-1,-1]}]}}',
    "parameters that are none": b'{"method":"io.framewire.v1.Apply","parameters":[]}',
    "a time beyond clocks": b'{"method":"io.framewire.v1.Clock","parameters":{"action":"seek","ms":1e300}}',
}

# Odd, but right: of duplicates the last wins, and a size may be any number.
HARMLESS = {"a duplicate key", "sizes beyond numbers"}


def hostile_messages(stage):
    """Deep JSON, huge numbers, duplicate keys, half characters."""
    stage.start()
    with stage.attacked():
        for name, message in HOSTILE.items():
            answer = stage.send(message + b"\0")
            stage.expect(answer.error or name in HARMLESS, f"{name}: {answer.word}")


def oneway(stage):
    """Thousands of calls that want no answer."""
    operation = {"op": "constant", "name": "#gap", "value": 7}
    silent = [
        encoded("org.varlink.service.GetInfo", flags={"oneway": True}),
        encoded("Apply", flags={"oneway": True}, scene="card", ops=[operation]),
        encoded("Sync", flags={"oneway": True}, scene="card")]
    stage.start()
    with stage.connect() as caller, stage.attacked():
        for _ in range(stage.size(5000, 300)):
            caller.send(b"".join(silent))
        stage.note(caller.ask(GET_INFO))


def pipelined(stage):
    """Ten thousand calls before any answer is read: each gets its own."""
    count = stage.size(10_000, 500)
    stage.start()
    with stage.connect() as caller, stage.attacked():
        caller.socket.setblocking(False)
        rest, got = GET_INFO * count, 0
        since = time.monotonic()
        # What fits is sent; after that reading has to begin, or both would wait for ever.
        while rest:
            try:
                rest = rest[caller.socket.send(rest) :]
            except BlockingIOError:
                break
        stage.tell(f"{(len(GET_INFO) * count - len(rest)) // len(GET_INFO)} of {count} calls fit before reading began")
        caller.socket.settimeout(caller.patience)
        while got < count:
            # A socket with a timeout waits in `send`, whatever flags say; so it is asked first.
            if rest and select.select([], [caller.socket], [], 0)[1]:
                rest = rest[caller.socket.send(rest[:4096], socket.MSG_DONTWAIT) :]
            answer = caller.receive_answer(since)
            if not answer.is_answered:
                break
            got += 1
        stage.note(Answer(time.monotonic() - since, result={}))
        stage.expect(got == count, f"{got} answers to {count} calls")


ATTACKS = [unfinished, unfinished_loads, finished_loads, checks_left_alone, private_scenes, one_call_each, idle, slow_writers, deaf, hostile_messages, oneway, pipelined]
