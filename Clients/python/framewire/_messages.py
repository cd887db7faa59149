"""Messages as bytes, and what they say: a JSON object and a NUL byte, or one of the binary encoding."""

from __future__ import annotations

import json
from collections.abc import Mapping
from inspect import get_annotations
from typing import Any, TypeVar, cast, get_type_hints

from ._errors import CallError, ProtocolError
from ._shapes import Mismatch, check_of

Reply = TypeVar("Reply")

DEFAULT_LIMIT = 256 << 20
"""Bytes of a message that are taken; a daemon holds no more for somebody."""


class MessageReader:
    """Whole messages from bytes that come in pieces of any size, in time that grows with the bytes alone."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = bytearray()
        # So much of the buffer has no NUL.
        self._searched = 0

    def feed(self, data: bytes) -> None:
        """Takes what was received."""
        self._buffer += data

    def take_message(self) -> bytes | None:
        """The next message, without its NUL; None until all of it is there."""
        end = self._buffer.find(0, self._searched)
        if max(end, len(self._buffer) if end < 0 else 0) > self._limit:
            raise ProtocolError("a message has more than %d bytes" % self._limit)
        if end < 0:
            self._searched = len(self._buffer)
            return None
        message = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        self._searched = 0
        return message

    def peek(self, count: int) -> bytes | None:
        """The next `count` bytes, which stay; None until they are there."""
        return bytes(self._buffer[:count]) if len(self._buffer) >= count else None

    def take(self, count: int) -> bytes | None:
        """The next `count` bytes; None until they are there."""
        if count > self._limit:
            raise ProtocolError("a message has %d bytes, more than %d" % (count, self._limit))
        data = self.peek(count)
        if data is not None:
            del self._buffer[:count]
        return data


def encoded_call(method: str, parameters: Mapping[str, object], **flags: bool) -> bytes:
    """A call with its NUL. Parameters that are None are left out."""
    given = {name: value for name, value in parameters.items() if value is not None}
    call = {"method": method, "parameters": given, **flags}
    return json.dumps(call, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\0"


def decoded_object(message: bytes | memoryview) -> dict[str, Any]:
    """The JSON object that `message` is."""
    try:
        value = _DECODER.decode(str(message, "utf-8"))
    except (ValueError, RecursionError) as error:
        # Lists inside each other end where Python's own stack does.
        raise ProtocolError("a message is no JSON: %s" % error) from None
    if not isinstance(value, dict):
        raise ProtocolError("a message is no object")
    return value


def _no_number(name: str) -> None:
    raise ValueError("%s is no number" % name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def checked(value: object, kind: type[Reply]) -> Reply:
    """The value, which is as the type says; else a ProtocolError."""
    hint: Any = kind
    try:
        check_of(hint)(value)
    except Mismatch as mismatch:
        raise ProtocolError("not what the interface says: %s" % mismatch) from None
    return cast(Reply, value)


def reply_parameters(message: bytes) -> dict[str, Any]:
    """What a reply has as its parameters; an error is raised as the CallError that it is."""
    reply = decoded_object(message)
    parameters = reply.get("parameters")
    if parameters is None:
        parameters = {}
    if not isinstance(parameters, dict):
        raise ProtocolError("a reply has parameters that are no object")
    name = reply.get("error")
    if name is None:
        return parameters
    if not isinstance(name, str):
        raise ProtocolError("an error has no name")
    raise call_error(name, parameters)


def call_error(name: str, parameters: dict[str, Any]) -> CallError:
    """The error as an exception: of its own class if that is known, and its parameters are as the interface says."""
    kind = CallError.classes.get(name)
    if kind is None:
        return CallError(name, parameters)
    error = kind(name, parameters)
    hints = get_type_hints(kind)
    try:
        for field in get_annotations(kind):
            check_of(hints[field])(parameters.get(field))
            setattr(error, field, parameters.get(field))
    except Mismatch:
        return CallError(name, parameters)
    return error


def patience(method: str, parameters: Mapping[str, object], usual: float | None) -> float | None:
    """Seconds that an answer may take: what the call says that it waits, and the usual time besides."""
    if usual is None or method == "io.framewire.v1.Apply" and parameters.get("wait") == "settled":
        return None  # What moves may do so for any time.
    if method != "io.framewire.v1.Sync":
        return usual
    wait = parameters.get("timeoutMs")
    return usual + (wait / 1000 if isinstance(wait, (int, float)) else 5)
