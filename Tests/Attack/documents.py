"""Attacks by documents: small texts that ask for much work, and large ones."""

import time

import layouts
from wire import Answer, encoded


def check(stage, text):
    stage.start()
    message = encoded("Check", text=text)
    with stage.attacked():
        stage.send(message)


def check_required(stage):
    """Check of views with three required inequalities about random others each."""
    check(stage, layouts.tangle(stage.size(1000, 12), ">=", ""))


def check_wishes(stage):
    """Check of views with three wishes about random others each."""
    check(stage, layouts.tangle(stage.size(2000, 30), "==", "@500"))


def check_swings(stage):
    """Check of conditions in a ring, each undoing the next."""
    check(stage, layouts.swings(stage.size(1000, 20)))


def check_baselines(stage):
    """Check of a row of wrapping texts on one baseline."""
    check(stage, layouts.baselines(stage.size(1000, 10)))


def load(stage, text):
    stage.start()
    message = encoded("Load", text=text, name="attack.layout")
    with stage.attacked():
        stage.send(message)


def load_row(stage):
    """Load of a long row whose widths are all coupled."""
    load(stage, layouts.row(stage.size(10_000, 60)))


def load_names(stage):
    """Load of 22 KB of text that come to gigabytes of names."""
    # In the short form too: what must not happen is that they are made.
    load(stage, layouts.long_names(99_000, 22_500))


def load_nested_names(stage):
    """Load of three loops in each other, with long names."""
    load(stage, layouts.nested_names(stage.size(46, 8), 7000))


def save_names(stage):
    """The same text in a saved file, and a restart with the file still there."""
    stage.start()
    with stage.attacked():
        stage.daemon.save("names.layout", layouts.long_names(stage.size(99_000, 300), 22_500))
        stage.sync()
    stage.daemon.kill()
    seconds, _ = stage.start()
    stage.note(Answer(seconds, result={}))


def save_doubled_lets(stage):
    """Half a kilobyte of values that each read the one before twice, saved again and again, and checked."""
    count = stage.size(23, 8)
    stage.start()
    with stage.attacked():
        for width in range(1, 4):
            stage.daemon.save("doubled.layout", layouts.doubled_lets(count, width))
            stage.sync()
        stage.ask("Check", text=layouts.doubled_lets(count, 1))


def imports(stage):
    """A save at the end of a long chain of imports, and a Check at its beginning."""
    count = stage.size(400, 12)
    for number in range(count):
        stage.daemon.save(f"c{number}.layout", layouts.link(number, count))
    stage.start()
    stage.sync()
    stage.finding.answers.clear()
    with stage.attacked():
        stage.daemon.save(f"c{count - 1}.layout", "let unit = 8\n")
        stage.sync()
        stage.ask("Check", path=stage.daemon.layout("c0.layout"))


def big_document(stage):
    """Tens of thousands of views, saved, subscribed to by five, saved again, and loaded."""
    views = stage.size(60_000, 500)
    first, second = layouts.pile(views, 10), layouts.pile(views, 20)
    message = encoded("Load", text=first.replace("layout pile", "layout other"), name="other.layout")
    stage.start()
    with stage.attacked():
        stage.daemon.save("pile.layout", first)
        stage.sync("pile")
        streams = [stage.connect() for _ in range(5)]
        for stream in streams:
            since = time.monotonic()
            stream.send(encoded("Subscribe", flags={"more": True}, scene="pile"))
            snapshot = stage.note(stream.receive_answer(since))
            seen = len(((snapshot.result or {}).get("event") or {}).get("views") or [])
            stage.expect(seen == views + 1, f"a snapshot with {seen} views of {views + 1}")
        since = time.monotonic()
        stage.daemon.save("pile.layout", second)
        for stream in streams:
            stage.note(stream.receive_answer(since))
            stream.close()
        stage.send(message)


def pictures(stage):
    """As many pictures as a document may name, none of them there: saved, loaded and checked."""
    stage.start()
    with stage.attacked():
        for number in range(stage.size(3, 1)):
            names = [f"{number}-{index}" for index in range(stage.size(1000, 50))]
            text = "layout many { " + "; ".join(
                f'image i{index} {{ image: "{name}.png" }}' for index, name in enumerate(names)) + " }"
            stage.daemon.save("many.layout", text)
            stage.sync()
            stage.ask("Load", text=text.replace("many", "loaded"), name=f"loaded{number}.layout")
            stage.ask("Check", text=text)


def long_tokens(stage):
    """Saved files that are one long word each, which a complaint quotes."""
    letters = stage.size(15_000_000, 100_000)
    stage.start()
    with stage.attacked():
        for text in ("layout a {{ box b width {} }}", 'import "{}" as i\nlayout a {{ }}',
                     'layout a {{ image i {{ image: "{}" }} }}', "layout a {{ box {0}; box {0} }}"):
            stage.daemon.save("long.layout", text.format("q" * letters))
            stage.sync()
    stage.expect(len(stage.daemon.output) < 100_000, f"{len(stage.daemon.output)} bytes of log")


ATTACKS = [check_required, check_wishes, check_swings, check_baselines, load_row, load_names, load_nested_names,
           save_names, save_doubled_lets, imports, big_document, pictures,
           long_tokens]
