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
    """Thousands of views put into a stack by one Apply."""
    views, times = stage.size((5000, 15_000), (50, 150))
    stage.daemon.save("drawer.layout", layouts.drawer(views))
    stage.start()
    ops = [{"op": "append", "view": "pile", "value": [f"store.b[{number % views}]"]} for number in range(times)]
    message = encoded("Apply", scene="drawer", ops=ops)
    stage.sync("drawer")
    stage.finding.answers.clear()
    with stage.attacked():
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
    stage.send(flags(range(count)))
    stage.finding.answers.clear()
    message = encoded("Get", scene="card", names=[f"f{number}" for number in range(count)])
    with stage.attacked():
        stage.ask("Get", scene="card")
        stage.send(message)


def flags_in_batches(stage):
    """Hundreds of thousands of flags set, some thousands a call."""
    batch, batches = stage.size((20_000, 30), (400, 5))
    stage.start()
    messages = [flags(range(batch * part, batch * (part + 1))) for part in range(batches)]
    with stage.attacked():
        for message in messages:
            stage.send(message)
    journal = os.path.getsize(stage.daemon.journal) / 1e6
    stage.tell(f"the journal has {journal:.1f} MB")
    stage.expect(journal <= 64, "the journal has more than 64 MB")


def flags(numbers):
    ops = [{"op": "flag", "name": f"f{number}", "value": True} for number in numbers]
    return encoded("Apply", scene="card", ops=ops)


ATTACKS = [calm, appends, get_names, get_flags, flags_in_batches]
