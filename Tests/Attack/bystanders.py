"""Those who do nothing wrong while a daemon is attacked, and note how long they wait.

Each is a process of its own, so that what the attack does in Python does not count as waiting for the daemon.
"""

import json
import multiprocessing
import os
import socket
import time

from wire import GET_INFO, Caller, Closed, encoded

# The polite client calls and the watcher saves so often, in seconds.
CALL_EVERY = 0.010
SAVE_EVERY = 0.020

# The small scene of both. The watcher sees `mark` get another width; the polite client sets the gap above `second`.
CARD = """layout card {
  box mark leading 10 top 20 width WIDTH height 30
  box second leading 16 width 40 height 30 { top == mark.bottom + 4 #gap }
}
"""
FILE = "card.layout"

# How long a bystander waits for what it is owed when the attack is over.
PATIENCE = 20.0


class Waits:
    """How long things took, in seconds."""

    def __init__(self, seconds=()):
        self.seconds = sorted(seconds)

    def percentile(self, share):
        """The wait that a `share` of all waits do not exceed; 0 of none."""
        if not self.seconds:
            return 0.0
        return self.seconds[max(0, -(-len(self.seconds) * share // 100) - 1)]

    @property
    def median(self):
        return self.percentile(50)

    @property
    def p99(self):
        return self.percentile(99)

    @property
    def longest(self):
        return self.seconds[-1] if self.seconds else 0.0


def card(width):
    return CARD.replace("WIDTH", str(width))


def save(folder, text):
    """Saves as editors do: whole, under another name, then renamed."""
    temporary = os.path.join(folder, ".card.saved")
    with open(temporary, "w") as file:
        file.write(text)
    os.replace(temporary, os.path.join(folder, FILE))


class RunQueue:
    """How long this process and a daemon's first thread have been ready to run and did not, in seconds."""

    def __init__(self, daemon):
        self.files = []
        for path in ("/proc/self/schedstat", f"/proc/{daemon}/task/{daemon}/schedstat"):
            try:
                self.files.append(os.open(path, os.O_RDONLY))
            except OSError:
                pass  # A kernel that does not count. Then nothing is left out.

    def waited(self):
        try:
            return sum(int(os.pread(file, 100, 0).split()[1]) for file in self.files) / 1e9
        except (OSError, IndexError):
            return 0.0


class Bystander:
    """A process that runs `story(stop, *arguments)`, which returns a dictionary."""

    def __init__(self, story, *arguments):
        context = multiprocessing.get_context("fork")
        self.stop_event = context.Event()
        self.pipe, child = context.Pipe()
        self.process = context.Process(target=_run, args=(child, story, self.stop_event, arguments), daemon=True)
        self.process.start()
        child.close()

    def ready(self):
        """Waits until the story has begun."""
        self._expect(PATIENCE)

    def stop(self):
        """Ends the story.

        - Returns: what it found; with the member `trouble` when something was otherwise than it should be.
        """
        self.stop_event.set()
        found = self._expect(PATIENCE * 2)
        self.process.join(PATIENCE)
        return found

    def _expect(self, seconds):
        try:
            if self.pipe.poll(seconds):
                return self.pipe.recv()
        except EOFError:
            pass
        self.process.kill()
        return {"trouble": "it did not come to an end"}


def _run(pipe, story, stop, arguments):
    try:
        found = story(stop, lambda: pipe.send({}), *arguments)
    except (OSError, Closed) as error:
        found = {"trouble": f"{type(error).__name__} {error}".strip()}
    pipe.send(found)


# MARK: The polite client


def polite(stop, begun, path, daemon):
    """Asks who is there and sets a constant, every 10 ms, each on a connection of its own.

    `net` is how long both waited without the time in which they, or the daemon, waited for a processor. `machine` is for a process that only sends back what it gets: what a wait comes to when there is no
    daemon at all, but the same busy machine.
    """
    echo = echoing()
    asking, setting = Caller(path, PATIENCE), Caller(path, PATIENCE)
    waits = {"GetInfo": [], "Apply": [], "machine": [], "net": []}
    queue = RunQueue(daemon)
    refusals = {}
    begun()
    due, gap = time.monotonic(), 0
    while not stop.is_set() and not refusals.keys() & {"closed", "no answer"}:
        _sleep_until(due)
        gap = gap % 50 + 1
        operation = {"op": "constant", "name": "#gap", "value": gap}
        for kind, caller, message in (
            ("GetInfo", asking, GET_INFO),
            ("Apply", setting, encoded("Apply", scene="card", ops=[operation])),
        ):
            queued = queue.waited()
            answer = caller.ask(message)
            waits[kind] += _with_those_left_out(answer.seconds)
            waits["net"] += _with_those_left_out(max(0.0, answer.seconds - (queue.waited() - queued)))
            if answer.result is None:
                refusals[answer.error] = refusals.get(answer.error, 0) + 1
        since = time.monotonic()
        echo.sendall(b"x")
        echo.recv(1)
        waits["machine"] += _with_those_left_out(time.monotonic() - since)
        due = max(due + CALL_EVERY, time.monotonic())
    found = dict(waits)
    if refusals:
        found["trouble"] = "the polite client got " + ", ".join(f"{name} ×{n}" for name, n in sorted(refusals.items()))
    return found


def _with_those_left_out(seconds):
    """A wait, and those of the calls that were not made because of it."""
    waits = [seconds]
    while (seconds := seconds - CALL_EVERY) > CALL_EVERY:
        waits.append(seconds)
    return waits


def echoing():
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        while byte := theirs.recv(1):
            theirs.sendall(byte)
        os._exit(0)
    theirs.close()
    return ours


# MARK: The watcher


def watch(stop, begun, path, folder, daemon):
    """Saves `card` every 20 ms, so that p99 is not the worst of twenty, and notes when the new width arrives in the stream."""
    stream = Caller(path, PATIENCE)
    stream.send(encoded("Subscribe", flags={"more": True}, scene="card", filter={"root": "mark"}))
    mark = json.loads(stream.receive())["parameters"]["event"]["views"][0]["id"]
    begun()
    queue = RunQueue(daemon)
    # When each width was saved that has not arrived, and what had been waited by then; widths only grow.
    pending, waits, net, width, due = {}, [], [], 100, time.monotonic()
    while True:
        now = time.monotonic()
        if stop.is_set() and (not pending or now > due + PATIENCE):
            break
        if now >= due and not stop.is_set():
            width += 1
            save(folder, card(width))
            pending[width], due = (time.monotonic(), queue.waited()), max(due + SAVE_EVERY, now)
        stream.socket.settimeout(0.05 if stop.is_set() else max(0.001, due - time.monotonic()))
        try:
            arrived = _width(json.loads(stream.receive()), mark)
        except TimeoutError:
            continue
        except (Closed, ConnectionError):
            break
        now, queued = time.monotonic(), queue.waited()
        for saved in [saved for saved in pending if saved <= arrived]:
            since, before = pending.pop(saved)
            waits.append(now - since)
            net.append(max(0.0, now - since - (queued - before)))
    found = {"saves": waits, "net": net}
    if pending:
        found["trouble"] = f"{len(pending)} saves never arrived"
    return found


def _width(message, mark):
    """The width that a message gives the view `mark`; 0 when it is about something else."""
    event = message.get("parameters", {}).get("event", {})
    frames = event.get("set") or []
    for view, *frame in zip(*[iter(frames)] * 5):
        if view == mark:
            return frame[2]
    for view in event.get("views") or []:
        if view["id"] == mark:
            return view["frame"][2]
    return 0


def _sleep_until(instant):
    if (seconds := instant - time.monotonic()) > 0:
        time.sleep(seconds)
