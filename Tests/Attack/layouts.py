"""Layouts that ask for much. The same arguments give the same text, so a table can be made again."""

import random

SEED = 20261


def tangle(views, relation, priority):
    """Each view has three constraints about random others."""
    chance = random.Random(SEED)
    lines = ["layout tangle {"]
    for number in range(views):
        others = (f"left {relation} b{chance.randrange(views)}.left + {chance.randrange(100)} {priority}" for _ in range(3))
        lines.append(f"  box b{number} {{ {'; '.join(others)} }}")
    return "\n".join(lines) + "\n}\n"


def row(views):
    """A row of fixed width in which each view's width is coupled with the one before it: one dense block."""
    lines = [f"layout row size {views * 20}, 100 {{"]
    for number in range(views):
        before = f"v{number - 1}"
        place = "leading == super.leading"
        if number:
            ratio = 1 + number % 3 * 0.5
            place = f"leading == {before}.trailing + 4; width == {ratio} * {before}.width @600"
        lines.append(
            f"  box v{number} height 20 top 0 {{ {place}; width >= {8 + number % 5}; width == {20 + number % 7} @500 }}")
    lines.append(f"  box last height 20 top 0 {{ leading == v{views - 1}.trailing; trailing == super.trailing; width == 0 }}")
    return "\n".join(lines) + "\n}\n"


def swings(views):
    """Conditions in a ring, each of which undoes the next."""
    lines = (
        f"  box b{n} {{ if b{(n + 1) % views}.width > 50 {{ width 10 }} else {{ width 100 }} }}\n" for n in range(views))
    return "layout swings {\n" + "".join(lines) + "}\n"


def baselines(texts):
    """A row of texts that wrap, all on one baseline."""
    label = 'label l "some words in a row" lines: 0'
    return f"layout lines {{ hstack v x fill items firstBaseline {{ for i in 0..<{texts} {{ {label} }} }} }}\n"


def long_names(copies, letters):
    """Few bytes of text that stand for many of names."""
    body = f"box {'n' * letters} left 0 top 0 width 1 height 1"
    return f"layout names {{\n  for i in 0..<{copies} {{ {body} }}\n}}\n"


def nested_names(copies, letters):
    """The same in three loops, with names in names."""
    names = [letter * letters for letter in "pqr"]
    inner = f"box {names[2]} left 0 top 0 width 1 height 1"
    for level in (1, 0):
        inner = f"box {names[level]} left 0 top 0 width 1 height 1 {{ for i{level} in 0..<{copies} {{ {inner} }} }}"
    return f"layout nested {{\n  for i in 0..<{copies} {{ {inner} }}\n}}\n"


def drawer(views):
    """A stack, and a drawer full of views that may be put into it."""
    return (
        "layout drawer {\n  vstack pile x fill top 0\n"
        f"  box store hidden {{ for i in 0..<{views} {{ box b height 4 width 4 leading 0 top 0 }} }}\n}}\n")


def pile(views, width):
    """Many independent views, the first of which is so wide."""
    return (
        f"layout pile {{\n  box first leading 0 top 0 width {width} height 4\n"
        f"  for i in 0..<{views - 1} {{ box b leading 0 top 4 width 4 height 4 }}\n}}\n")


def doubled_lets(count, width):
    """Values over a choice of the scene, each of which reads the one before twice."""
    lines = "".join(f"let v{number} = v{number - 1} + v{number - 1}\n" for number in range(1, count))
    return f"let v0 = {width} if flag(wide) else 2\n{lines}layout doubled {{ box b size 10 leading 0 top v{count - 1} }}\n"


def choices(views):
    """Views of which the scene chooses where they are."""
    return (
        "let edge = 8 if flag(wide) else 16\n"
        f"layout choices {{ for i in 0..<{views} {{ box b size edge leading edge top edge }} }}\n")


def link(number, of):
    """File `number` of a chain of imports."""
    if number == of - 1:
        return "let unit = 4\n"
    return f'import "c{number + 1}.layout" as next\nlet unit = 4\n'


def small(name):
    return f"layout {name} {{ box a leading 1 top 1 width 1 height 1 }}\n"


