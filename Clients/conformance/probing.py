"""A client under test: its probe as a process, and what the probe prints."""

import json
import queue
import subprocess
import threading
import time

# How long anything may take that has to come. Only what goes wrong takes so long.
PATIENCE = 30

# What of a picture is compared. A client need not keep members that it does not know, and may.
VIEW = ("id path kind parent index frame hidden alpha clips text truncated baselines guides scroll look lines").split()
LOOK = ("id background color radius border borderColor image placeholder role align style font data").split()
LINE = ("text start end x baseline width rtl").split()


class Failure(Exception):
    """What was to come did not, or something else did."""


class Probe:
    """Runs `command SOCKET SCENE [options]`, and hands out the lines that it prints."""

    def __init__(self, command, socket, options):
        arguments = [*command, socket, "demo", *options]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines = queue.SimpleQueue()
        self.errors = []
        # The last picture that it printed, in the form that is compared.
        self.picture = {"rev": -1}
        self.readers = [threading.Thread(target=read, daemon=True) for read in (self._read_lines, self._read_errors)]
        for reader in self.readers:
            reader.start()

    def _read_lines(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _read_errors(self):
        self.errors += self.process.stderr

    def line(self):
        """The next line of the probe, as an object."""
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Failure("the probe prints nothing") from None
        if line is None:
            raise Failure("the probe has ended with %d%s" % (self.process.wait(), self.complaint()))
        try:
            event = json.loads(line)
            if event["kind"] in ("snapshot", "delta"):
                self.picture = picture(event)
        except (ValueError, LookupError, TypeError, AttributeError):
            raise Failure("the probe prints %r" % line) from None
        return event

    def end(self):
        """How the probe ends. What it still prints is a failure."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure("the probe goes on") from None
        for reader in self.readers:
            reader.join()
        line = self.lines.get()
        if line is not None:
            raise Failure("the probe prints %r" % line)
        return code

    def complaint(self):
        """What it said on stderr, to be put behind a sentence."""
        self.readers[1].join(1)
        return "".join(": " + line.decode(errors="replace").strip() for line in self.errors[-1:])

    def stop(self):
        """Ends it if it has not ended."""
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        self.process.stdout.close(), self.process.stderr.close()


def picture(event):
    """A picture in the one form that is compared, without defaults, what nobody knows, and looks that no view has."""
    views = [plain(view, VIEW) for view in event.get("views", [])]
    for view in views:
        if view.get("alpha") == 1:
            del view["alpha"]
        if "lines" in view:
            view["lines"] = [plain(line, LINE) for line in view["lines"]]
    used = {view.get("look") for view in views}
    looks = [plain(look, LOOK) for look in event.get("looks", []) if look["id"] in used]
    return {"rev": event["rev"], "settled": event.get("settled", False), "views": by_id(views), "looks": by_id(looks)}


def plain(record, names):
    return {name: record[name] for name in names if not is_default(record.get(name))}


def is_default(value):
    """Whether to say it is the same as to say nothing. 0 and "" are something."""
    return value is None or value is False or value == [] or value == {}


def by_id(records):
    return sorted(records, key=lambda record: record["id"])


def expect_same(wanted, found, path=""):
    """Compares values of JSON: numbers as numbers, everything else exactly."""
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (wanted, found))
    if not numbers and type(wanted) is not type(found):
        raise Failure("%s is %s, not %s" % (path or "it", short(found), short(wanted)))
    if isinstance(wanted, dict):
        for name in sorted(wanted.keys() | found.keys()):
            if name not in found or name not in wanted:
                lacks = name not in found
                raise Failure("%s.%s is %s" % (path, name, "missing" if lacks else short(found[name]) + ", not left out"))
            expect_same(wanted[name], found[name], "%s.%s" % (path, name))
    elif isinstance(wanted, list):
        if len(wanted) != len(found):
            raise Failure("%s has %d elements, not %d" % (path, len(found), len(wanted)))
        for place, (one, other) in enumerate(zip(wanted, found)):
            expect_same(one, other, "%s[%d]" % (path, place))
    elif wanted != found:
        raise Failure("%s is %s, not %s" % (path or "it", short(found), short(wanted)))


def expect_parts(wanted, found, path=""):
    """The same of what `wanted` names; null: it is not there."""
    for name, value in wanted.items():
        if value is None:
            if found.get(name) is not None:
                raise Failure("%s.%s is %s, not left out" % (path, name, short(found[name])))
        elif isinstance(value, dict) and isinstance(found.get(name), dict):
            expect_parts(value, found[name], "%s.%s" % (path, name))
        elif name not in found:
            raise Failure("%s.%s is missing" % (path, name))
        else:
            expect_same(value, found[name], "%s.%s" % (path, name))


def short(value):
    shown = json.dumps(value, ensure_ascii=True)
    return shown if len(shown) <= 60 else shown[:59] + "…"


def wait_until(condition, what):
    """Waits for something that says nothing when it happens."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise Failure(what)
        time.sleep(0.01)
