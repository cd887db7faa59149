"""Attacks on the terminal of whoever reads names: what a terminal obeys, in everything that has a name."""

import os
import subprocess

from wire import encoded

# Colours, the clipboard (OSC 52), the title with a bell, a C1 that begins a sequence, a line that is not one.
EVIL = ["\x1b[31mred\x1b]52;c;ZXZpbA==\x07", "\x1b]0;title\x07", "\u009b31m", "two\nlines", "back\rspace\b\x7f"]


def control_bytes(stage):
    """ESC, OSC 52 and line ends in files, scenes, texts and flags, read back through every verb."""
    daemon, plain = stage.daemon, "box a leading 0 top 0 width 1 height 1"
    for number, evil in enumerate(EVIL):
        daemon.save(f"{evil.replace('/', '')}.layout", f"layout e{number} {{ {plain} }}\n")
        daemon.save(f"{evil.replace('/', '')}-wrong.layout", f"layout w{number} {{ box {evil} }}\n")
        daemon.save(
            f"inside{number}.layout",
            f'// {evil}\nlayout inside{number} {{\n  label t "{evil}" top 0 leading 0\n  box `{evil}` width nosuch\n'
            f"  vstack s {{ {plain} }}\n  test \"{evil}\" {{ expect a.width == 2 }}\n}}\n")
    stage.start()
    with stage.attacked():
        for number, evil in enumerate(EVIL):
            stage.ask("Open", layout=f"e{number}", scene=evil)
            for scene in (evil, "card"):
                flag, text = {"op": "flag", "name": evil, "value": True}, {"op": "variable", "name": evil, "value": evil}
                trait = {"op": "trait", "name": evil, "value": evil}
                for operation in (flag, text, trait):
                    stage.ask("Apply", scene=scene, ops=[operation])
            stage.ask("Check", path=evil)
            stage.ask(f"io.framewire.v1.{evil}")
        for arguments in verbs(daemon, stage.is_short):
            read_back(stage, arguments)


def verbs(daemon, is_short):
    """Arguments of every verb that prints names."""
    yield ["scenes"]
    yield from ([verb, daemon.folder] for verb in ("check", "lint", "test"))
    yield ["fmt", "--check", daemon.folder]
    yield ["fmt", "--diff", daemon.folder]
    yield from (["names", kind] for kind in ("scenes", "configurations", "views", "lists", "keys"))
    yield ["debug", "watcher"]
    yield ["call", "ListScenes"]
    yield ["get", "--scene", "card"]
    yield ["explain", "mark", "--scene", "card"]
    yield ["reset"]
    for evil in EVIL[:1] if is_short else EVIL:
        yield from (["debug", part, "--scene", evil] for part in ("scene", "tree", "syntax", "solver"))
        yield ["solve", os.path.join(daemon.folder, evil + ".layout")]
        yield from ([verb, "--scene", evil, "x"] for verb in ("get", "set", "explain", "use", "trait", "append", "remove"))
        yield from ([verb, evil, "--scene", "card"] for verb in ("get", "set", "explain", "use", "trait", "append", "remove"))
        yield ["subscribe", evil, "--count", "1", "--no-reconnect"]
        yield ["subscribe", "card", "--root", evil, "--count", "1", "--no-reconnect"]
        yield from ([verb, evil] for verb in ("check", "solve", "fmt", "test", "call", "debug", "help", evil))


def read_back(stage, arguments):
    try:
        run = subprocess.run(
            [stage.daemon.binary, *arguments], capture_output=True, stdin=subprocess.DEVNULL, timeout=stage.daemon.patience,
            env=stage.daemon.environment)
    except subprocess.TimeoutExpired:
        return stage.expect(False, f"{arguments[0]} does not end")
    stage.expect_no_control(run.stdout + run.stderr, f"what {ascii(arguments[0])} prints")


ATTACKS = [control_bytes]
