"""What to say to a daemon to follow a scene, and what its bytes mean, whoever carries them."""

from __future__ import annotations

import logging
from typing import Literal

from . import _fw1
from ._errors import CallError, Disconnected, FramewireError, ProtocolError
from ._interface import Busy, Event, FollowOptions, RateLimited, TimedOut, UnknownScene
from ._messages import MessageReader, checked, encoded_call, reply_parameters
from ._mirror import Mirror, OutOfStep

Encoding = Literal["json", "fw1"]

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0
"""Seconds before a connection is tried again: twice as many each time that it is in vain."""

log = logging.getLogger("framewire")


class Following:
    """A scene that is followed over any number of connections, one after another. It does no I/O and never waits.

    For each connection: send `begin()`, give `receive` what comes, and take events until there is none. When a
    connection fails, `pause(error)` says how long to wait before the next one.
    """

    def __init__(self, scene: str | None, options: FollowOptions, encoding: Encoding, limit: int) -> None:
        self.mirror = Mirror()
        self.is_over = False
        """The scene has said that it ends."""
        self._scene, self._options, self._encoding, self._limit = scene, options, encoding, limit
        self._reader = MessageReader(limit)
        # Of the binary stream on this connection, as soon as there is one.
        self._stream_epoch: str | None = None
        self._is_shut_down = False
        self._pause = FIRST_PAUSE

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which the daemon counts as gone: three heartbeats, if they were asked for."""
        heartbeat = self._options.get("heartbeatMs")
        return None if heartbeat is None else heartbeat * 3 / 1000

    def begin(self) -> bytes:
        """What to send on a new connection."""
        self._reader = MessageReader(self._limit)
        self._stream_epoch = None
        self._is_shut_down = False
        parameters: dict[str, object] = {"scene": self._scene, **self._options}
        if self.mirror.epoch is not None:
            parameters |= {"epoch": self.mirror.epoch, "since": self.mirror.rev}
        if self._encoding == "fw1":
            parameters["encoding"] = "fw1"
            return encoded_call("io.framewire.v1.Stream", parameters, upgrade=True)
        return encoded_call("io.framewire.v1.Subscribe", parameters, more=True)

    def receive(self, data: bytes) -> None:
        """Takes what came; nothing is the end of the connection."""
        if not data:
            raise Disconnected("the daemon closed the connection")
        self._reader.feed(data)

    def next_event(self) -> Event | None:
        """The next event, which the mirror has taken in; None until more has come."""
        if self._is_shut_down:
            raise Disconnected("the daemon has shut down")
        found = self._next_object()
        if found is None:
            return None
        event = checked(found, Event)
        try:
            self.mirror.apply(event)
        except OutOfStep as error:
            if self.mirror.epoch is None:
                raise
            # What was missed cannot be known: begin anew.
            self.mirror.forget()
            raise Disconnected(str(error)) from None
        self._pause = FIRST_PAUSE
        if event["kind"] == "bye":
            self._is_shut_down = event.get("reason") == "shutdown"
            self.is_over = not self._is_shut_down
        return event

    def _next_object(self) -> object:
        if self._stream_epoch is not None:
            return _fw1.take_event(self._reader, self._stream_epoch)
        message = self._reader.take_message()
        if message is None:
            return None
        parameters = reply_parameters(message)
        if self._encoding == "json":
            if "event" not in parameters:
                raise ProtocolError("a reply has no event")
            return parameters["event"]
        epoch = parameters.get("epoch")
        if not isinstance(epoch, str) or parameters.get("encoding") != "fw1":
            raise ProtocolError("the reply to Stream does not say which encoding follows")
        self._stream_epoch = epoch
        return self._next_object()

    def pause(self, error: FramewireError) -> float:
        """Seconds to wait before the next connection. The error is raised if another connection cannot help."""
        if not isinstance(error, Disconnected) and not self._may_pass(error):
            raise error
        pause = self._pause
        if isinstance(error, RateLimited):
            pause = max(pause, error.retryAfterMs / 1000)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        log.info("%s; trying again in %g s", error, pause)
        return pause

    def _may_pass(self, error: FramewireError) -> bool:
        """A daemon that has just started may not have read the file yet of a scene that was there before."""
        return self.mirror.epoch is not None and isinstance(error, (UnknownScene, Busy, RateLimited, TimedOut))
