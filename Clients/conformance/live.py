"""Cases with a daemon that runs: saves, calls, a restart, a slow reader, every revision."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import tempfile

from probing import PATIENCE, Failure, Probe, expect_same, picture, wait_until

FIELDS = "frame hidden alpha clips text truncated baselines guides scroll look lines".split()

# Something of everything that a stream can tell. `gap` moves every row.
LAYOUT = """
layout demo size 320, 480 {
  var tint = #cc2200
  var words = "a few words that take more than a line"
  var gap = WIDTH
  vstack rows leading 8 top 8 gap gap { for i in 1...60 { box row size 20, 4 background: tint radius: 2 } }
  label caption text: words leading 60 top 10 width 120 lines: 2 color: tint
  vscroll pages at 200, 100, 100, 80 { label page "1. דף" leading 0 top 0 bottom 0 size 90, 300 }
  box panel at 60, 200, 40, 40 alpha: 0.5 {
    guide middle { width 20; leading 10; height 5; top 3 }
    box knob size 10 top 0 { leading == middle.leading }
  }
  button toggle at 60, 300 { config main { size 44 }; config alternative animate 200ms ease-out { size 24 } }
}
"""


class Daemon:
    """A daemon of its own, in a folder of its own, and a connection to it."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.socket = folder + "/socket"
        self.layouts = folder + "/layouts"
        os.mkdir(self.layouts)
        self.process = self.connection = None
        self.received = b""

    def start(self):
        arguments = ["serve", self.layouts, "--socket", self.socket, "--journal", self.folder + "/journal"]
        self.process = subprocess.Popen(
            [self.binary, *arguments, "--max-rate", "100000"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._connects, "the daemon does not start")

    def _connects(self):
        if self.process.poll() is not None:
            raise Failure("the daemon has ended with %d" % self.process.returncode)
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.settimeout(PATIENCE)
        try:
            self.connection.connect(self.socket)
        except (FileNotFoundError, ConnectionRefusedError):
            self.connection.close()
            return False
        return True

    def stop(self):
        if self.process:
            self.connection.close()
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process, self.received = None, b""

    def save(self, text):
        """As editors do: another file, then its name."""
        with open(self.layouts + "/demo.layout~", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(self.layouts + "/demo.layout~", self.layouts + "/demo.layout")

    def call(self, method, **parameters):
        message = {"method": "io.framewire.v1." + method, "parameters": {"scene": "demo", **parameters}}
        self.connection.sendall(json.dumps(message).encode() + b"\0")
        while b"\0" not in self.received:
            part = self.connection.recv(1 << 20)
            if not part:
                raise Failure("the daemon closed the connection")
            self.received += part
        reply, self.received = self.received.split(b"\0", 1)
        reply = json.loads(reply)
        if "error" in reply:
            raise Failure("%s: %s" % (method, reply))
        return reply["parameters"]

    def apply(self, **operation):
        return self.call("Apply", ops=[operation], wait="settled")["rev"]

    def expect_picture_of(self, probe):
        """What the probe prints leads to what `framewire call Snapshot` says. Returns the new lines up to there."""
        self.call("Sync", settled=True, timeoutMs=PATIENCE * 1000)
        parameters = {"scene": "demo", "filter": {"fields": FIELDS}}
        asked = subprocess.run(
            [self.binary, "call", "Snapshot", json.dumps(parameters), "--socket", self.socket],
            capture_output=True, text=True, timeout=PATIENCE)
        if asked.returncode != 0:
            raise Failure("framewire call Snapshot: %s" % asked.stderr)
        wanted = picture(json.loads(asked.stdout)["event"])
        lines = []
        while probe.picture["rev"] < wanted["rev"] or not probe.picture["settled"]:
            lines.append(probe.line())
        expect_same(wanted, probe.picture)
        return lines


@contextlib.contextmanager
def watched(binary, command, *options):
    """A daemon that serves LAYOUT, and a probe that has its first picture."""
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(binary, folder)
        daemon.save(LAYOUT.replace("WIDTH", "2"))
        probe = None
        try:
            daemon.start()
            daemon.call("Sync", settled=True)
            probe = Probe(command, daemon.socket, ["--fields", ",".join(FIELDS), *options])
            daemon.expect_picture_of(probe)
            yield daemon, probe
        finally:
            if probe:
                probe.stop()
            daemon.stop()


def saves(daemon, probe):
    """Whatever is saved arrives, a mistake and its end among it."""
    first = LAYOUT.replace("WIDTH", "2")
    for text in (
        LAYOUT.replace("WIDTH", "3"),
        first.replace("a few words", "quite other words, which are more, and again more"),
        first.replace("#cc2200", "#00cc22").replace("alpha: 0.5", "clips: true"),
        first.replace("1...60", "5...9").replace("box row", "box line"),
        first.replace("box knob size 10", "box knob hidden size 12 ").replace("size 90, 300", "size 90, 500"),
        first,
    ):
        daemon.save(text)
        if not daemon.expect_picture_of(probe):
            raise Failure("the probe prints nothing after a save")


def calls(daemon, probe):
    """Whatever is set arrives, and goes again."""
    for operation in (
        {"op": "variable", "name": "gap", "value": 3.25},
        {"op": "variable", "name": "tint", "value": "#0000ff80"},
        {"op": "variable", "name": "words", "value": "é€😀 שלום\u0001\ttabs"},
        {"op": "hidden", "view": "panel", "value": True},
        {"op": "config", "view": "toggle", "name": "alternative"},
        {"op": "scroll", "view": "pages", "value": [0, 40]},
        {"op": "size", "value": [300, 400]},
        {"op": "reset"},
    ):
        daemon.apply(**operation)
        if not daemon.expect_picture_of(probe):
            raise Failure("the probe prints nothing after %s" % operation)


def restart(daemon, probe):
    """A daemon goes and another comes to the same socket; what was set is there, and so is what was saved meanwhile."""
    daemon.apply(op="variable", name="gap", value=4)
    daemon.expect_picture_of(probe)
    for gap in (5, 6):
        daemon.stop()
        if probe.line()["kind"] != "bye":
            raise Failure("the probe does not print the bye")
        # Revisions of the next daemon may be lower.
        probe.picture = {"rev": -1}
        daemon.save(LAYOUT.replace("WIDTH", str(gap)).replace("#cc2200", "#00000%d" % gap))
        daemon.start()
        daemon.expect_picture_of(probe)


def slow_reader(daemon, probe):
    """Who reads nothing while five hundred changes happen has the last of them, and not all before it."""
    probe.process.send_signal(signal.SIGSTOP)
    try:
        for number in range(500):
            daemon.apply(op="variable", name="gap", value=2 + number / 64)
    finally:
        probe.process.send_signal(signal.SIGCONT)
    lines = daemon.expect_picture_of(probe)
    # What the socket's buffer holds has been sent when it was new, some hundred kilobytes; the rest comes as one.
    if len(lines) > 250:
        raise Failure("the probe prints %d pictures" % len(lines))


def every_revision(daemon, probe):
    """Mode every tells each revision, however fast they come."""
    before = daemon.call("Snapshot", filter={"fields": []})["event"]["rev"]
    for number in range(300):
        daemon.apply(op="variable", name="gap", value=3 + number / 64)
    revisions = [line["rev"] for line in daemon.expect_picture_of(probe)]
    expect_same(list(range(before + 1, revisions[-1] + 1)), revisions)
    if len(revisions) < 300:
        raise Failure("the probe prints %d revisions" % len(revisions))


# Each with the options that it needs.
CASES = {
    "live-saves": (saves, []),
    "live-calls": (calls, []),
    "live-restart": (restart, []),
    "live-slow-reader": (slow_reader, ["--mode", "latest"]),
    "live-every-revision": (every_revision, ["--mode", "every"]),
}


def run(case, binary, command, encoding):
    """One of CASES, with a daemon of its own; a Failure says what is wrong."""
    steps, options = case
    with watched(binary, command, *options, "--encoding", encoding) as (daemon, probe):
        steps(daemon, probe)
