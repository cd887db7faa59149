"""What can go wrong between a program and a daemon."""

from __future__ import annotations

from typing import Any, ClassVar


class FramewireError(Exception):
    """Whatever goes wrong between a program and a daemon."""


class Disconnected(FramewireError):
    """Nobody listens, the connection broke, or an answer did not come in time. Another connection may help."""


class ProtocolError(FramewireError):
    """What came is not the protocol, or more of it than is taken. The connection is of no use any more."""


class CallError(FramewireError):
    """The daemon answered with an error. The connection goes on.

    Each error of the interface is a class below this one, with the error's parameters as attributes:
    `except UnknownScene as error: print(error.known)`. One that this version does not know is a plain `CallError`.
    """

    classes: ClassVar[dict[str, type[CallError]]] = {}

    error: str
    """The whole name, as in `io.framewire.v1.UnknownScene`."""

    parameters: dict[str, Any]
    """Whatever the daemon said of it."""

    def __init__(self, error: str, parameters: dict[str, Any]) -> None:
        told = ", ".join("%s: %s" % parameter for parameter in parameters.items())
        super().__init__(error.rpartition(".")[2] + (" (%s)" % told if told else ""))
        self.error, self.parameters = error, parameters

    def __init_subclass__(cls, *, name: str) -> None:
        CallError.classes[name] = cls
