#!/usr/bin/env python3
"""Times Yoga and Taffy on the layouts of W1, W2, W4 and W5, said as boxes.

    box_workloads.py FILE CAP (yoga|taffy) SYSTEM VIEWS   ->   one line of `name value` pairs, times in nanoseconds

FILE is not read: a box model is given a tree, not rows. What is timed is the library's own call alone; the tree and
its styles are made before. `build` is the first layout of a tree, `resize` another width of the root, `edit` one
gap or height. `sum` is of all frames, counted from the root, so that who called it can see that they are the same.
W3 has no twin (its cards are as high as the higher of two columns, and its badges pull), nor has W6.
"""
import math
import statistics
import sys
import time


class Box:
    def __init__(self, children=(), isView=True, **style):
        self.children, self.isView, self.style = children, isView, style


def nesting(size):
    box = last = Box(inset=1) if size > 1 else None
    for _ in range(size - 2):
        box = Box([box], inset=1)
    width = 2 * size + 390
    return Box([box], width=width, height=2 * size + 844), width * 1.1, last, dict(inset=1, left=3)


def wide_list(size):
    items = [Box(height=20 + (index * 37) % 45, top=8) for index in range(1, size)]
    last = items[-1]
    root = Box(items, width=390, padding=(16, 0, 16, 8))
    return root, 429, last, dict(last.style, height=last.style["height"] + 10)


def grid(size):
    columns = max(1, math.isqrt(size - 1))
    count = (size - 1) // columns
    rows = [
        Box([Box(grow=1, left=8) for _ in range(columns)], isView=False, isRow=True, grow=1, top=8) for _ in range(count)
    ]
    root = Box(rows, width=40 * columns + 8, height=30 * count + 8, padding=(0, 0, 8, 8))
    return root, 44 * columns + 8, rows[-1].children[-1], dict(grow=1, left=12)


