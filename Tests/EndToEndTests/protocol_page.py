"""Follows a scene by the code of Documentation/protocol.md, changes it, and compares with a new snapshot.

usage: protocol_page.py PAGE SOCKET SCENE
"""

import json
import re
import socket
import sys

page, address, scene = sys.argv[1:]
exec(re.search(r"```python\n(.*?)```", open(page).read(), re.S).group(1))
FILTER = {"fields": ["frame", "hidden", "alpha", "clips", "text", "scroll", "look", "lines"]}


class Connection:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(address)
        self.rest = b""

    def send(self, method, parameters, **others):
        call = {"method": "io.framewire.v1." + method, "parameters": parameters, **others}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            part = self.socket.recv(65536)
            assert part, "the daemon closed the connection"
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        reply = json.loads(message)
        assert "error" not in reply, reply
        return reply["parameters"]

    def call(self, method, parameters):
        self.send(method, parameters)
        return self.receive()


stream, calls = Connection(), Connection()
stream.send("Subscribe", {"scene": scene, "filter": FILTER}, more=True)
views, looks, rev, deltas = {}, {}, 0, 0
steps = [
    {"op": "variable", "name": "tint", "value": "#00ff00"},
    {"op": "text", "view": "t", "value": "another text, which is longer and takes more lines"},
    {"op": "hidden", "view": "a", "value": True},
    {"op": "flag", "name": "wide", "value": True},
    {"op": "variable", "name": "tint", "value": "#0000ff"},
]
for step in steps:
    answer = calls.call("Apply", {"scene": scene, "ops": [step]})
    while rev < answer["rev"]:
        event = stream.receive()["event"]
        take_in(event, views, looks)
        rev = event["rev"]
        deltas += event["kind"] == "delta"
    event = calls.call("Snapshot", {"scene": scene, "filter": FILTER})["event"]
    assert event["rev"] == rev
    wanted = {view["id"]: view for view in event["views"]}
    for view in list(views.values()) + list(wanted.values()):
        # What is as by default may be said or not.
        view.setdefault("hidden", False), view.setdefault("alpha", 1)
    assert views == wanted, (step, views, wanted)
    for look in event["looks"]:
        assert looks[look["id"]] == look, (step, looks, look)
assert deltas >= len(steps) - 1, deltas
print("as it is, after %d deltas" % deltas)
