"""A daemon on a folder of its own, both gone at the end."""

import os
import shutil
import subprocess
import tempfile
import time

import bystanders
from wire import GET_INFO, Caller


class Daemon:
    """A process that serves `folder`. What it prints is in the files `log` and `errors`.

    Who waits for an answer for longer than `patience` (seconds) says that there is none.
    """

    def __init__(self, binary, patience):
        self.binary = binary
        self.patience = patience
        # Short, as a socket's address has 107 bytes.
        self.path = tempfile.mkdtemp(prefix="fw-attack-")
        self.folder = self.file("layouts")
        self.socket = self.file("s")
        self.journal = self.file("journal")
        os.mkdir(self.folder)
        self.save(bystanders.FILE, bystanders.card(100))
        self.process = None
        # Options of `serve` besides.
        self.options = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.path, ignore_errors=True)

    # MARK: Files

    def file(self, name):
        """A file beside the served folder."""
        return os.path.join(self.path, name)

    def layout(self, name):
        """A file in the served folder."""
        return os.path.join(self.folder, name)

    def save(self, name, text):
        with open(self.layout(name), "w") as file:
            file.write(text)

    # MARK: The process

    def start(self):
        """Starts it, and waits until it answers.

        - Returns: the seconds until the first answer, and the seconds of processor time that it took.
        """
        began = time.monotonic()
        with open(self.file("log"), "ab") as log, open(self.file("errors"), "ab") as errors:
            self.process = subprocess.Popen(
                [self.binary, "serve", self.folder, "--socket", self.socket, "--journal", self.journal, "--text", "fixed",
                 *self.options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=errors, env=self.environment)
        while not self._answers(began + self.patience):
            if self.process.poll() is not None or time.monotonic() > began + self.patience:
                raise Died(f"it did not come to serve: {self.last_words}")
            time.sleep(0.005)
        return time.monotonic() - began, self.processor_seconds

    def _answers(self, deadline):
        try:
            with Caller(self.socket, max(0.1, deadline - time.monotonic())) as caller:
                return caller.ask(GET_INFO).result is not None
        except (OSError, TimeoutError):
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def environment(self):
        return {"PATH": "/usr/bin:/bin", "XDG_STATE_HOME": self.file("state"), "FRAMEWIRE_SOCKET": self.socket}

    @property
    def is_alive(self):
        return self.process.poll() is None

    @property
    def last_words(self):
        """The end of what it wrote to its standard error, on one line."""
        with open(self.file("errors"), "rb") as file:
            text = file.read()[-2000:].decode(errors="replace")
        ending = f"exit {self.process.poll()}" if not self.is_alive else "alive"
        return " | ".join([ending] + [line for line in text.splitlines() if line.strip()][:3])

    @property
    def output(self):
        """All that it has printed."""
        texts = []
        for name in ("log", "errors"):
            with open(self.file(name), "rb") as file:
                texts.append(file.read())
        return b"".join(texts)

    @property
    def processor_seconds(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # MARK: Memory, in MiB

    def resident(self):
        return self._status("VmRSS:")

    def peak(self):
        """The most there was since `forget_peak`."""
        return self._status("VmHWM:")

    def forget_peak(self):
        try:
            with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
                file.write("5")
        except OSError:
            pass  # Then the peak is that since the start.

    def _status(self, key):
        try:
            with open(f"/proc/{self.process.pid}/status") as file:
                for line in file:
                    if line.startswith(key):
                        return int(line.split()[1]) / 1024
        except OSError:
            pass
        return 0.0


class Died(Exception):
    """The daemon is gone, or never came to serve."""
