"""Recorded conversations: a server that says what is written, and wants to hear what is written."""

import contextlib
import json
import os
import socket
import tempfile

import fw1
from probing import PATIENCE, Failure, Probe, expect_parts, expect_same, picture

STEPS = ("expect", "event", "send", "sendText", "hex", "flood", "picture", "prints", "close", "ends")


class Conversation:
    """A file of `conversations`: a line about it, then the steps."""

    def __init__(self, path):
        self.name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            lines = [(number, json.loads(line)) for number, line in enumerate(file, 1) if line.strip()]
        about, self.steps = lines[0][1], lines[1:]
        self.about = about["about"]
        self.options = about.get("options", [])
        self.encodings = about.get("encodings", ["json", "fw1"])
        for number, step in self.steps:
            assert sum(name in step for name in STEPS) - ("hex" in step and "event" in step) == 1, (path, number)
            if "hex" in step and "event" in step:
                assert fw1.message(step["event"]) == bytes.fromhex(step["hex"]), "%s:%d: the hex" % (path, number)

    def run(self, command, encoding):
        """Holds the conversation with the probe that `command` starts; a Failure says where it went wrong."""
        with tempfile.TemporaryDirectory() as folder, Server(folder + "/socket", encoding) as server:
            probe = Probe(command, server.address, [*self.options, "--encoding", encoding])
            try:
                for number, step in self.steps:
                    try:
                        take(step, server, probe)
                    except Failure as failure:
                        raise Failure("line %d: %s" % (number, failure)) from None
            finally:
                probe.stop()


def take(step, server, probe):
    if "expect" in step:
        server.expect(step["expect"])
    elif "event" in step:
        server.send_event(step["event"], step.get("chunks"), step.get("escaped"))
    elif "send" in step:
        server.send_message(step["send"], step.get("chunks"))
    elif "sendText" in step:
        server.send(step["sendText"].encode() * step.get("times", 1), step.get("chunks"))
    elif "hex" in step:
        server.send(bytes.fromhex(step["hex"]), step.get("chunks"))
    elif "flood" in step:
        server.flood(step["flood"].encode(), step["bytes"])
    elif "picture" in step:
        event = probe.line()
        if event["kind"] not in ("snapshot", "delta"):
            raise Failure("the probe prints a %s, not a picture" % event["kind"])
        expect_same(picture(step["picture"]), probe.picture)
    elif "prints" in step:
        expect_parts(step["prints"], probe.line())
    elif "close" in step:
        server.close()
    elif "ends" in step:
        code = probe.end()
        if code != step["ends"]:
            raise Failure("the probe ends with %d%s" % (code, probe.complaint()))
        if code != 0 and not probe.errors:
            raise Failure("the probe says nothing on stderr")


class Server:
    """Listens at `address`, and speaks with one client at a time."""

    def __init__(self, address, encoding):
        self.address, self.encoding = address, encoding
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(address)
        self.listener.listen()
        self.listener.settimeout(PATIENCE)
        self.connection = None
        self.received = b""
        # Whether fw1 is spoken on this connection already.
        self.is_upgraded = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
        self.listener.close()

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection, self.received, self.is_upgraded = None, b"", False

    def expect(self, wanted):
        """The next call of the client. What a conversation calls Subscribe is Stream in the binary encoding."""
        call = self.next_call()
        if wanted.get("method") == "io.framewire.v1.Subscribe":
            if self.encoding == "fw1":
                stream = {"method": "io.framewire.v1.Stream", "upgrade": True, "more": None}
                wanted = {**wanted, **stream, "parameters": {**wanted.get("parameters", {}), "encoding": "fw1"}}
            else:
                wanted = {**wanted, "more": True}
        expect_parts(wanted, call)

    def next_call(self):
        try:
            if not self.connection:
                self.connection, _ = self.listener.accept()
                self.connection.settimeout(PATIENCE)
            while b"\0" not in self.received:
                part = self.connection.recv(65536)
                if not part:
                    raise Failure("the client closes the connection")
                self.received += part
        except TimeoutError:
            raise Failure("the client says nothing") from None
        message, self.received = self.received.split(b"\0", 1)
        try:
            call = json.loads(message)
        except ValueError:
            call = None
        if not isinstance(call, dict):
            raise Failure("the client says %r" % message)
        return call

    def send_event(self, event, chunks, escaped):
        """Says `event` in the encoding of the connection."""
        if self.encoding == "json":
            reply = {"parameters": {"event": event}, "continues": event["kind"] != "bye"}
            self.send(json.dumps(reply, ensure_ascii=bool(escaped)).encode() + b"\0", chunks)
            return
        if not self.is_upgraded:
            reply = {"parameters": {"epoch": event["epoch"], "encoding": "fw1"}}
            self.send_message(reply, chunks)
        self.send(fw1.message(event), chunks)

    def send_message(self, message, chunks):
        """Says `message` as it is, a JSON object and NUL. Behind the reply to a Stream everything is binary."""
        self.send(json.dumps(message).encode() + b"\0", chunks)
        self.is_upgraded = "encoding" in message.get("parameters", {})

    def send(self, data, chunks=None):
        """All of `data`, in pieces of `chunks` bytes if that is said. A client that is gone is found out later."""
        if not self.connection:
            raise Failure("there is no connection; the conversation lacks an expect")
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for start in range(0, len(data), chunks or len(data)):
                self.connection.sendall(data[start : start + (chunks or len(data))])

    def flood(self, piece, most):
        """So many bytes of `piece` after another, or as many as the client takes before it closes the connection."""
        data = piece * (1 << 20)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(most // len(data)):
                self.connection.sendall(data)


def conversations(folder):
    """All of them, by name."""
    paths = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl")]
    return [Conversation(path) for path in sorted(paths)]
