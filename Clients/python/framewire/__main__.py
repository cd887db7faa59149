"""`python -m framewire watch [SCENE]`: a table of a scene, printed anew whenever something moves."""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
from collections.abc import Iterator

from . import Diagnostic, FramewireError, Mirror, View, default_socket, follow

CLEAR = "\x1b[H\x1b[2J"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m framewire", description="Looks at scenes of a running daemon.")
    commands = parser.add_subparsers(dest="command", required=True)
    watch = commands.add_parser("watch", help="a table of a scene, printed anew whenever something moves")
    watch.add_argument("scene", nargs="?", help="the only one if left out")
    watch.add_argument("--socket", default=default_socket(), help="the daemon's: %(default)s")
    watch.add_argument("--encoding", choices=["json", "fw1"], default="json", help="of the stream: %(default)s")
    given = parser.parse_args()
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    try:
        show(given.scene, given.socket, given.encoding)
    except FramewireError as error:
        print("framewire: %s" % error, file=sys.stderr)
        return 1
    except (KeyboardInterrupt, BrokenPipeError):
        # Python writes what is left when it ends, and would complain once more.
        sys.stdout = None
    return 0


def show(name: str | None, socket_path: str, encoding: str) -> None:
    complaints: list[Diagnostic] = []
    scene = follow(
        name, socket_path=socket_path, encoding="fw1" if encoding == "fw1" else "json", diagnostics=True
    )
    for event in scene.events():
        if event["kind"] == "diagnostics":
            complaints = event.get("diagnostics", [])
        elif event["kind"] == "bye":
            print(printable(event.get("reason", "")), file=sys.stderr)
            continue
        elif event["kind"] not in ("snapshot", "delta"):
            continue
        lines = list(table(scene.mirror, complaints))
        if sys.stdout.isatty():
            # What does not fit would push the beginning out.
            size = shutil.get_terminal_size()
            print(CLEAR + "\n".join(line[: size.columns] for line in lines[: size.lines - 1]), flush=True)
        else:
            print("\n".join(lines), end="\n\n", flush=True)


def table(mirror: Mirror, complaints: list[Diagnostic]) -> Iterator[str]:
    """The lines to be printed: the views in the order in which they are drawn, then what is wrong with the file."""
    yield "revision %d%s" % (mirror.rev, "" if mirror.settled else ", moving")
    children = mirror.children()
    # Not by functions that call themselves: how deep views are in views is for others to say.
    waiting = [(root, 0) for root in reversed(children.get(None, []))]
    while waiting:
        view, depth = waiting.pop()
        yield row(view, depth)
        waiting += [(child, depth + 1) for child in reversed(children.get(view["id"], []))]
    for complaint in complaints:
        span = complaint.get("span")
        place = "%s:%d: " % (span["file"], span["line"]) if span else ""
        yield printable("%s%s: %s" % (place, complaint["severity"], complaint["message"]))


def row(view: View, depth: int) -> str:
    x, y, width, height = view["frame"]
    name = "  " * depth + view["path"].rpartition(".")[2]
    shown = "hidden" if view.get("hidden") else view.get("text", "")
    return printable("%-32s %8g %8g %8g %8g  %s" % (name, x, y, width, height, shown)).rstrip()


def printable(text: str) -> str:
    """What others wrote is shown and not obeyed by the terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


if __name__ == "__main__":
    sys.exit(main())