def chat(size):
    bubbles = []
    for index in range((size - 1) // 2):
        text = Box(width=40 + (index * 97) % 400, height=20 * (1 + (index * 7) % 5), shrink=1)
        style = dict(isRow=True, padding=(10, 8, 10, 8), top=6, left=12, right=12, most=70, atEnd=index % 3 == 0)
        bubbles.append(Box([text], **style))
    last = bubbles[-1].children[0]
    root = Box(bubbles, width=390, padding=(0, 0, 0, 6))
    return root, 429, last, dict(last.style, height=last.style["height"] + 20)


SYSTEMS = {"W1": nesting, "W2": wide_list, "W4": grid, "W5": chat}


class Yoga:
    def __init__(self, root):
        from poga import libpoga_capi as yoga

        self.yoga, self.config = yoga, yoga.YGConfigNew()
        yoga.YGConfigSetPointScaleFactor(self.config, 0)
        self.root = self.make(root)

    def make(self, box):
        box.yoga = self.yoga.YGNodeNewWithConfig(self.config)
        self.style(box, box.style)
        for index, child in enumerate(box.children):
            self.yoga.YGNodeInsertChild(box.yoga, self.make(child), index)
        return box.yoga

    def style(self, box, style):
        yoga, node, edges = self.yoga, box.yoga, self.yoga.YGEdge
        for name, edge in (("left", edges.Left), ("top", edges.Top), ("right", edges.Right)):
            if name in style and "inset" not in style:
                yoga.YGNodeStyleSetMargin(node, edge, style[name])
        for edge, size in zip((edges.Left, edges.Top, edges.Right, edges.Bottom), style.get("padding", ())):
            yoga.YGNodeStyleSetPadding(node, edge, size)
        if "inset" in style:
            yoga.YGNodeStyleSetPositionType(node, yoga.YGPositionType.Absolute)
            for edge in (edges.Left, edges.Top, edges.Right, edges.Bottom):
                isLeft = edge == edges.Left
                yoga.YGNodeStyleSetPosition(node, edge, style.get("left", 1) if isLeft else style["inset"])
        if style.get("isRow"):
            yoga.YGNodeStyleSetFlexDirection(node, yoga.YGFlexDirection.Row)
        if "grow" in style:
            yoga.YGNodeStyleSetFlexGrow(node, style["grow"])
            yoga.YGNodeStyleSetFlexBasis(node, 0)
        if "shrink" in style:
            yoga.YGNodeStyleSetFlexShrink(node, style["shrink"])
        if "most" in style:
            yoga.YGNodeStyleSetMaxWidthPercent(node, style["most"])
            yoga.YGNodeStyleSetAlignSelf(node, yoga.YGAlign.FlexEnd if style["atEnd"] else yoga.YGAlign.FlexStart)
        if "width" in style:
            yoga.YGNodeStyleSetWidth(node, style["width"])
        if "height" in style:
            yoga.YGNodeStyleSetHeight(node, style["height"])

    def layout(self):
        yoga, call = self.yoga, self.yoga.YGNodeCalculateLayout
        nothing, direction = yoga.YGUndefined, yoga.YGDirection.LTR
        start = time.thread_time()
        call(self.root, nothing, nothing, direction)
        return time.thread_time() - start

    def frame(self, box):
        yoga, node = self.yoga, box.yoga
        return (
            yoga.YGNodeLayoutGetLeft(node), yoga.YGNodeLayoutGetTop(node), yoga.YGNodeLayoutGetWidth(node),
            yoga.YGNodeLayoutGetHeight(node))


class Taffy:
    def __init__(self, root):
        import stretchable.style as style
        from stretchable import taffylib
        from stretchable.style.geometry.size import SizeAvailableSpace

        self.names, self.library, self.tree = style, taffylib, taffylib.init()
        taffylib.disable_rounding(self.tree)
        self.layoutOf = taffylib.PyLayout()
        self.space = SizeAvailableSpace.default().to_dict()
        self.root = self.make(root)

    def make(self, box):
        box.taffy = self.library.node_create(self.tree, self.styled(box.style))
        for child in box.children:
            self.library.node_add_child(self.tree, box.taffy, self.make(child))
        return box.taffy

    def styled(self, style):
        names = self.names
        found = dict(flex_direction=names.FlexDirection.ROW if style.get("isRow") else names.FlexDirection.COLUMN)
        found["display"] = names.Display.FLEX
        found["flex_shrink"] = style.get("shrink", 0)
        if "inset" in style:
            one = style["inset"]
            found["position"] = names.Position.ABSOLUTE
            found["inset"] = names.Rect(one, one, one, style.get("left", one))
        else:
            found["margin"] = names.Rect(style.get("top", 0), style.get("right", 0), 0, style.get("left", 0))
        if "padding" in style:
            left, top, right, bottom = style["padding"]
            found["padding"] = names.Rect(top, right, bottom, left)
        if "grow" in style:
            found.update(flex_grow=style["grow"], flex_basis=0)
        if "most" in style:
            found["max_size"] = names.Size(width=style["most"] * names.PCT, height=names.AUTO)
            found["align_self"] = names.AlignSelf.FLEX_END if style["atEnd"] else names.AlignSelf.FLEX_START
        found["min_size"] = names.Size(width=0, height=0)
        found["size"] = names.Size(width=style.get("width", names.AUTO), height=style.get("height", names.AUTO))
        return names.Style(**found).to_dict()

    def style(self, box, style):
        self.library.node_set_style(self.tree, box.taffy, self.styled(style))

    def layout(self):
        call, arguments = self.library.node_compute_layout_with_measure, (self.tree, self.root, self.space, self.measure)
        start = time.thread_time()
        call(*arguments)
        return time.thread_time() - start

    @staticmethod
    def measure(*_):
        # Has to be there; no box of these trees has contents, so none is asked.
        return (0.0, 0.0)

    def frame(self, box):
        layout = self.layoutOf
        self.library.node_get_layout(self.tree, box.taffy, layout)
        return layout.x, layout.y, layout.width, layout.height


def total(library, box, left=0.0, top=0.0):
    x, y, width, height = library.frame(box)
    left, top = left + x, top + y
    below = sum(total(library, child, left, top) for child in box.children)
    return below + (left + top + width + height if box.isView else 0)


def say(name, seconds):
    print(name, "%.1f" % (statistics.median(seconds) * 1e9), end=" ", flush=True)


def main():
    cap, library, system, size = float(sys.argv[2]), sys.argv[3], sys.argv[4], int(sys.argv[5])
    sys.setrecursionlimit(10 * size + 1000)
    if system not in SYSTEMS:
        return print("done")
    library = {"yoga": Yoga, "taffy": Taffy}[library]
    builds, start = [], time.perf_counter()
    # To make the styles of 1,000 boxes takes stretchable a second.
    while len(builds) < 11 and (not builds or time.perf_counter() - start < cap / 2):
        root, wider, last, edited = SYSTEMS[system](size)
        tree = library(root)
        builds.append(tree.layout())
    say("build", builds)
    print("sum %.17g" % total(tree, root), end=" ")
    for name, box, changed in (
        ("resize", root, dict(root.style, width=float(round(wider)))), ("edit", last, edited),
    ):
        original, times = box.style, []
        while len(times) < 31 and (len(times) < 3 or sum(times) < cap / 4):
            tree.style(box, changed if len(times) % 2 == 0 else original)
            times.append(tree.layout())
        say(name, times)
        tree.style(box, original)
        tree.layout()
    print("done")


main()
