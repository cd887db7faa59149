"""The client for asyncio: `framewire.connect` and `framewire.follow` with `await` and `async for`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from types import TracebackType
from typing import Self, Unpack

from ._addresses import default_socket
from ._errors import Disconnected, FramewireError
from ._following import Encoding, Following
from ._interface import AsyncCalls, Event, FollowOptions, Reply
from ._messages import DEFAULT_LIMIT, MessageReader, checked, encoded_call, patience, reply_parameters
from ._mirror import Mirror
from ._plain import PIECE

__all__ = ["Daemon", "Scene", "connect", "follow"]


async def connect(socket_path: str | None = None, *, timeout: float | None = 30, limit: int = DEFAULT_LIMIT) -> Daemon:
    """As `framewire.connect`: `async with await connect() as daemon:`."""
    return Daemon(await _connected(default_socket() if socket_path is None else socket_path), timeout, limit)


def follow(
    scene: str | None = None,
    *,
    socket_path: str | None = None,
    encoding: Encoding = "json",
    reconnect: bool = True,
    limit: int = DEFAULT_LIMIT,
    **options: Unpack[FollowOptions],
) -> Scene:
    """As `framewire.follow`: `async for frame in follow("login"):`."""
    following = Following(scene, options, encoding, limit)
    return Scene(following, default_socket() if socket_path is None else socket_path, reconnect)


class Daemon(AsyncCalls):
    """A connection to a daemon, with a function for each method that answers once.

    Tasks may share it: their calls are answered one after the other.
    """

    def __init__(self, connection: Connection, timeout: float | None, limit: int) -> None:
        self._connection, self._timeout = connection, timeout
        self._reader = MessageReader(limit)
        self._turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.disconnect()

    def disconnect(self) -> None:
        """Ends the connection; `close` is a method of the daemon, and closes a scene."""
        self._connection.close()

    async def _call(self, method: str, parameters: Mapping[str, object], reply: type[Reply]) -> Reply:
        message = encoded_call(method, parameters)
        async with self._turn:
            try:
                async with asyncio.timeout(patience(method, parameters, self._timeout)):
                    await self._connection.send(message)
                    answer = self._reader.take_message()
                    while answer is None:
                        data = await self._connection.receive()
                        if not data:
                            raise Disconnected("the daemon closed the connection")
                        self._reader.feed(data)
                        answer = self._reader.take_message()
            except TimeoutError:
                self.disconnect()
                raise Disconnected("the daemon did not answer in time") from None
            except BaseException:
                # A task that is cancelled too: the rest of its answer would be taken for the next one.
                self.disconnect()
                raise
        return checked(reply_parameters(answer), reply)


class Scene:
    """A scene that is followed: `async for frame in scene` gives its mirror after each change of the picture.

    Connections come and go; the mirror stays. A loop that was left goes on where it was when it is begun again. To end
    one, leave it or cancel its task.
    """

    def __init__(self, following: Following, socket_path: str, reconnect: bool) -> None:
        self._following, self._socket_path, self._reconnect = following, socket_path, reconnect

    @property
    def mirror(self) -> Mirror:
        """The scene as of the last event."""
        return self._following.mirror

    async def __aiter__(self) -> AsyncIterator[Mirror]:
        async with contextlib.aclosing(self.events()) as events:
            async for event in events:
                if event["kind"] in ("snapshot", "delta"):
                    yield self.mirror

    async def events(self) -> AsyncGenerator[Event, None]:
        """Every event, also those that leave the picture as it is, until the scene ends. The mirror has it already."""
        while True:
            try:
                async with contextlib.aclosing(self._events_of_connection()) as events:
                    async for event in events:
                        yield event
                return
            except FramewireError as error:
                if not self._reconnect:
                    raise
                await asyncio.sleep(self._following.pause(error))

    async def _events_of_connection(self) -> AsyncGenerator[Event, None]:
        following = self._following
        connection = await _connected(self._socket_path)
        try:
            await connection.send(following.begin())
            while not following.is_over:
                event = following.next_event()
                if event is not None:
                    yield event
                    continue
                async with asyncio.timeout(following.patience):
                    data = await connection.receive()
                following.receive(data)
        except TimeoutError:
            raise Disconnected("the daemon has been silent for too long") from None
        finally:
            connection.close()


class Connection:
    """A connected socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, data: bytes) -> None:
        """Sends all of it."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError as error:
            raise Disconnected("the connection broke: %s" % error) from None

    async def receive(self) -> bytes:
        """What has come; nothing at the end."""
        try:
            return await self._reader.read(PIECE)
        except OSError as error:
            raise Disconnected("the connection broke: %s" % error) from None

    def close(self) -> None:
        """Ends it."""
        self._writer.close()


async def _connected(path: str) -> Connection:
    try:
        return Connection(*await asyncio.open_unix_connection(path))
    except OSError as error:
        raise Disconnected("no daemon at %s: %s" % (path, error)) from None
