"""Where the daemon and its clients meet."""

from __future__ import annotations

import os


def default_socket() -> str:
    """The socket when nobody says which: `$FRAMEWIRE_SOCKET`, else one of the user's own."""
    named = os.environ.get("FRAMEWIRE_SOCKET")
    if named:
        return named
    runtime = os.environ.get("XDG_RUNTIME_DIR") or ""
    folder = runtime + "/framewire" if runtime.startswith("/") else "/tmp/framewire-%d" % os.geteuid()
    return folder + "/default.sock"
