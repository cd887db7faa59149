"""The plain client and that for asyncio, against a server that says what it is told to say."""

import asyncio
import contextlib
import io
import json
import os
import socket
import sys
import tempfile
import threading
import unittest
from collections.abc import Iterator
from typing import Any, BinaryIO
from unittest import mock

import framewire
from framewire import Disconnected, UnknownScene, __main__, aio

ROOT = {"id": 0, "path": "root", "kind": "view", "index": 0, "frame": [0, 0, 9, 9]}
HANG = object()
# An answer that never ends, some bytes at a time.
TRICKLE = object()


def event(kind: str, rev: int, **members: Any) -> dict[str, Any]:
    told = {"kind": kind, "epoch": "a", "rev": rev, "layoutRev": 1, "time": 0, **members}
    return {"parameters": {"event": told}}


class Server:
    """On each connection it answers each call with the next list of replies; then it closes the connection."""

    def __init__(self, path: str, connections: list[list[Any]]) -> None:
        self.connections, self.calls = connections, list[Any]()
        self.done = threading.Event()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            for answers in self.connections:
                connection, _ = self.listener.accept()
                with connection, connection.makefile("rb") as calls:
                    for answer in answers:
                        self.answer(connection, calls, answer)

    def answer(self, connection: socket.socket, calls: BinaryIO, replies: Any) -> None:
        call = b""
        while not call.endswith(b"\0"):
            letter = calls.read(1)
            if not letter:
                raise ConnectionError
            call += letter
        self.calls.append(json.loads(call[:-1]))
        if replies is HANG:
            self.done.wait()
            return
        if replies is TRICKLE:
            while not self.done.wait(0.02):
                connection.sendall(b" ")
            return
        for reply in replies:
            connection.sendall(json.dumps(reply).encode() + b"\0")

    def stop(self) -> None:
        self.done.set()
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()


class WithAServer(unittest.TestCase):
    @contextlib.contextmanager
    def server(self, *connections: list[Any]) -> Iterator[Server]:
        with tempfile.TemporaryDirectory() as folder:
            self.path = folder + "/socket"
            server = Server(self.path, list(connections))
            try:
                yield server
            finally:
                server.stop()


class Calling(WithAServer):
    replies = [
        [{"parameters": {"rev": 3, "layoutRev": 2}}],
        [{"error": "io.framewire.v1.UnknownScene", "parameters": {"scene": "a", "known": []}}],
        [{"parameters": {"metrics": {"views": 1}}}],
    ]

    def test_calls_are_answered_in_order_and_an_error_ends_nothing(self) -> None:
        with self.server(self.replies) as server, framewire.connect(self.path) as daemon:
            applied = daemon.apply([{"op": "variable", "name": "gap", "value": 24}], scene="a", wait="solved")
            self.assertEqual(applied, {"rev": 3, "layoutRev": 2})
            self.assertRaises(UnknownScene, daemon.snapshot, scene="a")
            self.assertEqual(daemon.stats()["metrics"], {"views": 1})
        ops = [{"op": "variable", "name": "gap", "value": 24}]
        self.assertEqual(
            server.calls[0], {"method": "io.framewire.v1.Apply", "parameters": {"ops": ops, "scene": "a", "wait": "solved"}})

    def test_the_same_with_asyncio_of_tasks_that_share_a_connection(self) -> None:
        async def main() -> None:
            async with await aio.connect(self.path) as daemon:
                calls = daemon.apply([]), daemon.snapshot(), daemon.stats()
                applied, snapshot, stats = await asyncio.gather(*calls, return_exceptions=True)
                self.assertEqual(applied, {"rev": 3, "layoutRev": 2})
                self.assertIsInstance(snapshot, UnknownScene)
                self.assertEqual(stats, {"metrics": {"views": 1}})

        with self.server(self.replies):
            asyncio.run(main())

    def test_a_connection_whose_answer_did_not_come_in_time_is_used_up(self) -> None:
        with self.server([HANG]), framewire.connect(self.path, timeout=0.05) as daemon:
            self.assertRaisesRegex(Disconnected, "in time", daemon.stats)
            self.assertRaises(Disconnected, daemon.stats)

    def test_an_answer_that_comes_in_pieces_has_no_more_time_than_any(self) -> None:
        with self.server([TRICKLE]), framewire.connect(self.path, timeout=0.2) as daemon:
            self.assertRaisesRegex(Disconnected, "in time", daemon.stats)

    def test_with_asyncio_too_also_if_a_task_is_cancelled(self) -> None:
        async def main() -> None:
            daemon = await aio.connect(self.path, timeout=0.05)
            with self.assertRaisesRegex(Disconnected, "in time"):
                await daemon.stats()
            daemon = await aio.connect(self.path)
            with self.assertRaises(TimeoutError):
                await asyncio.wait_for(daemon.stats(), 0.05)
            with self.assertRaises(Disconnected):
                await daemon.stats()

        with self.server([HANG], [HANG]) as server:
            threading.Timer(0.2, server.done.set).start()
            asyncio.run(main())

    def test_nobody_at_the_socket(self) -> None:
        self.assertRaisesRegex(Disconnected, "no daemon at /nowhere/socket", framewire.connect, "/nowhere/socket")
        with self.assertRaisesRegex(Disconnected, "no daemon at /nowhere/socket"):
            asyncio.run(aio.connect("/nowhere/socket"))


