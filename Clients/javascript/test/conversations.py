"""The conversations of Clients/conformance as JSON, with all that a server says in them as bytes in hex.

For a client that cannot be reached through a socket: one in a browser.
"""

import json
import os
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../conformance")
sys.path.insert(0, FOLDER)

import recorded  # noqa: E402


class Writer(recorded.Server):
    """Writes down what it would have said."""

    def __init__(self, encoding):
        self.encoding, self.is_upgraded, self.said = encoding, False, []

    def send(self, data, chunks=None):
        self.said.append({"bytes": data.hex(), "chunks": chunks or 0})


def written(conversation, encoding):
    writer, steps = Writer(encoding), []
    for line, step in conversation.steps:
        if any(name in step for name in ("event", "send", "sendText", "hex")):
            recorded.take(step, writer, None)
            steps += [{"line": line, "say": said} for said in writer.said]
            writer.said = []
        else:
            writer.is_upgraded = writer.is_upgraded and "close" not in step
            steps.append({"line": line, **step})
    return {"name": conversation.name, "encoding": encoding, "options": conversation.options, "steps": steps}


print(json.dumps([
    written(conversation, encoding)
    for conversation in recorded.conversations(os.path.join(FOLDER, "conversations"))
    for encoding in conversation.encodings
]))
