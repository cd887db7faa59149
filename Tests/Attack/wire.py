"""Calls over a Unix socket: JSON messages that end with a NUL byte, as varlink has them."""

import json
import socket
import time
from dataclasses import dataclass, field

INTERFACE = "io.framewire.v1"


@dataclass
class Answer:
    """What came of a request, and how long that took."""

    seconds: float
    # Of a reply; None when it was an error, or there was none.
    result: dict = None
    # The last part of an error's name; "closed" and "no answer" when nothing came.
    error: str = None
    parameters: dict = field(default_factory=dict)

    @property
    def is_answered(self):
        """Whether there was a reply or an error: something that a caller can go on with."""
        return self.error not in ("closed", "no answer")

    @property
    def word(self):
        return self.error or "result"

    @property
    def message(self):
        """All that an error says, for people."""
        return json.dumps(self.parameters)


class Closed(Exception):
    """The other end closed the connection."""


class Caller:
    """A connection. Whatever takes longer than `patience` (seconds) ends with "no answer"."""

    def __init__(self, path, patience=120.0):
        self.patience = patience
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(patience)
        self.socket.connect(path)
        self.rest = bytearray()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, message):
        self.socket.sendall(message)

    def receive(self):
        """The next message without its NUL. Throws `Closed`, or TimeoutError."""
        searched = 0
        while (end := self.rest.find(0, searched)) < 0:
            searched = len(self.rest)
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise Closed()
            self.rest += piece
        message = bytes(self.rest[:end])
        del self.rest[: end + 1]
        return message

    def receive_answer(self, since):
        """The next message as the answer to what was sent at `since`."""
        try:
            message = json.loads(self.receive())
        except TimeoutError:
            return Answer(time.monotonic() - since, error="no answer")
        except (Closed, ConnectionError):
            return Answer(time.monotonic() - since, error="closed")
        seconds = time.monotonic() - since
        parameters = message.get("parameters", {})
        if "error" in message:
            return Answer(seconds, error=message["error"].rsplit(".", 1)[-1], parameters=parameters)
        return Answer(seconds, result=parameters)

    def ask(self, message):
        """Sends bytes, and waits for the answer."""
        since = time.monotonic()
        try:
            self.send(message)
        except TimeoutError:
            return Answer(time.monotonic() - since, error="no answer")
        except ConnectionError:
            pass  # An answer may have been sent before the connection was closed.
        return self.receive_answer(since)

    def call(self, method, **parameters):
        return self.ask(encoded(method, **parameters))


def encoded(method, flags=None, **parameters):
    """A call as it is sent. A method without an interface is one of ours."""
    name = method if "." in method else f"{INTERFACE}.{method}"
    call = {"method": name, **(flags or {}), "parameters": parameters}
    return json.dumps(call, separators=(",", ":")).encode() + b"\0"


GET_INFO = encoded("org.varlink.service.GetInfo")