def rows():
    """A list that is set from outside, with a text for each record."""
    return (
        "layout rows size 400, 800 {\n  var rows: list(id: text, text: text) = []\n"
        "  for r in rows by r.id { label l text: r.text  leading 0  top 0  width 200  height 20 }\n}\n")


def gliding_rows():
    """A list of rows as high as their records say, which glide to their places."""
    return (
        "layout rows size 400, 800 {\n  var rows: list(id: text, tall: length) = []\n"
        "  list l fill stay: end { for r in rows by r.id animate 3s spring(0.3) { box b height r.tall } }\n}\n")


def chosen_rows():
    """Rows whose height follows from what three fields of their records say."""
    height = " + ".join(f"({number} if r.{field} else {number * 2})" for number, field in enumerate("fgh", 1))
    return (
        "layout rows size 400, 800 {\n  var rows: list(id: text, f: flag, g: flag, h: flag) = []\n"
        f"  list l fill stay: end {{ for r in rows by r.id animate 400ms {{ box b height {height} }} }}\n}}\n")


def mixed(gap=8, rows="rows", left="left"):
    """Something of each kind that calls may move: values, records, branches that animate, constraints, configurations."""
    return f"""var gap = {gap}
var title = "a title"
layout mixed size 400, 600 {{
  var {rows}: list(id: text, tall: length, on: flag) = [(id: "a", tall: 20, on: true), (id: "b", tall: 30, on: false)]
  vstack page fill gap gap {{
    label head text: title
    hstack bar gap gap {{
      box one width 40 height 20 {{ if flag(wide) animate 200ms {{ width 90 }} }}
      label two "two" width >= 30
      if flag(wide) {{ box three size 30 }}
    }}
    hflow tags gap 4 {{ for i in 0..<6 {{ box tag size 50, 20 {{ if i == 2 && flag(wide) {{ hidden }} }} }} }}
    list l {{
      for r in {rows} by r.id animate 300ms {{ box row height r.tall {{ if r.on {{ label mark "on" center }} }} }}
    }}
  }}
  box free size 40
  box store top 0 leading 0 size 25
  free.left == left + 10 @high #{left}
  free.top == top + 10 @800 #top
  free.left <= one.right + 5 @low #near
  if root.width > 450 animate 250ms {{ free.top == top + 90 }}
  config open {{ free.left == left + 160 }}
  config shut {{ one.width == 80 }}
}}
"""


def nested_rows(name, count, loops, inside):
    """Loops over the same records in each other."""
    records = ", ".join(f'(id: "{number}")' for number in range(count))
    heads = "".join(f"for r{number} in rows by r{number}.id {{ " for number in range(loops))
    return (
        f"layout {name} size 100, 100 {{\n  var rows: list(id: text) = [{records}]\n  var none: list(id: text) = []\n"
        f"  {heads}{inside}{' }' * loops}\n}}\n")


def grid(views, columns):
    """Views that go over one column up to nearly all of them."""
    cells = "".join(f"    box c{number} height 4 span {1 + number * 7 % columns}\n" for number in range(views))
    return f"layout cells size 2000, 4000 {{\n  grid g columns {columns} x fill top 0 {{\n{cells}  }}\n}}\n"


def flows(depth, views):
    """Flows of flows of so many views each."""
    def inside(level, name):
        if level == 0:
            return f"box {name} width {20 + len(name) % 7} height 10\n"
        return f"hflow {name} gap 2 {{\n" + "".join(inside(level - 1, f"v{level}_{n}") for n in range(views)) + "}\n"
    return f"layout flows size 300, 800 {{\n  hflow outer x fill top 0 {{\n{inside(depth, 'v')}  }}\n}}\n"


def colours(views, first):
    """Views of which no two look alike, in a dark and a light manner; others with each `first`."""
    lines = (
        f"  label l{n} text: \"{n + first}\" at 0, {n}, 100, 10 {{ background: #{(n + first) % (1 << 24):06x}; "
        f"if flag(dark) animate 2s {{ background: #{(n * 7 + first + 999) % (1 << 24):06x} }} }}\n"
        for n in range(views))
    return "layout colours size 400, 800 {\n" + "".join(lines) + "}\n"
