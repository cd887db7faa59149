"""Attacks by lists of records, by what is made of them, and by containers that break their lines."""

import contextlib
import time

import layouts
from calls import parts
from wire import encoded


def apply(*operations, scene="rows"):
    return encoded("Apply", scene=scene, ops=list(operations))


def inserted(keys, text="", **place):
    return {"op": "insert", "name": "rows", "value": [{"id": key, "text": text} for key in keys], **place}


def all_of(records):
    return {"op": "variable", "name": "rows", "value": records}


def with_rows(stage, text=None):
    stage.daemon.save("rows.layout", text or layouts.rows())
    stage.start()
    stage.sync("rows")
    stage.finding.answers.clear()


def records_in_batches(stage):
    """Tens of thousands of records, put in, changed, moved and taken out in batches."""
    batch, batches = stage.size(20_000, 100), stage.size(4, 2)
    with_rows(stage)
    keys = [[f"k{number}-{index}" for index in range(batch)] for number in range(batches)]
    changes = [{"op": "change", "name": "rows", "key": key, "value": {"text": "other"}} for key in keys[0][:4096]]
    messages = [apply(inserted(some)) for some in keys] + [apply(*some) for some in parts(changes)]
    messages += [apply({"op": "move", "name": "rows", "value": some, "at": 0}) for some in keys]
    messages += [apply({"op": "delete", "name": "rows", "value": some}) for some in keys]
    with stage.attacked():
        for message in messages:
            stage.send(message)
        views = stage.ask("Snapshot", scene="rows")
    stage.expect(stage.finding.answers[-1].error is None, f"no snapshot afterwards: {views.word}")


def records_one_by_one(stage):
    """Hundreds of calls that put in one record each, at the beginning."""
    count = stage.size(500, 50)
    with_rows(stage)
    stage.send(apply(inserted([f"old{number}" for number in range(stage.size(3000, 50))])))
    messages = [apply(inserted([f"k{number}"], at=0)) for number in range(count)]
    with stage.attacked(), stage.connect() as caller:
        for message in messages:
            stage.note(caller.ask(message))


def records_hostile_keys(stage):
    """Keys that a terminal would obey, that look like paths, and that are long; and keys that are nearly those."""
    with_rows(stage)
    signs = ["\x1b]52;c;aGk=\x07", "\n", "\u009b31m", '"]["', "a.b", "\\", "", " ", "\u202e", "é", "e\u0301", "😀"]
    long = [f"{number}" + "k" * stage.size(4000, 40) for number in range(stage.size(1500, 20))]
    near = [key[:-1] + "l" for key in long[:50]]
    messages = [apply(inserted(signs)), apply(inserted(long))]
    messages += [apply({"op": "delete", "name": "rows", "value": [key]}) for key in near + ["\x1b[2J"]]
    with stage.attacked():
        for message in messages:
            answer = stage.send(message)
        stage.expect(answer.error == "BadOperation", f"a key that is not there: {answer.word}")
        stage.ask("Get", scene="rows")


