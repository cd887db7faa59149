#!/usr/bin/env python3
"""Whether renderers in different languages draw the same: SVG pictures of every scene of a folder of layouts.

usage: pictures.py --binary FRAMEWIRE LAYOUTS RENDERER RENDERER…

A RENDERER is a line for the shell that draws $SCENE of the daemon at $SOCKET into $FILE. What they draw is compared,
and not how they write it: rectangles and lines of text in their order, where they come to stand in the picture, and
what they are painted with.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from live import Daemon
from probing import PATIENCE, Failure, wait_until

# Points. Renderers may write fewer digits than there are.
TOLERANCE = 0.01

NUMBERS = {"rect": ["width", "height", "rx", "stroke-width"], "text": ["textLength", "font-size", "font-weight"]}
PAINT = ["fill", "stroke", "font-family", "direction"]


def shapes(svg):
    """What is drawn, in order: a kind, numbers, and words."""
    found = []

    def visit(element, x, y, alpha):
        kind = element.tag.rpartition("}")[2]
        moved = re.fullmatch(r"translate\(([^ ,]+)[ ,]+([^ ,]+)\)", element.get("transform", "translate(0 0)"))
        x, y, alpha = x + float(moved[1]), y + float(moved[2]), alpha * float(element.get("opacity", 1))
        if kind in NUMBERS:
            place = x + length(element, "x"), y + length(element, "y"), alpha
            numbers = [*place, *(length(element, name) for name in NUMBERS[kind])]
            found.append((kind, numbers, [element.get(name) for name in PAINT], "".join(element.itertext())))
        # Clips are said with rectangles too, which stand where they are used.
        for child in element:
            visit(child, x, y, alpha)

    visit(xml.etree.ElementTree.fromstring(svg), 0, 0, 1)
    return found


def length(element, name):
    return float(element.get(name, "0").removesuffix("%"))


def expect_same(scene, first, other):
    for place, (one, two) in enumerate(zip(first, other)):
        near = len(one[1]) == len(two[1]) and all(abs(a - b) <= TOLERANCE for a, b in zip(one[1], two[1]))
        if not near or (one[0], *one[2:]) != (two[0], *two[2:]):
            raise Failure("%s: shape %d is %s, not %s" % (scene, place, two, one))
    if len(first) != len(other):
        raise Failure("%s: there are %d shapes, not %d" % (scene, len(other), len(first)))


def draw(renderer, daemon, scene, file):
    environment = {**os.environ, "SCENE": scene, "SOCKET": daemon.socket, "FILE": file, "FRAMEWIRE_SOCKET": daemon.socket}
    run = subprocess.run(renderer, shell=True, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    if run.returncode != 0:
        raise Failure("%s: %s: %s" % (scene, renderer, run.stderr))
    with open(file, encoding="utf-8") as drawn:
        return shapes(drawn.read())


def compare(daemon, renderers):
    """Returns how many scenes and shapes were the same."""
    scenes = []

    def are_there():
        scenes[:] = daemon.call("ListScenes")["scenes"]
        return scenes and all(scene["state"] == "ok" and scene["views"] for scene in scenes)

    wait_until(are_there, "not all scenes are shown")
    count = 0
    for scene in sorted(scene["name"] for scene in scenes):
        first, *others = [draw(renderer, daemon, scene, daemon.folder + "/picture.svg") for renderer in renderers]
        for other in others:
            expect_same(scene, first, other)
        count += len(first)
    return len(scenes), count


def main():
    parser = argparse.ArgumentParser(description="Whether renderers in different languages draw the same.")
    parser.add_argument("--binary", required=True, metavar="FRAMEWIRE")
    parser.add_argument("layouts", metavar="LAYOUTS")
    parser.add_argument("renderers", nargs="+", metavar="RENDERER")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(given.binary, folder)
        try:
            for name in os.listdir(given.layouts):
                if name.endswith(".layout"):
                    shutil.copy(os.path.join(given.layouts, name), daemon.layouts)
            daemon.start()
            print("%d scenes with %d shapes are the same" % compare(daemon, given.renderers))
        except Failure as failure:
            sys.exit(str(failure))
        finally:
            daemon.stop()


if __name__ == "__main__":
    main()
