"""Whatever bytes come, a client says what is wrong with them, and nothing else happens."""

import json
import random
import struct
import unittest
from typing import cast

from framewire import FollowOptions, FramewireError
from framewire._following import Encoding, Following

GREETING = b'{"parameters":{"epoch":"a","rev":1,"encoding":"fw1"}}\0'

VIEW = {
    "id": 1,
    "path": "root",
    "kind": "label",
    "index": 0,
    "frame": [0, 0.5, 9, 9],
    "text": "é",
    "baselines": [1, 1],
    "guides": {"g": [0, 0, 1, 1]},
    "scroll": [0] * 8,
    "lines": [{"text": "é", "start": 0, "end": 2, "x": 0, "baseline": 1, "width": 1}],
}
SNAPSHOT = {"kind": "snapshot", "epoch": "a", "rev": 1, "layoutRev": 1, "time": 1, "looks": [{"id": 1}], "views": [VIEW]}
DELTA = {
    "kind": "delta",
    "epoch": "a",
    "base": 1,
    "rev": 2,
    "layoutRev": 1,
    "time": 2,
    "removed": [7],
    "set": [1, 0, 0, 8, 8],
    "changed": [{"id": 1, "text": "b"}],
    "restyled": [{"id": 1, "look": 1}],
}


def json_stream() -> bytes:
    return b"".join(json.dumps({"parameters": {"event": event}}).encode() + b"\0" for event in (SNAPSHOT, DELTA))


def binary_stream() -> bytes:
    def text(letters: bytes) -> bytes:
        return struct.pack("<I", len(letters)) + letters

    def section(kind: int, item: bytes) -> bytes:
        return struct.pack("<HHII", kind, 0, 1, len(item)) + item

    def message(kind: int, rev: int, base: int, payload: bytes) -> bytes:
        return struct.pack("<IBBHQQQd", len(payload), kind, 1, 0, rev, base, 1, 1) + payload

    content = struct.pack("<Hd", 0x27F, 0.5) + text(b"\xc3\xa9") + bytes(40)
    content += struct.pack("<I", 1) + text(b"g") + bytes(16)
    lines = struct.pack("<II", 1, 1) + text(b"a") + bytes(20)
    place = struct.pack("<III", 1, 0xFFFFFFFF, 0) + text(b"root") + text(b"label") + bytes(16)
    snapshot = section(2, struct.pack("<I", 1) + text(b"{}")) + section(4, place + content + lines)
    delta = section(1, b"{}") + section(3, bytes(4)) + section(5, struct.pack("<I4i", 1, 0, 0, 8, 8))
    delta += section(6, struct.pack("<I", 1) + content) + section(7, struct.pack("<I", 1) + lines)
    return GREETING + message(1, 1, 0, snapshot) + message(2, 2, 1, delta) + message(3, 2, 0, b'{"kind":"heartbeat"}')


def damaged(data: bytes, random: random.Random) -> bytes:
    """The bytes with a few of them changed, taken out, put in or said twice."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        start = random.randrange(len(changed))
        end = min(len(changed), start + random.choice([0, 1, 1, 1, 4, 20]))
        piece = random.choice([b"", bytes([random.randrange(256)]), b"\xff" * 4, b"[", b"1e999", changed[start:end] * 2])
        changed[start:end] = piece
    return bytes(changed)


class Damage(unittest.TestCase):
    def events(self, encoding: Encoding, data: bytes) -> int:
        """How many events come out of the bytes before an error or their end."""
        scene = Following("demo", cast(FollowOptions, {}), encoding, 1 << 16)
        scene.begin()
        count = 0
        try:
            scene.receive(data)
            while scene.next_event() is not None:
                count += 1
                json.dumps([list(scene.mirror.views.values()), list(scene.mirror.looks.values())])
                scene.mirror.children()
        except FramewireError:
            pass
        return count

    def test_what_is_whole_is_taken_in(self) -> None:
        self.assertEqual(self.events("json", json_stream()), 2)
        self.assertEqual(self.events("fw1", binary_stream()), 3)

    def test_what_is_damaged_is_an_error_or_another_picture(self) -> None:
        streams: list[tuple[Encoding, bytes]] = [("json", json_stream()), ("fw1", binary_stream())]
        for encoding, whole in streams:
            counts = set()
            for seed in range(3000):
                with self.subTest(encoding=encoding, seed=seed):
                    counts.add(self.events(encoding, damaged(whole, random.Random(seed))))
            # Damage came early, and late.
            self.assertGreaterEqual(counts, {0, 1})


if __name__ == "__main__":
    unittest.main()
