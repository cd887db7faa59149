#!/usr/bin/env python3
"""A picture of a scene, written anew whenever it changes: an SVG file.

usage: scene_svg.py SCENE FILE [--once]

Computes no layout and breaks no line: every number comes from the daemon, at $FRAMEWIRE_SOCKET or where it usually is.
Read `draw`; with `pip install ./Clients/python` the rest of a renderer is the loop at the end.
"""

import os
import sys
from xml.sax.saxutils import escape, quoteattr

import framewire

# Views of which the file says nothing get a hairline, so that bare layouts can be read.
HAIRLINE = 'fill="none" stroke="black" stroke-opacity="0.2" stroke-width="0.5"'


def shape(view, look):
    """The view's own rectangle: filled, with its border along the inside of its edge."""
    _, _, width, height = view["frame"]
    border = look.get("border", 0)
    paint = HAIRLINE
    if "background" in look or border:
        paint = "fill=%s" % quoteattr(look.get("background", "none"))
        if border:
            paint += ' stroke=%s stroke-width="%g"' % (quoteattr(look.get("borderColor", "black")), border)
    size = max(0, width - border), max(0, height - border), max(0, look.get("radius", 0) - border / 2)
    return '<rect x="%g" y="%g" width="%g" height="%g" rx="%g" %s/>' % (border / 2, border / 2, *size, paint)


def texts(view, look):
    """Each line where it was measured."""
    colour = look.get("color", "black") if view.get("text") else "gray"  # a placeholder
    for line in view.get("lines", []):
        font = look["font"]
        start, direction, length = line["x"], "", ' textLength="%g"' % line["width"]
        if line.get("rtl"):  # it begins at its right end
            start, direction = line["x"] + line["width"], ' direction="rtl"'
        if view.get("truncated") == "clip" and line is view["lines"][-1]:  # it goes on, and is cut without an ellipsis
            edge = view["id"], line["x"], line["width"]
            yield '<clipPath id="t%d"><rect x="%g" width="%g" height="100%%"/></clipPath>' % edge
            length = ' clip-path="url(#t%d)"' % view["id"]
        place = start, line["baseline"], length, font["size"], font["weight"]
        yield '<text x="%g" y="%g"%s font-size="%g" font-weight="%d"' % place
        family = quoteattr(font.get("family", "sans-serif"))
        yield " font-family=%s fill=%s%s>%s</text>" % (family, quoteattr(colour), direction, escape(line["text"]))


def draw(view, children, looks):
    """A view, and then what is in it: later siblings are over earlier ones."""
    if view.get("hidden"):
        return
    look = looks.get(view.get("look"), {})
    x, y, width, height = view["frame"]
    clip = ""
    if view.get("clips"):
        corners = view["id"], width, height, look.get("radius", 0)
        yield '<clipPath id="c%d"><rect width="%g" height="%g" rx="%g"/></clipPath>' % corners
        clip = ' clip-path="url(#c%d)"' % view["id"]
    yield '<g transform="translate(%g %g)" opacity="%g"><g%s>' % (x, y, view.get("alpha", 1), clip)
    yield shape(view, look)
    if "image" in look:
        cross = "M0 0L%g %gM0 %gL%g 0" % (width, height, height, width)
        yield '<path d="%s" %s><title>%s</title></path>' % (cross, HAIRLINE, escape(look["image"]["path"]))
    yield from texts(view, look)
    # What is in a scroll view counts from its content, whose corner is at the insets less the offset.
    left, top, _, _, inset_top, inset_left, _, _ = view.get("scroll", [0] * 8)
    yield '<g transform="translate(%g %g)">' % (inset_left - left, inset_top - top)
    for child in children.get(view["id"], []):
        yield from draw(child, children, looks)
    yield "</g></g></g>"


def picture(frame):
    """The whole file; nothing while there is nothing to see."""
    children = frame.children()
    for root in children.get(None, []):
        yield '<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g">' % tuple(root["frame"][2:])
        yield '<rect width="100%" height="100%" fill="white"/>'
        yield from draw(root, children, frame.looks)
        yield "</svg>\n"


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--once"]):
        raise SystemExit(__doc__)
    for frame in framewire.follow(sys.argv[1], filter=framewire.DRAW):
        # Another file first, then its name: whoever looks sees one picture or the other.
        with open(sys.argv[2] + "~", "w", encoding="utf-8") as file:
            file.write("\n".join(picture(frame)))
        os.replace(sys.argv[2] + "~", sys.argv[2])
        if sys.argv[3:]:
            break


if __name__ == "__main__":
    main()
