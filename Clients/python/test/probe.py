"""Prints what the client understands of a scene, for Clients/conformance.

usage: probe.py SOCKET SCENE [--encoding json|fw1] [--fields a,b,…] [--mode latest|every] [--no-reconnect] [--asyncio]
"""

from __future__ import annotations

import argparse
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import framewire
from framewire import Event, FollowOptions, Mirror

LIMIT = 64 << 20
OTHERS = ("heartbeat", "lost", "bye", "diagnostics", "transition")


def show(event: Event, mirror: Mirror) -> None:
    """A line for what happened; none for what nobody knows."""
    if event["kind"] in ("snapshot", "delta"):
        views, looks = list(mirror.views.values()), list(mirror.looks.values())
        picture = {"kind": event["kind"], "rev": mirror.rev, "settled": mirror.settled, "views": views, "looks": looks}
        print(json.dumps(picture), flush=True)
    elif event["kind"] in OTHERS:
        print(json.dumps(event), flush=True)


def run_plain(given: argparse.Namespace, options: FollowOptions) -> None:
    scene = framewire.follow(
        given.scene,
        socket_path=given.socket,
        encoding=given.encoding,
        reconnect=not given.no_reconnect,
        limit=LIMIT,
        **options,
    )
    for event in scene.events():
        show(event, scene.mirror)


def run_async(given: argparse.Namespace, options: FollowOptions) -> None:
    import asyncio

    from framewire import aio

    async def follow() -> None:
        scene = aio.follow(
            given.scene,
            socket_path=given.socket,
            encoding=given.encoding,
            reconnect=not given.no_reconnect,
            limit=LIMIT,
            **options,
        )
        async for event in scene.events():
            show(event, scene.mirror)

    asyncio.run(follow())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("socket")
    parser.add_argument("scene")
    parser.add_argument("--encoding", choices=["json", "fw1"], default="json")
    parser.add_argument("--fields")
    parser.add_argument("--mode", choices=["latest", "every"])
    parser.add_argument("--no-reconnect", action="store_true")
    parser.add_argument("--asyncio", action="store_true")
    given = parser.parse_args()
    options: FollowOptions = {}
    if given.fields:
        options["filter"] = {"fields": given.fields.split(",")}
    if given.mode:
        options["mode"] = given.mode
    run = run_async if given.asyncio else run_plain
    try:
        run(given, options)
    except framewire.Disconnected:
        return 0
    except framewire.CallError as error:
        print(error, file=sys.stderr)
        return 1
    except framewire.ProtocolError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
