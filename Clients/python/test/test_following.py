"""A scene that is followed over connections that come and go, without any."""

import json
import struct
import unittest
from typing import Any, cast

from framewire import Busy, Disconnected, FollowOptions, ProtocolError, RateLimited, UnknownScene
from framewire._following import Encoding, Following

ROOT = {"id": 0, "path": "root", "kind": "view", "index": 0, "frame": [0, 0, 9, 9]}


def event(kind: str, rev: int, **members: Any) -> bytes:
    told = {"kind": kind, "epoch": "a", "rev": rev, "layoutRev": 1, "time": 0, **members}
    return json.dumps({"parameters": {"event": told}}).encode() + b"\0"


def error(name: str, **parameters: Any) -> bytes:
    return json.dumps({"error": "io.framewire.v1." + name, "parameters": parameters}).encode() + b"\0"


def following(encoding: Encoding = "json", **options: Any) -> Following:
    return Following("demo", cast(FollowOptions, options), encoding, 1 << 20)


def call(data: bytes) -> Any:
    return json.loads(data[:-1])


class FollowingAScene(unittest.TestCase):
    def test_it_comes_back_with_what_it_has(self) -> None:
        scene = following(mode="every")
        subscribe = {"method": "io.framewire.v1.Subscribe", "parameters": {"scene": "demo", "mode": "every"}, "more": True}
        self.assertEqual(call(scene.begin()), subscribe)
        scene.receive(event("snapshot", 5, views=[ROOT]) + b"half of a mess")
        self.assertIsNotNone(scene.next_event())
        self.assertIsNone(scene.next_event())
        self.assertRaises(Disconnected, scene.receive, b"")
        self.assertEqual(call(scene.begin())["parameters"], {"scene": "demo", "mode": "every", "epoch": "a", "since": 5})
        # Nothing is left of the message that broke off.
        scene.receive(event("delta", 6, base=5, removed=[0]))
        self.assertIsNotNone(scene.next_event())
        self.assertEqual(dict(scene.mirror.views), {})

    def test_it_waits_longer_each_time_until_something_comes(self) -> None:
        scene = following()
        lost = Disconnected("")
        self.assertEqual([scene.pause(lost) for _ in range(8)], [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5])
        scene.begin()
        scene.receive(event("snapshot", 1, views=[]))
        scene.next_event()
        self.assertEqual(scene.pause(lost), 0.05)

    def test_it_gives_up_when_the_first_answer_is_an_error(self) -> None:
        scene = following()
        scene.begin()
        scene.receive(error("UnknownScene", scene="demo", known=[]))
        with self.assertRaises(UnknownScene) as caught:
            scene.next_event()
        self.assertRaises(UnknownScene, scene.pause, caught.exception)

    def test_it_tries_again_when_a_scene_that_was_there_is_not_there_yet(self) -> None:
        scene = following()
        scene.begin()
        scene.receive(event("snapshot", 1, views=[]))
        scene.next_event()
        self.assertEqual(scene.pause(UnknownScene("", {})), 0.05)
        self.assertEqual(scene.pause(Busy("", {})), 0.1)
        limited = RateLimited("", {})
        limited.retryAfterMs = 700
        self.assertEqual(scene.pause(limited), 0.7)
        self.assertRaises(ProtocolError, scene.pause, ProtocolError(""))

    def test_a_bye_ends_it_but_for_a_shutdown(self) -> None:
        scene = following()
        scene.begin()
        scene.receive(event("bye", 1, reason="shutdown"))
        scene.next_event()
        self.assertFalse(scene.is_over)
        self.assertRaises(Disconnected, scene.next_event)
        scene.begin()
        scene.receive(event("bye", 1, reason="scene 'demo' was closed"))
        scene.next_event()
        self.assertTrue(scene.is_over)

    def test_a_delta_from_elsewhere_makes_it_begin_anew_with_the_old_picture(self) -> None:
        scene = following()
        scene.begin()
        scene.receive(event("snapshot", 1, views=[ROOT]) + event("delta", 4, base=3, removed=[0]))
        scene.next_event()
        with self.assertRaises(Disconnected) as caught:
            scene.next_event()
        self.assertEqual(scene.pause(caught.exception), 0.05)
        self.assertEqual(len(scene.mirror.views), 1)
        self.assertNotIn("since", call(scene.begin())["parameters"])

    def test_a_delta_before_any_snapshot_is_no_protocol(self) -> None:
        scene = following()
        scene.begin()
        scene.receive(event("delta", 4, base=3))
        self.assertRaises(ProtocolError, scene.next_event)

    def test_three_heartbeats_are_its_patience(self) -> None:
        self.assertEqual(following(heartbeatMs=200).patience, 0.6)
        self.assertIsNone(following().patience)


class InTheBinaryEncoding(unittest.TestCase):
    def test_it_asks_for_it_on_each_connection(self) -> None:
        scene = following("fw1")
        for _ in range(2):
            parameters = {"scene": "demo", "encoding": "fw1"}
            self.assertEqual(
                call(scene.begin()), {"method": "io.framewire.v1.Stream", "parameters": parameters, "upgrade": True})
            scene.receive(b'{"parameters":{"epoch":"z","rev":1,"encoding":"fw1"}}\0' + b"\0\0\0")
            self.assertIsNone(scene.next_event())

    def test_messages_come_whole_wherever_they_are_cut(self) -> None:
        header = struct.pack("<IBBHQQQd", 16, 1, 1, 0, 7, 0, 2, 0.5)
        data = b'{"parameters":{"epoch":"z","rev":7,"encoding":"fw1"}}\0' + header + struct.pack("<HHIII", 99, 0, 0, 4, 0)
        wanted = {"kind": "snapshot", "epoch": "z", "rev": 7, "layoutRev": 2, "time": 0.5, "settled": True, "views": []}
        for cut in range(len(data)):
            scene = following("fw1")
            scene.begin()
            scene.receive(data[: cut + 1])
            if cut < len(data) - 1:
                self.assertIsNone(scene.next_event())
                scene.receive(data[cut + 1 :])
            self.assertEqual(scene.next_event(), wanted)
            self.assertEqual(scene.mirror.epoch, "z")

    def test_a_section_is_read_to_its_end(self) -> None:
        for length, count in ((8, 1), (4, 0)):
            section = struct.pack("<HHII", 3, 0, count, length) + bytes(length)
            header = struct.pack("<IBBHQQQd", len(section), 1, 0, 0, 1, 0, 1, 0)
            scene = following("fw1")
            scene.begin()
            scene.receive(b'{"parameters":{"epoch":"z","rev":1,"encoding":"fw1"}}\0' + header + section)
            self.assertRaises(ProtocolError, scene.next_event)

    def test_what_a_header_says_is_not_said_otherwise_by_a_section(self) -> None:
        about = b'{"rev":99,"cause":"apply"}'
        section = struct.pack("<HHII", 1, 0, 1, len(about)) + about
        scene = following("fw1")
        scene.begin()
        header = struct.pack("<IBBHQQQd", len(section), 1, 0, 0, 1, 0, 1, 0)
        scene.receive(b'{"parameters":{"epoch":"z","rev":1,"encoding":"fw1"}}\0' + header + section)
        found = scene.next_event()
        assert found is not None
        self.assertEqual((found["rev"], found.get("cause")), (1, "apply"))


if __name__ == "__main__":
    unittest.main()
