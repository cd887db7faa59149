"""Attacks by calls that ask for much at once."""

import os
import random
import time

import layouts
from wire import encoded


def calm(stage):
    """Nothing at all: what the others are to be compared with."""
    stage.start()
    with stage.attacked():
        stage.ask("ListScenes")


def appends(stage):
    """Thousands of views put into a stack by one Apply, which is too much, and by as many as it takes."""
    views, times = stage.size((5000, 15_000), (50, 150))
    stage.daemon.save("drawer.layout", layouts.drawer(views))
    stage.start()
    ops = [{"op": "append", "view": "pile", "value": [f"store.b[{number % views}]"]} for number in range(times)]
    messages = [encoded("Apply", scene="drawer", ops=some) for some in [ops, *parts(ops)]]
    stage.sync("drawer")
    stage.finding.answers.clear()
    with stage.attacked():
        for message in messages:
            stage.send(message)


def get_names(stage):
    """Get of nearly a hundred thousand names."""
    stage.start()
    message = encoded("Get", scene="card", names=[f"n{number}" for number in range(stage.size(95_000, 2000))])
    with stage.attacked():
        stage.send(message)


def get_flags(stage):
    """Get in a scene with thousands of flags set, of all and of each."""
    count = stage.size(16_000, 400)
    stage.start()
    for part in parts(range(count)):
        stage.send(flags(part))
    stage.finding.answers.clear()
    message = encoded("Get", scene="card", names=[f"f{number}" for number in range(count)])
    with stage.attacked():
        stage.ask("Get", scene="card")
        stage.send(message)


def flags_in_batches(stage):
    """Hundreds of thousands of flags set, some thousands a call, which is all or too much."""
    count, too_many = stage.size((600_000, 20_000), (2000, 1000))
    stage.start()
    messages = [flags(part) for part in parts(range(count))] + [flags(range(too_many))] * 10
    with stage.attacked():
        for message in messages:
            stage.send(message)
    journal = os.path.getsize(stage.daemon.journal) / 1e6
    stage.tell(f"the journal has {journal:.1f} MB")
    stage.expect(journal <= 64, "the journal has more than 64 MB")


def mixed_calls(stage):
    """Random operations of every kind, with saves between them, in a scene that animates. A restart shows the same."""
    stage.daemon.save("mixed.layout", layouts.mixed())
    stage.start()
    stage.sync("mixed")
    stage.finding.answers.clear()
    chance = random.Random(12)
    with stage.attacked(), stage.connect() as caller:
        for turn in range(stage.size(600, 60)):
            ops = [operation(chance) for _ in range(chance.randint(1, 4))]
            stage.note(caller.ask(encoded("Apply", scene="mixed", ops=ops)))
            if chance.random() < 0.1:
                names = chance.choice([{}, {"rows": "others"}, {"left": "middle"}])
                stage.daemon.save("mixed.layout", layouts.mixed(chance.randint(0, 20), **names))
            time.sleep(stage.size(0.012, 0))  # No more calls than a connection may make.
    before = resting(stage)
    stage.daemon.kill()
    stage.start()
    after = resting(stage)
    stage.expect(before == after, f"after a restart {sorted(set(before.items()) ^ set(after.items()))[:6]}")


def operation(chance):
    """One of every kind; some are refused, as what they name is not there."""
    views = ["head", "bar", "one", "two", "three", "tags", "l", "free", "store", 'row["a"]', "nobody"]
    view, key = chance.choice(views), chance.choice("abcdef")
    number, switch = chance.randint(0, 300), chance.random() < 0.5
    record = {"id": key, "tall": number, "on": switch}
    name = chance.choice(["left", "middle", "top", "near"])
    rows = chance.choice(["rows", "rows", "rows", "others"])
    return chance.choice([
        {"op": "config", "name": chance.choice(["open", "shut", None])},
        {"op": "trait", "name": "style", "value": chance.choice(["dark", "light"])},
        {"op": "size", "value": [number + 200, number * 2 + 100]},
        {"op": "scale", "value": chance.choice([1, 2, 3])},
        {"op": "safe", "value": [number % 40, 0, number % 7, 0]},
        {"op": "margins", "value": [8, number % 9, 8, number % 9]},
        {"op": "keyboard", "value": [0, 500, 400, number % 100]},
        {"op": "variable", "name": "gap", "value": number % 30},
        {"op": "variable", "name": "title", "value": "words " * (number % 9)},
        {"op": "variable", "name": rows, "value": [record]},
        {"op": "constant", "name": name, "value": number},
        {"op": "priority", "name": name, "value": number * 3 + 1},
        {"op": "multiplier", "name": name, "value": number / 100},
        {"op": "active", "name": name, "value": switch},
        {"op": "flag", "name": "wide", "value": switch},
        {"op": "text", "view": view, "value": "some " * (number % 30)},
        {"op": "hidden", "view": view, "value": switch},
        {"op": "intrinsic", "view": view, "value": [number, 20, None, None]},
        {"op": "scroll", "view": "l", "value": [0, number]},
        {"op": "append", "view": chance.choice(["bar", "page", "tags"]), "value": [view]},
        {"op": "remove", "value": [view]},
        {"op": "arrange", "view": "bar", "value": chance.sample(["one", "two", "store"], 2)},
        {"op": "arrange", "view": "bar"},
        {"op": "insert", "name": rows, "value": [record], "at": number % 3},
        {"op": "change", "name": rows, "key": key, "value": {"tall": number}},
        {"op": "move", "name": rows, "value": [key], "at": number % 3},
        {"op": "delete", "name": rows, "value": [key]},
        {"op": "reset", "name": chance.choice(["configs", "traits", "values", "views"])},
        {"op": "reset"},
    ]) | chance.choice([{}, {}, {"animate": switch}])


def resting(stage):
    """What is shown when nothing moves any more, by the paths of views."""
    stage.sync("mixed")
    time.sleep(1)
    views = stage.ask("Snapshot", scene="mixed").result["event"]["views"]
    paths = {view["id"]: view["path"] for view in views}
    for view in views:
        view["parent"] = paths.get(view.get("parent"))
    return {view["path"]: str({name: view[name] for name in view if name not in ("path", "id")}) for view in views}


def parts(things):
    """Cut into as many as a call may have operations."""
    return [things[start : start + 2048] for start in range(0, len(things), 2048)]


def flags(numbers):
    ops = [{"op": "flag", "name": f"f{number}", "value": True} for number in numbers]
    return encoded("Apply", scene="card", ops=ops)


ATTACKS = [calm, appends, get_names, get_flags, flags_in_batches, mixed_calls]
