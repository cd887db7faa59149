"""One attack: its daemon, those who look on, and what is found."""

import contextlib
import os
import re
import time
from collections import Counter
from dataclasses import dataclass, field

import bystanders
from bystanders import Bystander, Waits
from served import Daemon, Died
from wire import GET_INFO, Answer, Caller, encoded

# What is promised to whoever does nothing wrong, in seconds.
POLITE_P99 = 0.020
POLITE_LONGEST = 0.100
WATCHER_P99 = 0.020
# Within so many seconds each request is answered.
ANSWERED = 10.0

# Whoever has waited for so long says that there is no answer, and the daemon is taken for stuck.
PATIENCE = 30.0

# The most memory in MiB that an attack may bring the daemon to, unless it says otherwise.
PEAK = 1024

# Those who look on do so for so many seconds at least: some hundreds of calls, some tens of saves.
LEAST_LOOK = 3.0

# What a terminal obeys: C0 but for the line end and the tabulator, DEL, and C1 as UTF-8.
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")


@dataclass
class Finding:
    """A line of the table."""

    name: str
    answers: list = field(default_factory=list)
    polite: Waits = field(default_factory=Waits)
    watcher: Waits = field(default_factory=Waits)
    # The same without what was waited for a processor.
    polite_net: Waits = field(default_factory=Waits)
    watcher_net: Waits = field(default_factory=Waits)
    machine: Waits = field(default_factory=Waits)
    # MiB
    before: float = 0.0
    after: float = 0.0
    peak: float = 0.0
    # What does not hold; and what is worth to be told.
    failures: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    @property
    def slowest(self):
        return max((answer.seconds for answer in self.answers), default=0.0)

    @property
    def outcome(self):
        """What came back: how many of which kind."""
        counts = Counter(answer.word for answer in self.answers)
        return ", ".join(word if count == 1 else f"{word} ×{count}" for word, count in counts.most_common(3)) or "-"


class Stage:
    """What an attack is told with.

    First it prepares files and calls `start`; then it attacks within `attacked`, while the bystanders look on.
    """

    def __init__(self, name, binary, is_short):
        self.is_short = is_short
        self.finding = Finding(name)
        self.daemon = Daemon(binary, PATIENCE)
        self.peak = PEAK
        self.watcher_p99 = WATCHER_P99
        # Where control bytes were found.
        self.obeyed = set()

    def size(self, full, short):
        """How much of something: of the short form, in which time does not count, only so much that it happens."""
        return short if self.is_short else full

    def start(self):
        return self.daemon.start()

    @contextlib.contextmanager
    def attacked(self):
        """Lets the bystanders look on while the body runs, and notes what they found."""
        daemon, finding = self.daemon, self.finding
        lookers = [
            Bystander(bystanders.polite, daemon.socket, daemon.process.pid),
            Bystander(bystanders.watch, daemon.socket, daemon.folder, daemon.process.pid)]
        for looker in lookers:
            looker.ready()
        daemon.forget_peak()
        finding.before = daemon.resident()
        began = time.monotonic()
        try:
            yield
        finally:
            least = 0.1 if self.is_short else LEAST_LOOK
            time.sleep(max(0.05, least - (time.monotonic() - began)))
            for looker in lookers:
                self._take(looker.stop())
        self._look_after()

    def _take(self, found):
        finding = self.finding
        if trouble := found.pop("trouble", None):
            finding.failures.append(trouble)
        finding.machine = Waits(found.pop("machine", finding.machine.seconds))
        net = Waits(found.pop("net", ()))
        if "saves" in found:
            finding.watcher, finding.watcher_net = Waits(found.pop("saves")), net
        if found:
            finding.polite_net = net
            slowest = max(found, key=lambda kind: max(found[kind], default=0))
            finding.polite = Waits(sum(found.values(), []))
            if finding.polite.longest > POLITE_LONGEST:
                finding.notes.append(f"{slowest} waited longest")

    def _look_after(self):
        """Whether the daemon lives, and with how much memory, once it had the quiet to give some back."""
        daemon, finding = self.daemon, self.finding
        time.sleep(0.05 if self.is_short else 1.0)
        if not daemon.is_alive:
            raise Died(f"the daemon ended: {daemon.last_words}")
        with Caller(daemon.socket, daemon.patience) as caller:
            if caller.ask(GET_INFO).result is None:
                finding.failures.append("the daemon does not answer any more")
        finding.after, finding.peak = daemon.resident(), daemon.peak()
        if finding.peak > self.peak:
            finding.failures.append(f"memory came to {finding.peak:.0f} MiB, more than {self.peak}")

    def judge(self):
        """Compares what was noted with what is promised."""
        finding, fail = self.finding, self.finding.failures.append
        for answer in finding.answers:
            if not answer.is_answered:
                fail(f"a request got no answer: {answer.error} after {answer.seconds:.1f} s")
                break
        if self.is_short:
            return
        # Of a busy machine the processor is somebody else's, and only what is left of a wait is the daemon's. On an idle
        # one nobody takes it but the daemon's own threads, so all of it counts.
        is_busy = finding.machine.p99 > POLITE_P99 / 2
        for who, what, seconds, net, most in (
            ("polite", "p99", finding.polite.p99, finding.polite_net.p99, POLITE_P99),
            ("polite", "max", finding.polite.longest, finding.polite_net.longest, POLITE_LONGEST),
            ("watcher", "p99", finding.watcher.p99, finding.watcher_net.p99, self.watcher_p99),
            ("an answer took", "", finding.slowest, finding.slowest, ANSWERED),
        ):
            if seconds > most:
                words = f"{who} {what}".strip() + f" {in_words(seconds)} > {in_words(most)}"
                without = f"; without waiting for a processor {in_words(net)}" if net != seconds else ""
                if is_busy and net <= most:
                    finding.notes.append(f"the machine was busy: {words}{without}")
                else:
                    fail(words + without)

    # MARK: What attacks do

    def connect(self, patience=None):
        return Caller(self.daemon.socket, patience or self.daemon.patience)

    def note(self, answer):
        """Takes an answer into the table."""
        self.finding.answers.append(answer)
        return answer

    def ask(self, method, **parameters):
        """A call on a connection of its own, noted."""
        return self.send(encoded(method, **parameters))

    def send(self, message):
        """Bytes on a connection of their own, and the answer, noted."""
        try:
            with self.connect() as caller:
                return self.note(caller.ask(message))
        except OSError:
            return self.note(Answer(0.0, error="closed"))

    def expect(self, holds, otherwise):
        if not holds:
            self.finding.failures.append(otherwise)

    def tell(self, text):
        self.finding.notes.append(text)

    def expect_no_control(self, text, where):
        """Nothing that a terminal would obey. The first such byte in each place is told."""
        if (found := CONTROL.search(text)) and where not in self.obeyed:
            self.obeyed.add(where)
            near = text[max(0, found.start() - 20) : found.end() + 20]
            self.expect(False, f"a control byte in {where}: {near!r}")

    def sync(self, scene="card"):
        """Waits until what was saved is in effect."""
        return self.ask("Sync", timeoutMs=int(self.daemon.patience * 1000), scene=scene)

    def remove(self, name):
        os.remove(self.daemon.layout(name))


def in_words(seconds):
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"
