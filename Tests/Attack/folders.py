"""Attacks by what is in the served folder."""

import contextlib
import os
import threading

import bystanders
import layouts
from served import Died
from wire import Answer, encoded


def fill(stage, count):
    """So many files, fifty to a folder inside."""
    for number in range(count):
        folder = stage.daemon.layout(f"d{number // 50}")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"l{number}.layout"), "w") as file:
            file.write(layouts.small(f"l{number}"))


def sync_together(stage):
    """Eight callers of Sync at once, over thousands of files."""
    fill(stage, stage.size(7500, 150))
    stage.start()
    with stage.attacked():
        for _ in range(stage.size(5, 2)):
            callers = [threading.Thread(target=stage.sync, args=("card",)) for _ in range(8)]
            for caller in callers:
                caller.start()
            for caller in callers:
                caller.join()


def opened_and_saved(stage):
    """A file is saved of whose layout somebody has opened a thousand scenes."""
    stage.daemon.save("small.layout", layouts.small("small"))
    stage.start()
    for number in range(stage.size(1000, 40)):
        stage.ask("Open", layout="small", scene=f"s{number}")
    stage.finding.answers.clear()
    with stage.attacked():
        for number in range(stage.size(20, 2)):
            stage.daemon.save("small.layout", layouts.small("small").replace("width 1", f"width {number + 2}"))
            stage.sync("s999" if not stage.is_short else "s39")


def saved_together(stage):
    """1,500 files of 300 views each that one program saves, each time anew, while somebody saves another one."""
    count = stage.size(1500, 40)

    def save_all(gap):
        for number in range(count):
            boxes = "".join(f"  box b{view} left {gap} top {view} size 2\n" for view in range(300))
            # By name before and behind the file of the watcher.
            stage.daemon.save(f"{'az'[number % 2]}{number}.layout", f"layout l{number} {{\n{boxes}}}\n")

    save_all(0)
    stage.start()
    stage.sync("l1")
    stage.finding.answers.clear()
    with stage.attacked():
        for gap in range(1, stage.size(4, 2)):
            save_all(gap)
            stage.sync("l1")


def start(stage, count):
    fill(stage, count)
    seconds, processor = stage.start()
    stage.note(Answer(seconds, result={}))
    stage.tell(f"first answer after {seconds:.2f} s, with {processor:.2f} s of processor time, {count} files")
    with stage.attacked():
        # It answers while there are files to read yet; whoever syncs waits for all of them.
        stage.ask("ListScenes")
        stage.sync("card")
        scenes = stage.ask("ListScenes")
    found = len((scenes.result or {}).get("scenes", []))
    stage.expect(found == count + 1, f"{found} scenes of {count + 1}")


def start_8000(stage):
    """A start with 8,000 files."""
    start(stage, stage.size(8000, 100))


def start_20000(stage):
    """A start with 20,000 files."""
    start(stage, stage.size(20_000, 200))


def come_and_go(stage):
    """Thousands of files that are made and deleted, three times over."""
    count = stage.size(3000, 60)
    stage.start()
    with stage.attacked():
        for turn in range(3):
            for number in range(count):
                stage.daemon.save(f"g{number}.layout", layouts.small(f"g{number}"))
            stage.sync("card")
            for number in range(count):
                stage.remove(f"g{number}.layout")
            stage.sync("card")
    grown = stage.finding.after - stage.finding.before
    stage.expect(grown <= 64, f"{grown:.0f} MiB more than before, and all files are gone")


# What no answer and no output may quote.
SECRET = "root-hash-4711"


def links(stage):
    """Links and paths that lead out of the folder: nothing that lies there is quoted."""
    daemon = stage.daemon
    outside = daemon.file("outside")
    os.mkdir(outside)
    secret = os.path.join(outside, "secret")
    for name in (secret, secret + ".layout"):
        with open(name, "w") as file:
            file.write(f"root:{SECRET}:1:0\nlayout {SECRET} {{ {SECRET} }}\n")
    os.symlink(secret + ".layout", daemon.layout("soft.layout"))
    os.symlink(outside, daemon.layout("folder"))
    os.symlink("loop.layout", daemon.layout("loop.layout"))
    daemon.save("up.layout", 'import "../outside/secret.layout" as up\nlayout up { box a leading up.x }\n')
    daemon.save("far.layout", f'import "{secret}" as far\nlayout far {{ image i "../outside/secret" }}\n')
    daemon.save("through.layout", 'import "soft.layout" as soft\nlayout through { box a leading soft.x }\n')
    os.mkfifo(daemon.layout("pipe.layout"))
    stage.start()
    with stage.attacked():
        answers = [stage.sync("card")]
        for path in (secret, secret + ".layout", "/etc/shadow", "/etc/passwd", "/proc/self/environ", "/dev/zero",
                     daemon.layout("soft.layout"), daemon.layout("folder/secret.layout"), daemon.layout("pipe.layout"),
                     daemon.layout("../outside/secret.layout"), "layouts/../../outside/secret.layout", "\0", ""):
            answers += [stage.ask("Check", path=path), stage.ask("Load", path=path)]
        answers.append(stage.ask("Check", text=f'import "{secret}.layout" as s\nlayout a {{ box b leading s.x }}'))
        answers.append(stage.ask("Check", text="layout a { box b }", path=secret + ".layout"))
    told = [repr(answer) for answer in answers] + [daemon.output.decode(errors="replace")]
    for text in (SECRET, "root:"):
        for one in told:
            if (at := one.find(text)) >= 0:
                stage.expect(False, f"what lies outside is told: {one[max(0, at - 100) : at + 60]}")
                break


def planted(stage):
    """Links with the names of the locks and the journal, which lead to somebody else's file."""
    daemon = stage.daemon
    victim = daemon.file("victim")
    with open(victim, "w") as file:
        file.write("precious\n")
    for name in ("s.lock", "journal", "journal.lock", "journal.new"):
        planted = daemon.file(name)
        with contextlib.suppress(FileNotFoundError):
            os.remove(planted)
        os.symlink(victim, planted)
        try:
            stage.start()
            stage.ask("Apply", scene="card", ops=[{"op": "flag", "name": "planted", "value": True}])
            daemon.kill()
        except Died as error:
            stage.expect(name in str(error), f"with {name} planted the daemon ends and does not name it: {error}")
        with open(victim) as file:
            stage.expect(file.read() == "precious\n", f"a planted {name} changed somebody else's file")
        with contextlib.suppress(FileNotFoundError):
            os.remove(planted)
    daemon.save(bystanders.FILE, bystanders.card(100))
    stage.start()
    with stage.attacked():
        stage.send(encoded("ListScenes"))


ATTACKS = [sync_together, opened_and_saved, saved_together, start_8000, start_20000, come_and_go, links, planted]
