#!/usr/bin/env python3
"""A daemon under a mixed load for as long as one likes: does anything grow without end, and does anybody wait?

  soak.py TOOL MINUTES [SERVE OPTIONS...]

TOOL is the built `framewire`. It serves a folder of layouts made here. Meanwhile files are saved, with mistakes among
them, made and deleted; scenes are opened and closed; state is set and taken back; subscribers come and go, some without
reading. A polite client calls `ListScenes` every 10 ms.

Each minute a line says how much memory the daemon has, what was done so far, how long the polite client waited in that
minute, and what the daemon counts. In the end the load stops, and a last line says what is left when it has been quiet
for as long as anything is kept for those who may come back.

Ends with 1 when the daemon is gone; when it needed more than GROWTH beyond what it had after WARM minutes; or when it
keeps more than LEFT beyond what it had before the load.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

SEED = 7
# Minutes until everything that is needed now and then has been needed once.
WARM = 5
# KB.
GROWTH = 1024
LEFT = 2048
FILES = 12
# So long revisions are kept for those who wanted every one, and ten seconds later the memory goes back.
QUIET = 75


def layout(name, step, views):
    """A layout that has something of each: a branch, a configuration, a variable, an id, a stack, a scroll view."""
    rows = "\n".join(f'    label row{index} "Row {index} of {step}"' for index in range(views))
    return f"""layout {name} size 400, 800 {{
  var space = {4 + step % 20}
  box header  top 0  x fill  #bar height {40 + step % 50} @low {{
    label title "{name} {step}" center y  leading 16  trailing 16
  }}
  vstack column gap space  below header  x fill {{
{rows}
  }}
  if flag(wide) animate 100ms {{ header.height == {100 + step % 9} @high }}
  box badge  size {50 + step % 9}, 20  trailing 0  bottom 0 {{
    config large {{ size 80 }}
  }}
}}
"""


class Connection:
    """One varlink conversation."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, parameters=None, more=False):
        call = {"method": "io.framewire.v1." + method, "parameters": parameters or {}}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise ConnectionError("the daemon closed the connection")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None):
        self.send(method, parameters)
        return self.receive()

    def close(self):
        self.socket.close()


class Load:
    """What is done to the daemon: one thread each, until `stop` is set."""

    def __init__(self, folder, path):
        self.folder, self.path = folder, path
        self.stop = threading.Event()
        self.counts = {}
        self.waits = []
        self.failures = []
        self.lock = threading.Lock()

    def count(self, what):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def run(self, body, seed):
        generator = random.Random(SEED * 100 + seed)
        while not self.stop.is_set():
            try:
                body(generator)
            except (OSError, ValueError, KeyError) as error:
                if not self.stop.is_set():
                    self.failures.append(f"{body.__name__}: {error}")
                    self.count("failures")
                    time.sleep(0.1)

    def write(self, name, text):
        path = os.path.join(self.folder, name + ".layout")
        with open(path + "~", "w") as file:
            file.write(text)
        os.rename(path + "~", path)

    def saves(self, generator):
        step = generator.randrange(1000)
        name = f"scene{generator.randrange(FILES)}"
        text = layout(name, step, 20 + generator.randrange(3))
        if step % 10 == 0:
            text = text.replace("top 0", "topp 0")
        self.write(name, text)
        self.count("saves")
        time.sleep(0.1)

    def comings_and_goings(self, generator):
        """Files under ever new names, deleted again."""
        name = f"passing{self.counts.get('files', 0)}"
        self.write(name, layout(name, 1, 5))
        time.sleep(0.5)
        os.remove(os.path.join(self.folder, name + ".layout"))
        self.count("files")
        time.sleep(0.5)

    def applies(self, generator):
        connection = Connection(self.path)
        for _ in range(200):
            if self.stop.is_set():
                break
            number = generator.randrange(1000)
            ops = generator.choice([
                [{"op": "size", "value": [300 + number, 800]}],
                [{"op": "variable", "name": "space", "value": number % 30}],
                [{"op": "constant", "name": "#bar", "value": 40 + number % 60, "animate": True}],
                [{"op": "flag", "name": "wide", "value": number % 2 == 0}],
                [{"op": "text", "view": "header.title", "value": f"Title {number}"}],
                [{"op": "append", "view": "column", "value": [f"column.row{number % 5}"], "at": number % 3}],
                [{"op": "config", "view": "badge", "name": generator.choice(["main", "large"])}],
                [{"op": "hidden", "view": f"column.row{number % 20}", "value": number % 2 == 0}],
                [{"op": "reset"}],
            ])
            connection.call("Apply", {"scene": f"scene{generator.randrange(FILES)}", "ops": ops})
            self.count("applies")
            time.sleep(0.02)
        connection.close()

    def subscriptions(self, generator):
        connection = Connection(self.path)
        number = generator.randrange(100)
        connection.send("Subscribe", {
            "scene": f"scene{generator.randrange(FILES)}", "mode": "every" if number < 10 else "latest",
            "animation": "targets" if number > 80 else "frames", "diagnostics": number % 2 == 0}, more=True)
        for _ in range(number % 4):
            connection.receive()
            if number % 7:
                break
        connection.close()
        self.count("subscriptions")
        time.sleep(0.04)

    def openings(self, generator):
        """Scenes under ever new names, closed again."""
        connection = Connection(self.path)
        name = f"opened{self.counts.get('opened', 0)}"
        connection.call("Open", {"layout": f"scene{generator.randrange(FILES)}", "scene": name})
        connection.call("Apply", {"scene": name, "ops": [{"op": "flag", "name": name, "value": True}]})
        connection.call("Get", {"scene": name})
        connection.call("Close", {"scene": name})
        connection.close()
        self.count("opened")
        time.sleep(0.2)

    def politeness(self, generator):
        connection = Connection(self.path)
        for _ in range(3000):
            if self.stop.is_set():
                break
            start = time.monotonic()
            connection.call("ListScenes")
            wait = time.monotonic() - start
            with self.lock:
                self.waits.append(wait)
            time.sleep(0.01)
        connection.close()

    def take_waits(self):
        with self.lock:
            waits, self.waits = sorted(self.waits), []
        return waits


