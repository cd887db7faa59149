"""A client of Framewire: calls to a daemon, and scenes that are followed.

    import framewire

    for frame in framewire.follow("login", filter=framewire.DRAW):
        print(frame.rev, frame.at("title"))

    with framewire.connect() as daemon:
        daemon.apply([{"op": "variable", "name": "gap", "value": 24}], scene="login")

`from framewire import aio` is the same for asyncio. Parameters and members are called as in the interface, which
Documentation/protocol.md explains.
"""

from . import _interface
from ._addresses import default_socket
from ._errors import CallError, Disconnected, FramewireError, ProtocolError
from ._following import Encoding
from ._interface import *
from ._mirror import Mirror, OutOfStep
from ._plain import Daemon, Scene, connect, follow

__all__ = [
    "CallError",
    "DRAW",
    "Daemon",
    "Disconnected",
    "Encoding",
    "FramewireError",
    "Mirror",
    "OutOfStep",
    "ProtocolError",
    "Scene",
    "connect",
    "default_socket",
    "follow",
]
__all__ += _interface.__all__

DRAW: Filter = {"fields": ["frame", "hidden", "alpha", "clips", "text", "scroll", "look", "lines"]}
"""What a renderer asks for: with it nothing has to be computed."""
