#!/usr/bin/env python3
"""A live table of a scene: one line a view, printed anew whenever something moves.

usage: scene_table.py SCENE [SOCKET]

Needs nothing but Python's standard library, so it is also the shortest complete client of the protocol: connect,
send one call, and apply events to a picture. Read `follow` and `Picture`; the rest is printing.
"""

import json
import os
import socket
import sys
import time


def default_socket():
    """Where the daemon and its clients meet without being told."""
    if os.environ.get("FRAMEWIRE_SOCKET"):
        return os.environ["FRAMEWIRE_SOCKET"]
    runtime = os.environ.get("XDG_RUNTIME_DIR") or ""
    folder = runtime + "/framewire" if runtime.startswith("/") else "/tmp/framewire-%d" % os.geteuid()
    return folder + "/default.sock"


def follow(address, scene, epoch, rev):
    """Yields the events of a scene until the daemon goes. With an epoch and a revision it goes on from there."""
    parameters = {"scene": scene, "diagnostics": True}
    if epoch is not None:
        parameters.update(epoch=epoch, since=rev)
    call = {"method": "io.framewire.v1.Subscribe", "more": True, "parameters": parameters}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        # A message is one JSON object and a NUL byte, in both directions.
        connection.sendall(json.dumps(call).encode() + b"\0")
        rest = b""
        while True:
            received = connection.recv(65536)
            if not received:
                return
            *messages, rest = (rest + received).split(b"\0")
            for message in messages:
                reply = json.loads(message)
                if "error" in reply:
                    raise SystemExit("%s %s" % (reply["error"], json.dumps(reply["parameters"])))
                yield reply["parameters"]["event"]


# What a view is and where it stands; all else in a record is what it shows.
PLACE = ("id", "path", "kind", "parent", "index", "frame")


class Picture:
    """The views of a scene, by their ids, as the events so far left them."""

    def __init__(self):
        self.views = {}
        self.epoch = None
        self.rev = None
        self.complaints = []

    def apply(self, event):
        """Takes an event in. Returns whether there is something new to see."""
        kind = event["kind"]
        if kind == "diagnostics":
            self.complaints = event["diagnostics"]
            return True
        if kind == "snapshot":
            self.views = {}
        elif kind != "delta":
            return False  # heartbeats, and kinds that a newer daemon has
        # The order is part of the protocol: removed, whole records, then frames alone, then what views show.
        for view in event.get("removed", []):
            del self.views[view]
        for view in event.get("views", []):
            self.views[view["id"]] = view
        numbers = event.get("set", [])  # id, x, y, width, height, id, x, …
        for start in range(0, len(numbers), 5):
            self.views[numbers[start]]["frame"] = numbers[start + 1 : start + 5]
        for change in event.get("changed", []):
            # All that the view shows is told: what is left out (a text, guides, …) is there no more.
            view = self.views[change["id"]]
            self.views[change["id"]] = {key: view[key] for key in PLACE if key in view} | change
        self.epoch, self.rev = event["epoch"], event["rev"]
        return True

    def lines(self):
        yield "revision %d" % self.rev
        for view in self.views.values():
            x, y, width, height = view["frame"]
            yield "%-32s %8g %8g %8g %8g" % (view["path"], x, y, width, height)
        for complaint in self.complaints:
            place = complaint.get("span") or {"file": "", "line": 0}
            yield "%s:%d: %s" % (place["file"], place["line"], complaint["message"])


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    scene, address = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else default_socket()
    picture = Picture()
    pause = 0.1
    while True:
        try:
            for event in follow(address, scene, picture.epoch, picture.rev):
                pause = 0.1
                if picture.apply(event):
                    if sys.stdout.isatty():
                        print("\x1b[H\x1b[2J", end="")
                    print("\n".join(picture.lines()), end="\n\n", flush=True)
        except (ConnectionError, FileNotFoundError):
            pass
        # The daemon is gone: the picture stays, and the next one is asked for what is new since.
        time.sleep(pause)
        pause = min(2 * pause, 5)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
