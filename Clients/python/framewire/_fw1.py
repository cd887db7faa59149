"""The binary encoding `fw1`: a message of it as the event that the JSON encoding would tell.

Every length comes from the socket, so each is compared with what is there before it is believed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ._errors import ProtocolError
from ._messages import MessageReader, decoded_object

Item = TypeVar("Item")
Record = dict[str, Any]

HEADER = struct.Struct("<IBBHQQQd")
SECTION = struct.Struct("<HHII")
PLACE = struct.Struct("<III")
FRAME = struct.Struct("<4i")
SCROLL = struct.Struct("<8i")
PAIR = struct.Struct("<2i")
SET = struct.Struct("<I4i")
LINE = struct.Struct("<IIiii")
UINT = struct.Struct("<I")
BITS = struct.Struct("<H")
ALPHA = struct.Struct("<d")

SNAPSHOT, DELTA, NOTE = 1, 2, 3
SETTLED, RESET = 1, 2
HIDDEN, CLIPS, HAS_ALPHA, HAS_TEXT, HAS_BASELINES, HAS_SCROLL, HAS_GUIDES = (1 << bit for bit in range(7))
KNOWN_BITS = 0x77F
NO_PARENT = 0xFFFFFFFF
# Of the number that says where a line ends.
RIGHT_TO_LEFT = 1 << 31
ABOUT = ["cause", "skipped", "timing"]
TRUNCATED = [None, "tail", "head", "middle", "clip"]


class Header(NamedTuple):
    """What each message begins with."""

    length: int
    kind: int
    flags: int
    zero: int
    rev: int
    base: int
    layout_rev: int
    time: float


def take_event(reader: MessageReader, epoch: str) -> Record | None:
    """The next event, of a daemon with this epoch; None until all of it is there. Other messages are passed over."""
    while (start := reader.peek(HEADER.size)) is not None:
        header = Header._make(HEADER.unpack(start))
        message = reader.take(HEADER.size + header.length)
        if message is None:
            return None
        payload = memoryview(message)[HEADER.size :]
        if header.kind == NOTE:
            moment = {"epoch": epoch, "rev": header.rev, "layoutRev": header.layout_rev, "time": header.time}
            return {**moment, **decoded_object(payload)}
        if header.kind in (SNAPSHOT, DELTA):
            return picture_event(header, payload, epoch)
    return None


def picture_event(header: Header, payload: memoryview, epoch: str) -> Record:
    """A snapshot or delta."""
    event: Record = {
        "kind": "snapshot" if header.kind == SNAPSHOT else "delta",
        "epoch": epoch,
        "rev": header.rev,
        "layoutRev": header.layout_rev,
        "time": header.time,
    }
    if header.kind == DELTA:
        event["base"] = header.base
    if header.flags & SETTLED:
        event["settled"] = True
    if header.flags & RESET:
        event["reset"] = True
    cursor = Cursor(payload)
    while not cursor.is_at_end:
        kind, _, count, length = cursor.unpack(SECTION)
        section = Cursor(cursor.take(length))
        if kind in SECTIONS:
            SECTIONS[kind](section, count, event)
            if not section.is_at_end:
                raise ProtocolError("a section has more than its %d items" % count)
    if header.kind == SNAPSHOT:
        event.setdefault("views", [])
    return event


class Cursor:
    """Goes through bytes, and never beyond their end."""

    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._place = 0

    @property
    def is_at_end(self) -> bool:
        return self._place == len(self._data)

    def take(self, count: int) -> memoryview:
        start, end = self._place, self._place + count
        if end > len(self._data):
            raise ProtocolError("%d bytes are to follow, and %d do" % (count, len(self._data) - start))
        self._place = end
        return self._data[start:end]

    def rest(self) -> memoryview:
        return self.take(len(self._data) - self._place)

    def unpack(self, form: struct.Struct) -> tuple[Any, ...]:
        return form.unpack(self.take(form.size))

    def uint(self) -> int:
        number: int = self.unpack(UINT)[0]
        return number

    def lengths(self, form: struct.Struct) -> list[float]:
        """Points, which are said in 64ths."""
        return [number / 64 for number in self.unpack(form)]

    def string(self) -> str:
        try:
            return str(self.take(self.uint()), "utf-8")
        except ValueError:
            raise ProtocolError("a string is no UTF-8") from None

    def many(self, count: int, item: Callable[[Cursor], Item]) -> list[Item]:
        """So many items. Each takes at least a byte, so a count that is too large ends soon."""
        return [item(self) for _ in range(count)]


def view(cursor: Cursor) -> Record:
    number, parent, index = cursor.unpack(PLACE)
    record: Record = {"id": number, "path": cursor.string(), "kind": cursor.string(), "index": index}
    if parent != NO_PARENT:
        record["parent"] = parent
    record["frame"] = cursor.lengths(FRAME)
    add_content(cursor, record)
    add_appearance(cursor, record)
    return record


def change(cursor: Cursor) -> Record:
    record: Record = {"id": cursor.uint()}
    add_content(cursor, record)
    return record


def restyle(cursor: Cursor) -> Record:
    record: Record = {"id": cursor.uint()}
    add_appearance(cursor, record)
    return record


def add_content(cursor: Cursor, record: Record) -> None:
    (bits,) = cursor.unpack(BITS)
    truncated = bits >> 8
    if bits & ~KNOWN_BITS or truncated >= len(TRUNCATED):
        raise ProtocolError("the bits of a content are %#x" % bits)
    if bits & HIDDEN:
        record["hidden"] = True
    if bits & CLIPS:
        record["clips"] = True
    if bits & HAS_ALPHA:
        record["alpha"] = cursor.unpack(ALPHA)[0]
    if bits & HAS_TEXT:
        record["text"] = cursor.string()
    if bits & HAS_BASELINES:
        record["baselines"] = cursor.lengths(PAIR)
    if bits & HAS_SCROLL:
        record["scroll"] = cursor.lengths(SCROLL)
    if bits & HAS_GUIDES:
        record["guides"] = dict(cursor.many(cursor.uint(), guide))
    if truncated:
        record["truncated"] = TRUNCATED[truncated]


def guide(cursor: Cursor) -> tuple[str, list[float]]:
    return cursor.string(), cursor.lengths(FRAME)


def add_appearance(cursor: Cursor, record: Record) -> None:
    number = cursor.uint()
    if number:
        record["look"] = number
    lines = cursor.many(cursor.uint(), line)
    if lines:
        record["lines"] = lines


def line(cursor: Cursor) -> Record:
    text = cursor.string()
    start, end, x, baseline, width = cursor.unpack(LINE)
    place = {"x": x / 64, "baseline": baseline / 64, "width": width / 64}
    record: Record = {"text": text, "start": start, "end": end & ~RIGHT_TO_LEFT, **place}
    if end & RIGHT_TO_LEFT:
        record["rtl"] = True
    return record


def look(cursor: Cursor) -> Record:
    number = cursor.uint()
    return {**decoded_object(cursor.take(cursor.uint())), "id": number}


def into(name: str, item: Callable[[Cursor], object]) -> Callable[[Cursor, int, Record], None]:
    """What reads a section of such items into the event."""

    def read(cursor: Cursor, count: int, event: Record) -> None:
        event[name] = cursor.many(count, item)

    return read


def read_about(cursor: Cursor, count: int, event: Record) -> None:
    """One object, which is all of the section."""
    about = decoded_object(cursor.rest())
    event.update((name, about[name]) for name in ABOUT if name in about)


def read_set(cursor: Cursor, count: int, event: Record) -> None:
    """Flat, as in JSON: five numbers a view."""
    numbers: list[float] = []
    for number, x, y, width, height in SET.iter_unpack(cursor.take(count * SET.size)):
        numbers += (number, x / 64, y / 64, width / 64, height / 64)
    event["set"] = numbers


SECTIONS: dict[int, Callable[[Cursor, int, Record], None]] = {
    1: read_about,
    2: into("looks", look),
    3: into("removed", Cursor.uint),
    4: into("views", view),
    5: read_set,
    6: into("changed", change),
    7: into("restyled", restyle),
}
