#!/usr/bin/env python3
"""Drives a running framewire with the varlink client from PyPI, as it is, and a real folder of layouts.

usage: varlink_client.py SOCKET FOLDER TOOL STORY

Each story is one function below and ends the process with 0 when everything in it held. Stories wait for what should
happen, 30 seconds at most, and never for a time. The folder holds CARD as card.layout, which is scene `card`.
"""

import copy
import os
import socket
import subprocess
import sys

import varlink

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Examples"))
import scene_table

INTERFACE = "io.framewire.v1"
PATIENCE = 30

CARD = """layout card {
  box first leading 10 top 20 width WIDTH height 30
  box second leading 16 #inset top 60 height 30 {
    config main { width 40 }
    config wide { width 200 }
  }
}
"""


TITLE = """layout title size 400, 100 {
  label a "What is too long is truncated" lines: 1 pin top.leading height 20 {
    config wide { width 350 }
    config narrow { width 50 }
  }
}
"""


class Folder:
    """The files that the daemon serves."""

    def __init__(self, path):
        self.path = path

    def file(self, name):
        return os.path.join(self.path, name)

    def save(self, name, text):
        with open(self.file(name), "w") as file:
            file.write(text)

    def save_card(self, width):
        self.save("card.layout", CARD.replace("WIDTH", str(width)))


class Scene:
    """A subscription and the picture that its events make, as the protocol says they do."""

    def __init__(self, client, name):
        self.name = name
        self.connection = client.open(INTERFACE)
        self.events = self.connection.Subscribe(scene=name, diagnostics=True, _more=True)
        self.views = {}
        self.rev = None
        self.layout_rev = None
        self.state = "ok"
        self.diagnostics = []

    def next(self):
        """Waits for an event and applies it: removed, views, set, changed."""
        event = next(self.events)["event"]
        kind = event["kind"]
        if kind == "snapshot":
            self.views = {}
        elif kind == "delta":
            assert event["base"] == self.rev, f"{event} does not continue revision {self.rev}"
        elif kind == "diagnostics":
            assert event["rev"] == self.rev and event["layoutRev"] == self.layout_rev, event
            self.state, self.diagnostics = event["state"], event["diagnostics"] or []
            return event
        for removed in event.get("removed") or []:
            del self.views[removed]
        for view in event.get("views") or []:
            self.views[view["id"]] = view
        numbers = event.get("set") or []
        for start in range(0, len(numbers), 5):
            self.views[int(numbers[start])]["frame"] = numbers[start + 1 : start + 5]
        for change in event.get("changed") or []:
            view = self.views[change["id"]]
            for name in set(view) - {"id", "path", "kind", "parent", "index", "frame"}:
                del view[name]
            view.update(change)
        self.rev, self.layout_rev = event["rev"], event["layoutRev"]
        return event

    def wait(self, kind):
        """The next event of a kind; those before it are applied too."""
        while True:
            event = self.next()
            if event["kind"] == kind:
                return event

    def frame(self, path):
        return next(view["frame"] for view in self.views.values() if view["path"] == path)

    def agrees_with(self, client):
        """Whether the daemon's own picture is the same."""
        with client.open(INTERFACE) as connection:
            event = connection.Snapshot(scene=self.name)["event"]

        def shown(views):
            # A change always says these two, a record only when they are not this.
            return [{"hidden": False, "alpha": 1} | view for view in views]

        return event["rev"] == self.rev and shown(event["views"]) == shown(self.views.values())


# Stories


def introspection(client, folder, tool):
    info = client.get_interfaces()
    assert set(info) >= {"org.varlink.service", INTERFACE}, info
    with client.open("org.varlink.service") as service:
        about = service.GetInfo()
        assert about["product"] == "framewire" and about["vendor"] == "Framewire", about
        description = service.GetInterfaceDescription(INTERFACE)["description"]
    assert description.splitlines()[0].startswith("#") and f"interface {INTERFACE}" in description
    with client.open(INTERFACE) as connection:
        for method in ["Open", "Close", "ListScenes", "Load", "Snapshot", "Subscribe", "Apply", "Sync", "Stats"]:
            assert callable(getattr(connection, method)), method
        scenes = connection.ListScenes()["scenes"]
    assert [scene["name"] for scene in scenes] == ["card"] and scenes[0]["state"] == "ok", scenes


