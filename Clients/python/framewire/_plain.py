"""The client that waits: calls that return when they are answered, loops that go on when something happens."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from time import monotonic
from types import TracebackType
from typing import Self, Unpack

from ._addresses import default_socket
from ._errors import Disconnected, FramewireError
from ._following import Encoding, Following
from ._interface import Calls, Event, FollowOptions, Reply
from ._messages import DEFAULT_LIMIT, MessageReader, checked, encoded_call, patience, reply_parameters
from ._mirror import Mirror

PIECE = 1 << 18
"""Bytes that are received at once."""


def connect(socket_path: str | None = None, *, timeout: float | None = 30, limit: int = DEFAULT_LIMIT) -> Daemon:
    """Connects to a daemon, for calls.

    `timeout`: seconds that an answer may take; a call that says how long it waits has that time besides.
    `limit`: bytes of an answer that are taken.
    """
    return Daemon(socket_path, timeout=timeout, limit=limit)


def follow(
    scene: str | None = None,
    *,
    socket_path: str | None = None,
    encoding: Encoding = "json",
    reconnect: bool = True,
    limit: int = DEFAULT_LIMIT,
    **options: Unpack[FollowOptions],
) -> Scene:
    """Follows a scene, on a connection of its own that is made when the loop begins.

    `scene`: the only one if left out. `encoding`: `fw1` is the binary one. `reconnect`: whether to come back by itself
    when the connection breaks. `options`: those of the method `Subscribe`.
    """
    following = Following(scene, options, encoding, limit)
    return Scene(following, default_socket() if socket_path is None else socket_path, reconnect)


class Daemon(Calls):
    """A connection to a daemon, with a function for each method that answers once.

    Use it as `with connect() as daemon:`. One thread at a time may call.
    """

    def __init__(self, socket_path: str | None, *, timeout: float | None, limit: int) -> None:
        self._timeout = timeout
        self._reader = MessageReader(limit)
        self._socket = _connected(default_socket() if socket_path is None else socket_path, timeout)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.disconnect()

    def disconnect(self) -> None:
        """Ends the connection; `close` is a method of the daemon, and closes a scene."""
        self._socket.close()

    def _call(self, method: str, parameters: Mapping[str, object], reply: type[Reply]) -> Reply:
        message = encoded_call(method, parameters)
        try:
            time = patience(method, parameters, self._timeout)
            deadline = None if time is None else monotonic() + time
            self._socket.settimeout(time)
            self._socket.sendall(message)
            answer = self._reader.take_message()
            while answer is None:
                if deadline is not None:
                    # Not 0, which would mean not to wait at all.
                    self._socket.settimeout(max(deadline - monotonic(), 1e-6))
                data = self._socket.recv(PIECE)
                if not data:
                    raise Disconnected("the daemon closed the connection")
                self._reader.feed(data)
                answer = self._reader.take_message()
        except TimeoutError:
            self._socket.close()
            raise Disconnected("the daemon did not answer in time") from None
        except OSError as error:
            self._socket.close()
            raise Disconnected("the connection broke: %s" % error) from None
        except BaseException:
            # The rest of an answer would be taken for the next one.
            self._socket.close()
            raise
        return checked(reply_parameters(answer), reply)


class Scene:
    """A scene that is followed: `for frame in scene` gives its mirror after each change of the picture.

    Connections come and go; the mirror stays. A loop that was left goes on where it was when it is begun again.
    `close`, from any thread, ends it.
    """

    def __init__(self, following: Following, socket_path: str, reconnect: bool) -> None:
        self._following, self._socket_path, self._reconnect = following, socket_path, reconnect
        self._socket: socket.socket | None = None
        self._closed = threading.Event()

    @property
    def mirror(self) -> Mirror:
        """The scene as of the last event."""
        return self._following.mirror

    def __iter__(self) -> Iterator[Mirror]:
        for event in self.events():
            if event["kind"] in ("snapshot", "delta"):
                yield self.mirror

    def events(self) -> Iterator[Event]:
        """Every event, also those that leave the picture as it is, until the scene ends. The mirror has it already."""
        while not self._closed.is_set():
            try:
                yield from self._events_of_connection()
                return
            except FramewireError as error:
                if self._closed.is_set():
                    return
                if not self._reconnect:
                    raise
                self._closed.wait(self._following.pause(error))

    def _events_of_connection(self) -> Iterator[Event]:
        following = self._following
        with _connected(self._socket_path, following.patience) as connection:
            self._socket = connection
            try:
                connection.sendall(following.begin())
                while not following.is_over:
                    event = following.next_event()
                    if event is None:
                        following.receive(connection.recv(PIECE))
                    else:
                        yield event
            except TimeoutError:
                raise Disconnected("the daemon has been silent for too long") from None
            except OSError as error:
                raise Disconnected("the connection broke: %s" % error) from None
            finally:
                self._socket = None

    def close(self) -> None:
        """Ends the loop, wherever it waits."""
        self._closed.set()
        connection = self._socket
        if connection:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It has ended meanwhile.

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _connected(path: str, timeout: float | None) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(timeout)
        connection.connect(path)
    except OSError as error:
        connection.close()
        raise Disconnected("no daemon at %s: %s" % (path, error)) from None
    return connection