class Following(WithAServer):
    connections = [
        [[event("snapshot", 1, views=[ROOT]), event("heartbeat", 1), event("delta", 2, base=1, set=[0, 0, 0, 8, 8])]],
        [[event("delta", 3, base=2, removed=[0]), event("bye", 3, reason="scene 'demo' was closed")]],
    ]

    def test_a_loop_goes_on_over_connections_and_ends_with_the_scene(self) -> None:
        with self.server(*self.connections) as server:
            scene = framewire.follow("demo", socket_path=self.path, filter=framewire.DRAW)
            self.assertEqual([(frame.rev, len(frame.views)) for frame in scene], [(1, 1), (2, 1), (3, 0)])
        self.assertEqual([call["parameters"].get("since") for call in server.calls], [None, 2])
        self.assertEqual(server.calls[1]["parameters"]["filter"], framewire.DRAW)

    def test_the_same_with_asyncio(self) -> None:
        async def main() -> list[tuple[int, int]]:
            scene = aio.follow("demo", socket_path=self.path, mode="every")
            return [(frame.rev, len(frame.views)) async for frame in scene]

        with self.server(*self.connections) as server:
            self.assertEqual(asyncio.run(main()), [(1, 1), (2, 1), (3, 0)])
        self.assertEqual(server.calls[1]["parameters"], {"scene": "demo", "mode": "every", "epoch": "a", "since": 2})

    def test_a_loop_that_was_left_goes_on_where_it_was(self) -> None:
        later = [event("delta", 2, base=1, removed=[0]), event("bye", 2, reason="scene 'demo' was closed")]
        with self.server([[event("snapshot", 1, views=[ROOT])]], [later]) as server:
            scene = framewire.follow("demo", socket_path=self.path)
            for frame in scene:
                break
            self.assertEqual([frame.rev for frame in scene], [2])
        self.assertEqual(server.calls[1]["parameters"]["since"], 1)

    def test_without_reconnecting_the_end_is_told(self) -> None:
        with self.server(*self.connections[:1]):
            scene = framewire.follow("demo", socket_path=self.path, reconnect=False)
            self.assertRaises(Disconnected, list, scene)
        with self.server(*self.connections[:1]):

            async def main() -> None:
                async for _ in aio.follow("demo", socket_path=self.path, reconnect=False):
                    pass

            self.assertRaises(Disconnected, asyncio.run, main())

    def test_silence_is_the_end_of_a_connection_if_heartbeats_were_asked_for(self) -> None:
        with self.server([HANG]):
            scene = framewire.follow("demo", socket_path=self.path, reconnect=False, heartbeatMs=20)
            self.assertRaisesRegex(Disconnected, "silent", list, scene)
        with self.server([HANG]) as server:

            async def main() -> None:
                async for _ in aio.follow("demo", socket_path=self.path, reconnect=False, heartbeatMs=20):
                    pass

            self.assertRaisesRegex(Disconnected, "silent", asyncio.run, main())

    def test_another_thread_ends_a_loop_that_waits_for_an_event(self) -> None:
        with self.server([[event("snapshot", 1, views=[])], HANG]):
            with framewire.follow("demo", socket_path=self.path) as scene:
                for _ in scene:
                    threading.Timer(0.05, scene.close).start()
        self.assertEqual(scene.mirror.rev, 1)

    def test_another_thread_ends_a_loop_that_waits_for_a_daemon(self) -> None:
        scene = framewire.follow("demo", socket_path="/nowhere/socket")
        threading.Timer(0.2, scene.close).start()
        self.assertEqual(list(scene), [])


class Watching(WithAServer):
    def test_it_prints_a_table_and_what_is_wrong(self) -> None:
        child = {**ROOT, "id": 1, "path": "a.b\x1b[2J", "parent": 0, "frame": [1, 2.5, 3, 4], "text": "te\nxt"}
        span = {"file": "demo.layout", "line": 7, "column": 1, "endLine": 7, "endColumn": 2}
        complaint = {"code": "E1", "severity": "error", "message": "no view 'x'", "span": span}
        events = [
            event("snapshot", 1, views=[ROOT, child], settled=True),
            event("diagnostics", 1, state="stale", diagnostics=[complaint]),
            event("delta", 2, base=1, changed=[{"id": 1, "hidden": True}]),
            event("bye", 2, reason="its file is gone"),
        ]
        with self.server([events]), mock.patch.object(sys, "argv", ["framewire", "watch", "--socket", self.path]):
            with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(io.StringIO()) as told:
                self.assertEqual(__main__.main(), 0)
        first, _, second, _ = printed.getvalue().split("\n\n")
        row = "  b\N{REPLACEMENT CHARACTER}[2J".ljust(32)
        root = "root".ljust(32) + "        0        0        9        9"
        self.assertEqual(
            first.splitlines(),
            ["revision 1", root, row + "        1      2.5        3        4  te\N{REPLACEMENT CHARACTER}xt"])
        self.assertEqual(
            second.splitlines(),
            [
                "revision 2, moving",
                root,
                row + "        1      2.5        3        4  hidden",
                "demo.layout:7: error: no view 'x'",
            ],
        )
        self.assertIn("its file is gone", told.getvalue())


class Addresses(unittest.TestCase):
    def test_the_socket_is_where_the_protocol_says(self) -> None:
        uid = os.geteuid()
        for environment, wanted in (
            ({"FRAMEWIRE_SOCKET": "/a/b", "XDG_RUNTIME_DIR": "/run/user/1"}, "/a/b"),
            ({"XDG_RUNTIME_DIR": "/run/user/1"}, "/run/user/1/framewire/default.sock"),
            ({"XDG_RUNTIME_DIR": "relative"}, "/tmp/framewire-%d/default.sock" % uid),
            ({}, "/tmp/framewire-%d/default.sock" % uid),
        ):
            with mock.patch.dict(os.environ, environment, clear=True):
                self.assertEqual(framewire.default_socket(), wanted)


if __name__ == "__main__":
    unittest.main()