def memory(process):
    """Kilobytes in memory: all, and those that are the process's own and not those of files."""
    with open(f"/proc/{process}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return int(fields["VmRSS"].split()[0]), int(fields["RssAnon"].split()[0])


def statistics(path):
    connection = Connection(path)
    metrics = connection.call("Stats")["parameters"]["metrics"]
    connection.close()
    wanted = ["documents", "scenes", "subscribers", "views", "connections"]
    return " ".join(f"{name} {metrics[name]:.0f}" for name in wanted if name in metrics)


def report(minute, process, load, path):
    waits = load.take_waits() or [0]
    p50, p99, longest = (1000 * waits[min(len(waits) - 1, int(len(waits) * part))] for part in (0.5, 0.99, 1))
    resident, own = memory(process.pid)
    counts = " ".join(f"{name} {count}" for name, count in sorted(load.counts.items()))
    print(
        f"{minute:5.1f} min | RSS {resident} KB, own {own} KB | {counts} | p50 {p50:.1f} p99 {p99:.1f} max {longest:.1f} ms | "
        + statistics(path), flush=True)
    return own


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    tool, minutes = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="framewire-soak-") as place:
        folder, path = os.path.join(place, "layouts"), os.path.join(place, "socket")
        os.mkdir(folder)
        load = Load(folder, path)
        for index in range(FILES):
            load.write(f"scene{index}", layout(f"scene{index}", index, 20))
        with open(os.path.join(place, "log"), "w") as log:
            process = subprocess.Popen(
                [tool, "serve", folder, "--socket", path, "--journal", os.path.join(place, "journal"), *sys.argv[3:]],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        try:
            return soak(process, load, path, minutes)
        finally:
            load.stop.set()
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(timeout=10)


def soak(process, load, path, minutes):
    while not os.path.exists(path):
        if process.poll() is not None:
            sys.exit("the daemon did not start")
        time.sleep(0.05)
    bodies = [
        load.saves, load.comings_and_goings, load.applies, load.subscriptions, load.openings, load.politeness]
    threads = [threading.Thread(target=load.run, args=(body, seed)) for seed, body in enumerate(bodies)]
    # What only a start needs goes when that is over.
    time.sleep(2)
    start = time.monotonic()
    before = report(0, process, load, path)
    for thread in threads:
        thread.start()
    needed = []
    while (elapsed := time.monotonic() - start) < 60 * minutes:
        time.sleep(min(60, max(0.1, 60 * minutes - elapsed)))
        if process.poll() is not None:
            sys.exit(f"the daemon ended with {process.returncode}")
        needed.append(report((time.monotonic() - start) / 60, process, load, path))
    load.stop.set()
    for thread in threads:
        thread.join()
    time.sleep(QUIET)
    print("quiet:", end=" ")
    left = report((time.monotonic() - start) / 60, process, load, path) - before
    for failure in sorted(set(load.failures))[:5]:
        print(failure)
    growth = max(needed[WARM:], default=0) - max(needed[:WARM], default=0)
    print(f"after {WARM} minutes it grew by {growth} KB; when it is quiet, {left} KB are left")
    return int(growth > GROWTH or left > LEFT)


if __name__ == "__main__":
    sys.exit(main())
