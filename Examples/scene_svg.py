#!/usr/bin/env python3
"""A picture of a scene as it is now: SVG on standard output.

usage: scene_svg.py SCENE [SOCKET]

A renderer that needs nothing but Python's standard library. It computes no layout and breaks no line: every number
comes from the daemon. Read `draw`; the rest is the way there.
"""

import json
import os
import socket
import sys
from xml.sax.saxutils import escape, quoteattr

FIELDS = ["frame", "hidden", "alpha", "clips", "text", "scroll", "look", "lines"]
# Views of which the file says nothing get a hairline, so that bare layouts can be read.
HAIRLINE = 'fill="none" stroke="black" stroke-opacity="0.2" stroke-width="0.5"'


def default_socket():
    """Where the daemon and its clients meet without being told."""
    if os.environ.get("FRAMEWIRE_SOCKET"):
        return os.environ["FRAMEWIRE_SOCKET"]
    runtime = os.environ.get("XDG_RUNTIME_DIR") or ""
    folder = runtime + "/framewire" if runtime.startswith("/") else "/tmp/framewire-%d" % os.geteuid()
    return folder + "/default.sock"


def snapshot(address, scene):
    """One call and its reply, each a JSON object and a NUL byte."""
    call = {"method": "io.framewire.v1.Snapshot", "parameters": {"scene": scene, "filter": {"fields": FIELDS}}}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        connection.sendall(json.dumps(call).encode() + b"\0")
        received = b""
        while not received.endswith(b"\0"):
            part = connection.recv(65536)
            if not part:
                raise SystemExit("the daemon closed the connection")
            received += part
    reply = json.loads(received[:-1])
    if "error" in reply:
        raise SystemExit("%s %s" % (reply["error"], json.dumps(reply["parameters"])))
    return reply["parameters"]["event"]


def shape(view, look):
    """The view's own rectangle: filled, with its border along the inside of its edge."""
    _, _, width, height = view["frame"]
    border = look.get("border", 0)
    paint = HAIRLINE
    if "background" in look or border:
        paint = "fill=%s" % quoteattr(look.get("background", "none"))
        if border:
            paint += " stroke=%s stroke-width=\"%g\"" % (quoteattr(look.get("borderColor", "black")), border)
    size = (max(0, width - border), max(0, height - border), max(0, look.get("radius", 0) - border / 2))
    return '<rect x="%g" y="%g" width="%g" height="%g" rx="%g" %s/>' % (border / 2, border / 2, *size, paint)


def draw(view, children, looks):
    """A view, and then what is in it: later siblings are over earlier ones."""
    if view.get("hidden"):
        return
    look = looks.get(view.get("look"), {})
    x, y, width, height = view["frame"]
    clip = ""
    if view.get("clips"):
        corners = look.get("radius", 0)
        shape_of = (view["id"], width, height, corners)
        print('<clipPath id="c%d"><rect width="%g" height="%g" rx="%g"/></clipPath>' % shape_of)
        clip = ' clip-path="url(#c%d)"' % view["id"]
    print('<g transform="translate(%g %g)" opacity="%g"><g%s>' % (x, y, view.get("alpha", 1), clip))
    print(shape(view, look))
    if "image" in look:
        name = escape(look["image"]["path"])
        cross = "M0 0L%g %gM0 %gL%g 0" % (width, height, height, width)
        print('<path d="%s" %s><title>%s</title></path>' % (cross, HAIRLINE, name))
    font = look.get("font", {})
    colour = look.get("color", "black") if view.get("text") else "gray"  # a placeholder
    for line in view.get("lines", []):
        start, direction, length = line["x"], "", ' textLength="%g"' % line["width"]
        if line.get("rtl"):  # it begins at its right end
            start, direction = line["x"] + line["width"], ' direction="rtl"'
        if view.get("truncated") == "clip" and line is view["lines"][-1]:  # it goes on, and is cut without an ellipsis
            edge = (view["id"], line["x"], line["width"])
            print('<clipPath id="t%d"><rect x="%g" width="%g" height="100%%"/></clipPath>' % edge)
            length = ' clip-path="url(#t%d)"' % view["id"]
        print('<text x="%g" y="%g"%s font-size="%g" font-weight="%d" font-family=%s fill=%s%s>%s</text>' % (
            start, line["baseline"], length, font["size"], font["weight"],
            quoteattr(font.get("family", "sans-serif")), quoteattr(colour), direction, escape(line["text"])))
    left, top = 0, 0
    if "scroll" in view:  # what is in it counts from its content
        offset_x, offset_y, _, _, inset_top, inset_left, _, _ = view["scroll"]
        left, top = inset_left - offset_x, inset_top - offset_y
    print('<g transform="translate(%g %g)">' % (left, top))
    for child in children.get(view["id"], []):
        draw(child, children, looks)
    print("</g></g></g>")


def main():
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    event = snapshot(sys.argv[2] if len(sys.argv) > 2 else default_socket(), sys.argv[1])
    if not event["views"]:
        raise SystemExit("there is nothing to see yet: the file has mistakes")
    looks = {look["id"]: look for look in event.get("looks", [])}
    children = {}
    for view in event["views"]:
        children.setdefault(view.get("parent"), []).append(view)
    _, _, width, height = event["views"][0]["frame"]
    print('<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g">' % (width, height))
    print('<rect width="100%" height="100%" fill="white"/>')
    for root in children.get(None, []):
        draw(root, children, looks)
    print("</svg>")


if __name__ == "__main__":
    main()