def records_of_texts(stage):
    """As many records as a list may have, each with a text."""
    count = stage.size(100_000, 300)
    with_rows(stage)
    messages = [
        apply(inserted([f"{number}" for number in range(first, first + count // 4)], "some words in a row " * 3))
        for first in range(0, count, count // 4)]
    with stage.attacked():
        for message in messages:
            stage.send(message)


def records_nested(stage):
    """Records in records in records, in a file and set from outside, with views in them and without."""
    count = stage.size(1000, 100)
    for name, inside in (("deep", "box b size 1"), ("empty", "for n in none by n.id { box b size 1 }")):
        stage.daemon.save(f"{name}.layout", layouts.nested_rows(name, 1, 3, inside))
    stage.start()
    stage.sync("deep")
    stage.finding.answers.clear()
    with stage.attacked():
        for name, inside in (("deep", "box b size 1"), ("empty", "for n in none by n.id { box b size 1 }")):
            records = [{"id": f"{number}"} for number in range(count)]
            insertion = {"op": "insert", "name": "rows", "value": records}
            answer = stage.send(encoded("Apply", scene=name, ops=[insertion]))
            stage.expect(answer.error == "BadOperation", f"{count} records in themselves, {name}: {answer.word}")
            stage.ask("Check", text=layouts.nested_rows("file", count, 3, inside))


def records_that_glide(stage):
    """Dozens of scenes of hundreds of rows that glide, each followed by somebody who does not read, set anew on their way."""
    scenes, count = stage.size(40, 3), stage.size(500, 20)
    with_rows(stage, layouts.gliding_rows())
    names = [f"s{number}" for number in range(scenes)]
    for name in names:
        stage.ask("Open", layout="rows", scene=name)
    with contextlib.ExitStack() as stack, stage.attacked():
        for name in names:
            stack.enter_context(stage.connect()).send(encoded("Subscribe", flags={"more": True}, scene=name))
        for turn in range(stage.size(6, 2)):
            records = [{"id": f"{number * 7 % count + turn * 5}", "tall": number * (turn + 3) % 60} for number in range(count)]
            for name in names:
                stage.send(apply(all_of(records), scene=name))
            time.sleep(stage.size(0.1, 0.01))


def records_with_choices(stage):
    """Thousands of rows of eight looks each, all of which change, turn around and are scrolled while they glide."""
    with_rows(stage, layouts.chosen_rows())
    records = [
        {"id": f"{number}", "f": number % 2 > 0, "g": number % 4 > 1, "h": number % 8 > 3}
        for number in range(stage.size(8000, 50))]
    others = [{**record, "f": not record["f"]} for record in reversed(records)]
    with stage.attacked():
        for turn, some in enumerate([records, others] * 2):
            stage.send(apply(all_of(some)))
            stage.send(apply({"op": "scroll", "view": "l", "value": [0, 100 * turn]}))
            stage.send(apply({"op": "insert", "name": "rows", "value": [{**some[0], "id": f"new{turn}"}], "at": 0}))
            time.sleep(stage.size(0.2, 0.01))


def records_renamed(stage):
    """Saves that give a list, or a field, another name, with records for it right behind: the picture is of those."""
    def save(rows):
        stage.daemon.save(
            "rows.layout",
            f"var {rows}: list(id: number, f: flag) = [(id: 1, f: false)]\nlayout rows {{\n  vstack v {{\n"
            f"    for r in {rows} by r.id {{ box b size 15, 13 {{ if r.f {{ hidden }} }} }}\n  }}\n}}\n")
    save("former")
    stage.start()
    stage.sync("rows")
    renamed = apply({"op": "variable", "name": "later", "value": [{"id": 2, "f": True}, {"id": 3, "f": False}]})
    met = 0
    with stage.attacked(), stage.connect() as caller:
        for _ in range(stage.size(200, 30)):
            time.sleep(0.02)  # No more calls than a connection may make.
            save("former")
            caller.ask(apply({"op": "reset"}))
            caller.call("Sync", scene="rows")
            save("later")
            answer = caller.ask(renamed)
            while answer.error in ("UnknownName", "RateLimited"):  # It was faster than the save.
                time.sleep(0.002)
                answer = caller.ask(renamed)
            stage.expect(answer.is_answered, f"records for a list that was renamed: {answer.word}")
            if not answer.is_answered:
                break
            met += 1
            shown = caller.call("Snapshot", scene="rows")
            if shown.error == "RateLimited":
                continue
            paths = [view["path"] for view in shown.result["event"]["views"][2:]]
            if paths != ['v.b["2"]', 'v.b["3"]']:
                stage.expect(False, f"other rows are shown: {paths}")
                break
    stage.tell(f"{met} calls met a save")


def records_come_back(stage):
    """Records that are put into a list after all before them were taken out and its field renamed: a restart keeps them."""
    def save(field):
        stage.daemon.save(
            "rows.layout",
            f"var rows: list(id: text, {field}: number) = []\n"
            "layout rows { vstack v { for r in rows by r.id { box b size 5 } } }\n")
    save("former")
    stage.start()
    stage.sync("rows")
    records = [{"id": "x", "former": 1}]
    stage.send(apply({"op": "insert", "name": "rows", "value": records}, {"op": "flag", "name": "one", "value": True}))
    stage.send(apply({"op": "delete", "name": "rows", "value": ["x"]}))
    save("later")
    stage.sync("rows")
    stage.send(apply({"op": "flag", "name": "any", "value": True}))
    records = [{"id": "y", "later": 2}]
    stage.send(apply({"op": "insert", "name": "rows", "value": records}))
    stage.sync("rows")
    stage.daemon.kill()
    stage.start()
    with stage.attacked():
        stage.sync("rows")
        found = stage.ask("Get", scene="rows", names=["rows"]).result["values"][0]["value"]
    stage.expect(found == records, f"after a restart there is {found}")


def grid_spans(stage):
    """A grid of a hundred columns, with views that go over many of them."""
    stage.start()
    message = encoded("Check", text=layouts.grid(stage.size(3000, 30), stage.size(100, 10)))
    with stage.attacked():
        stage.send(message)


def nested_flows(stage):
    """Flows in flows, whose lines break as those around them leave room."""
    stage.start()
    message = encoded("Check", text=layouts.flows(stage.size(6, 2), 4))
    with stage.attacked():
        stage.send(message)


ATTACKS = [records_in_batches, records_one_by_one, records_hostile_keys, records_of_texts, records_nested,
           records_that_glide, records_with_choices, records_renamed, records_come_back, grid_spans, nested_flows]