def errors(client, folder, tool):
    with client.open(INTERFACE) as connection:
        try:
            connection.Snapshot(scene="crad")
            raise AssertionError("there is no such scene")
        except varlink.VarlinkError as error:
            assert error.error() == f"{INTERFACE}.UnknownScene", error
            assert error.parameters() == {"scene": "crad", "known": ["card"]}, error
        try:
            connection.Stream(scene="card", encoding="fw1")
            raise AssertionError("it has to be called with upgrade")
        except varlink.VarlinkError as error:
            assert error.error() == "org.varlink.service.InvalidParameter", error
            assert error.parameters() == {"parameter": "upgrade"}, error
        reasons = connection.Explain(scene="card", view="first")["attributes"]
        assert [reason["name"] for reason in reasons] == ["left", "width", "top", "height"], reasons
        assert connection.Stats()["metrics"]["scenes"] == 1


def snapshot(client, folder, tool):
    with client.open(INTERFACE) as connection:
        event = connection.Snapshot(scene="card")["event"]
    assert event["kind"] == "snapshot" and event["rev"] == 2 and event["settled"] is True, event
    assert [view["path"] for view in event["views"]] == ["root", "first", "second"], event
    assert event["views"][1]["frame"] == [10, 20, 100, 30], event


def save(client, folder, tool):
    scene = Scene(client, "card")
    assert scene.next()["kind"] == "snapshot"
    folder.save_card(150)
    event = scene.next()
    assert event["kind"] == "delta" and event["cause"] == "file:" + folder.file("card.layout"), event
    assert len(event["set"]) == 5 and not event.get("views") and not event.get("removed"), event
    assert scene.frame("first") == [10, 20, 150, 30]
    assert scene.agrees_with(client)


def mistake(client, folder, tool):
    scene = Scene(client, "card")
    before = scene.next()
    folder.save("card.layout", CARD.replace("WIDTH", "nowhere.width"))
    event = scene.next()
    assert event["kind"] == "diagnostics" and event["state"] == "stale", event
    complaint = event["diagnostics"][0]
    assert complaint["severity"] == "error" and "nowhere" in complaint["message"], complaint
    assert complaint["span"]["line"] == 2 and complaint["span"]["column"] == 37, complaint
    assert scene.rev == before["rev"] and scene.frame("first") == [10, 20, 100, 30]
    assert scene.agrees_with(client)

    folder.save_card(160)
    assert scene.next()["kind"] == "delta" and scene.frame("first") == [10, 20, 160, 30]
    event = scene.next()
    assert event["kind"] == "diagnostics" and event["state"] == "ok" and event["diagnostics"] == [], event


def undone_mistake(client, folder, tool):
    scene = Scene(client, "card")
    before = scene.next()
    folder.save("card.layout", CARD.replace("WIDTH", ""))
    assert scene.next()["state"] == "stale"
    # The very bytes of before: nothing moves, but everybody is told that all is well.
    folder.save_card(100)
    event = scene.next()
    assert event["kind"] == "diagnostics" and event["state"] == "ok" and event["diagnostics"] == [], event
    assert scene.rev == before["rev"]


def use(client, folder, tool):
    scene = Scene(client, "card")
    scene.next()
    subprocess.run([tool, "use", "wide", "--scene", "card"], check=True, timeout=PATIENCE)
    event = scene.next()
    assert event["kind"] == "delta" and event["cause"] == "apply", event
    assert scene.frame("second") == [16, 60, 200, 30]
    subprocess.run([tool, "use", "--clear"], check=True, timeout=PATIENCE)
    scene.next()
    assert scene.frame("second") == [16, 60, 40, 30]

    with client.open(INTERFACE) as connection:
        ops = [{"op": "config", "view": "second", "name": "wide"}, {"op": "constant", "name": "#inset", "value": 7.5}]
        reply = connection.Apply(scene="card", ops=ops)
    event = scene.next()
    assert event["rev"] == reply["rev"] and scene.frame("second") == [7.5, 60, 200, 30]


def contents(client, folder, tool):
    """Also in the picture that the example keeps."""
    folder.save("title.layout", TITLE)
    with client.open(INTERFACE) as connection:
        connection.Sync(scene="title")
    scene = Scene(client, "title")
    example = scene_table.Picture()
    # Events come as objects of their own; the two pictures are not to share them.
    example.apply(copy.deepcopy(scene.next()))
    for name, how in [("narrow", "tail"), ("wide", None), ("narrow", "tail"), ("wide", None)]:
        subprocess.run([tool, "use", name, "--scene", "title"], check=True, timeout=PATIENCE)
        example.apply(copy.deepcopy(scene.next()))
        for picture in [scene, example]:
            assert picture.views[1].get("truncated") == how, picture.views
        assert scene.agrees_with(client), scene.views


def twenty_saves(client, folder, tool):
    scene = Scene(client, "card")
    first = scene.next()["rev"]
    for width in range(101, 121):
        folder.save_card(width)
        assert scene.next()["kind"] == "delta"
        assert scene.frame("first") == [10, 20, width, 30]
    assert scene.rev == first + 20
    assert scene.agrees_with(client)


