"""Attacks by lists of records, by what is made of them, and by containers that break their lines."""

import layouts
from wire import encoded


def apply(*operations):
    return encoded("Apply", scene="rows", ops=list(operations))


def inserted(keys, text="", **place):
    return {"op": "insert", "name": "rows", "value": [{"id": key, "text": text} for key in keys], **place}


def with_rows(stage):
    stage.daemon.save("rows.layout", layouts.rows())
    stage.start()
    stage.sync("rows")
    stage.finding.answers.clear()


def records_in_batches(stage):
    """Tens of thousands of records, put in, changed, moved and taken out in batches."""
    batch, batches = stage.size(20_000, 100), stage.size(4, 2)
    with_rows(stage)
    keys = [[f"k{number}-{index}" for index in range(batch)] for number in range(batches)]
    changes = [{"op": "change", "name": "rows", "key": key, "value": {"text": "other"}} for key in keys[0][:4096]]
    messages = [apply(inserted(some)) for some in keys] + [apply(*changes)]
    messages += [apply({"op": "move", "name": "rows", "value": some, "at": 0}) for some in keys]
    messages += [apply({"op": "delete", "name": "rows", "value": some}) for some in keys]
    with stage.attacked():
        for message in messages:
            stage.send(message)
        views = stage.ask("Snapshot", scene="rows")
    stage.expect(stage.finding.answers[-1].error is None, f"no snapshot afterwards: {views.word}")


def records_one_by_one(stage):
    """Thousands of calls that put in one record each, at the beginning."""
    count = stage.size(3000, 50)
    with_rows(stage)
    stage.send(apply(inserted([f"old{number}" for number in range(stage.size(3000, 50))])))
    messages = [apply(inserted([f"k{number}"], at=0)) for number in range(count)]
    with stage.attacked(), stage.connect() as caller:
        for message in messages[: stage.size(500, 50)]:
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


ATTACKS = [records_in_batches, records_one_by_one, records_hostile_keys, records_of_texts, records_nested, grid_spans,
           nested_flows]
