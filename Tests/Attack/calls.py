"""Attacks by calls that ask for much at once."""

import os

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


def parts(things):
    """Cut into as many as a call may have operations."""
    return [things[start : start + 2048] for start in range(0, len(things), 2048)]


def flags(numbers):
    ops = [{"op": "flag", "name": f"f{number}", "value": True} for number in numbers]
    return encoded("Apply", scene="card", ops=ops)


ATTACKS = [calm, appends, get_names, get_flags, flags_in_batches]
