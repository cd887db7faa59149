"""Events as messages of the binary encoding `fw1`, written from Documentation/protocol.md alone.

It shares no code with any client, so what a client decodes was not made by the code that it was tested with.
"""

import json
import struct

SNAPSHOT, DELTA, NOTE = 1, 2, 3
NO_PARENT = 0xFFFFFFFF
RIGHT_TO_LEFT = 1 << 31
TRUNCATED = [None, "tail", "head", "middle", "clip"]


def message(event):
    """The whole message that says `event`, an object of the JSON protocol."""
    kind = event["kind"]
    if kind in ("snapshot", "delta"):
        number, payload = (SNAPSHOT if kind == "snapshot" else DELTA), sections(event)
    else:
        number, payload = NOTE, json_bytes(event)
    flags = bool(event.get("settled")) | bool(event.get("reset")) << 1
    moment = event["rev"], event.get("base", 0), event["layoutRev"], event["time"]
    return struct.pack("<IBBHQQQd", len(payload), number, flags, 0, *moment) + payload


def sections(event):
    about = {name: event[name] for name in ("cause", "skipped", "timing") if name in event}
    numbers = event.get("set", [])
    rows = [
        [json_bytes(about)] if about else [],
        [uint(look["id"]) + string(json_bytes(look)) for look in event.get("looks", [])],
        [uint(view) for view in event.get("removed", [])],
        [view_record(view) for view in event.get("views", [])],
        [uint(numbers[at]) + lengths(numbers[at + 1 : at + 5]) for at in range(0, len(numbers), 5)],
        [uint(change["id"]) + content(change) for change in event.get("changed", [])],
        [uint(restyle["id"]) + appearance(restyle) for restyle in event.get("restyled", [])],
    ]
    return b"".join(section(kind, items) for kind, items in enumerate(rows, 1) if items)


def section(kind, items):
    payload = b"".join(items)
    return struct.pack("<HHII", kind, 0, len(items), len(payload)) + payload


def view_record(view):
    parent = view.get("parent")
    place = uint(view["id"]) + uint(NO_PARENT if parent is None else parent) + uint(view["index"])
    names = text(view["path"]) + text(view["kind"])
    return place + names + lengths(view["frame"]) + content(view) + appearance(view)


def content(view):
    alpha, words, guides = view.get("alpha", 1), view.get("text"), view.get("guides", {})
    baselines, scroll = view.get("baselines"), view.get("scroll")
    bits = bool(view.get("hidden")) | bool(view.get("clips")) << 1 | (alpha != 1) << 2 | (words is not None) << 3
    bits |= bool(baselines) << 4 | bool(scroll) << 5 | bool(guides) << 6 | TRUNCATED.index(view.get("truncated")) << 8
    parts = [struct.pack("<H", bits)]
    if alpha != 1:
        parts.append(struct.pack("<d", alpha))
    if words is not None:
        parts.append(text(words))
    parts.append(lengths((baselines or []) + (scroll or [])))
    if guides:
        parts.append(uint(len(guides)))
        parts += [text(name) + lengths(frame) for name, frame in guides.items()]
    return b"".join(parts)


def appearance(view):
    lines = view.get("lines", [])
    return uint(view.get("look", 0)) + uint(len(lines)) + b"".join(map(line, lines))


def line(line):
    place = lengths([line["x"], line["baseline"], line["width"]])
    end = line["end"] | (RIGHT_TO_LEFT if line.get("rtl") else 0)
    return text(line["text"]) + uint(line["start"]) + uint(end) + place


def lengths(points):
    return struct.pack("<%di" % len(points), *(sixty_fourths(point) for point in points))


def sixty_fourths(point):
    number = point * 64
    assert number == int(number), "%r is no 64th of a point" % point
    return int(number)


def uint(number):
    return struct.pack("<I", number)


def text(characters):
    return string(characters.encode())


def string(encoded):
    return uint(len(encoded)) + encoded


def json_bytes(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