def saves_in_a_hurry(client, folder, tool):
    scene = Scene(client, "card")
    scene.next()
    for width in range(101, 121):
        folder.save_card(width)
    # On a busy machine this program may be stopped between emptying a file and filling it, long enough for the daemon
    # to believe that it is empty and to say so.
    while scene.frame("first") != [10, 20, 120, 30]:
        scene.wait("delta")
    assert scene.agrees_with(client)


def same_bytes(client, folder, tool):
    scene = Scene(client, "card")
    first = scene.next()["rev"]
    for _ in range(3):
        folder.save_card(100)
        with client.open(INTERFACE) as connection:
            assert connection.Sync(scene="card")["rev"] == first
    folder.save_card(101)
    assert scene.next()["rev"] == first + 1


def editors(client, folder, tool):
    scene = Scene(client, "card")
    revision = scene.next()["rev"]
    path = folder.file("card.layout")

    def like_vim(width):
        # A swap file, the old file moved aside as a backup, the new one written, both helpers removed.
        for name, action in [(".card.layout.swp", "w"), ("4913", "w")]:
            open(folder.file(name), action).close()
        os.remove(folder.file("4913"))
        os.rename(path, path + "~")
        folder.save_card(width)
        os.remove(path + "~")
        os.remove(folder.file(".card.layout.swp"))

    def like_emacs(width):
        # A new file beside it, moved over the old one.
        folder.save("#card.layout#", CARD.replace("WIDTH", str(width)))
        os.rename(folder.file("#card.layout#"), path)

    def sed(width):
        subprocess.run(["sed", "-i", f"s/width [0-9]* height/width {width} height/", path], check=True)

    def in_pieces(width):
        # Emptied first, then written bit by bit: what is half there is no mistake yet.
        with open(path, "w") as file:
            for character in CARD.replace("WIDTH", str(width)):
                file.write(character)
                file.flush()

    for width, way in enumerate([like_vim, like_emacs, sed, in_pieces] * 3, start=200):
        way(width)
        event = scene.next()
        assert event["kind"] == "delta", (way.__name__, event)
        assert scene.frame("first") == [10, 20, width, 30], way.__name__
        revision += 1
        assert scene.rev == revision, way.__name__


def imports(client, folder, tool):
    folder.save("tokens.layout", "let inset = 12\n")
    for name in ["one", "two"]:
        text = 'import "tokens.layout" as t\nlayout %s { box a leading t.inset top 0 width 10 height 10 }\n' % name
        folder.save(name + ".layout", text)
        with client.open(INTERFACE) as connection:
            connection.Sync(scene=name)
    scenes = {name: Scene(client, name) for name in ["one", "two", "card"]}
    for name, scene in scenes.items():
        scene.next()

    folder.save("tokens.layout", "let inset = 34\n")
    for name in ["one", "two"]:
        event = scenes[name].next()
        assert event["kind"] == "delta" and event["base"] == 1 and event["rev"] == 2, event
        assert event["cause"].startswith("file:"), event
        assert scenes[name].frame("a") == [34, 0, 10, 10]

    folder.save("tokens.layout", "let inset =\n")
    for name in ["one", "two"]:
        event = scenes[name].next()
        assert event["state"] == "stale" and event["diagnostics"][0]["span"]["file"].endswith("tokens.layout"), event
    # Who does not import it hears nothing of all this.
    revision = scenes["card"].rev
    folder.save_card(101)
    assert scenes["card"].next()["base"] == revision


def deleted(client, folder, tool):
    scene = Scene(client, "card")
    scene.next()
    os.remove(folder.file("card.layout"))
    event = scene.next()
    assert event["kind"] == "diagnostics" and event["state"] == "stale", event
    assert scene.agrees_with(client)
    folder.save_card(170)
    scene.wait("delta")
    assert scene.frame("first") == [10, 20, 170, 30]
    event = scene.next()
    assert event["state"] == "ok" and event["diagnostics"] == [], event


STORIES = [
    introspection, errors, snapshot, save, mistake, undone_mistake, use, contents, twenty_saves, saves_in_a_hurry, same_bytes,
    editors, imports, deleted,
]


def main():
    address, path, tool, wanted = sys.argv[1:]
    # Whoever waits longer fails with what it waited for.
    socket.setdefaulttimeout(PATIENCE)
    os.environ["FRAMEWIRE_SOCKET"] = address
    [story] = [story for story in STORIES if story.__name__ == wanted]
    folder = Folder(path)
    folder.save_card(100)
    with varlink.Client("unix:" + address) as client:
        with client.open(INTERFACE) as connection:
            assert connection.Sync(scene="card")["state"] == "ok"
        story(client, folder, tool)


if __name__ == "__main__":
    main()
