"""Uses `framewire watch` as somebody at a terminal does: a real pseudo-terminal, and pyte to see what it shows.

    watch_terminal.py TOOL FOLDER SOCKET STORY
"""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pyte

TOOL, FOLDER, SOCKET, STORY = sys.argv[1:5]
PATIENCE = 30


class Terminal:
    """A terminal with `framewire watch` in it, started from a shell's prompt."""

    def __init__(self, *arguments, columns=60, rows=24, colour="never"):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.master, slave = pty.openpty()
        self.resize(columns, rows, tell=False)
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.process = subprocess.Popen(
            [TOOL, "watch", *arguments, "--socket", SOCKET, "--color", colour],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def resize(self, columns, rows, tell=True):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if tell:
            self.screen.resize(rows, columns)

    def read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            piece = os.read(self.master, 65536)
            self.raw += piece
            self.stream.feed(piece)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{what}:\n{self.text}\n{self.raw[-400:]!r}"
            self.read(0.05)

    def wait_for(self, words):
        self.wait(lambda: words in self.text, f"there is no {words!r}")

    def wait_without(self, words):
        self.wait(lambda: words not in self.text, f"there is still {words!r}")

    def press(self, keys):
        os.write(self.master, keys.encode())

    def end(self):
        """Waits for the end, and looks whether the terminal is as it was."""
        self.wait(lambda: self.process.poll() is not None, "it does not end")
        self.read(0.1)
        assert termios.tcgetattr(self.slave) == self.before, "the terminal is set otherwise"
        assert self.raw.count(b"\x1b[?1049h") == 1 == self.raw.count(b"\x1b[?1049l"), "the page is not given back"
        assert self.raw.rindex(b"\x1b[?25h") > self.raw.rindex(b"\x1b[?25l"), "there is no cursor"
        return self.process.returncode


def save(name, text):
    path = os.path.join(FOLDER, name)
    with open(path + "~", "w") as file:
        file.write(text)
    os.rename(path + "~", path)


def child_of(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return int(file.read().split()[0])


# A box of 80 × 32 points at 40, 64 is 10 cells wide and 2 high, in the sixth column and fifth row of a picture whose
# cells have 8 × 16 points. Of two rows one is seen, as a pair of brackets; of three and more all.
BOX = "layout a size 240, 160 { box b left 40 top 64 width 80 height HIGH }\n"


def shows_saves():
    save("a.layout", BOX.replace("HIGH", "48"))
    terminal = Terminal("a")
    terminal.wait_for("240 × 160")
    # 240 × 160 points are 30 × 10 cells, and an edge of one cell is around them.
    lines = terminal.text.split("\n")
    assert lines[0] == "┌" + "─" * 30 + "┐", terminal.text
    assert lines[11] == "└" + "─" * 30 + "┘", terminal.text
    assert [line[6:16] for line in lines[5:8]] == ["┌────────┐", "│        │", "└────────┘"], terminal.text
    save("a.layout", BOX.replace("HIGH", "64"))
    terminal.wait(lambda: terminal.text.split("\n")[8][6:16] == "└────────┘", "the box does not grow")

    save("a.layout", BOX.replace("HIGH", "64 widht 3"))
    terminal.wait_for("error[")
    assert "the last good frames" in terminal.text and terminal.text.split("\n")[8][6:16] == "└────────┘", terminal.text
    save("a.layout", BOX.replace("HIGH", "48"))
    terminal.wait_without("error[")
    terminal.press("q")
    assert terminal.end() == 0


def says_why():
    save("a.layout", BOX.replace("HIGH", "48"))
    terminal = Terminal("a")
    terminal.wait_for("240 × 160")
    terminal.press("\x1b[B")
    terminal.wait_for("root at 0, 0 is 240 × 160")
    terminal.press("\x1b[C")
    terminal.wait_for("b at 40, 64 is 80 × 48")
    terminal.press("e")
    terminal.wait_for("b.left is 40")
    assert "a.layout:1:" in terminal.text, terminal.text
    # It follows what is saved.
    save("a.layout", BOX.replace("HIGH", "48").replace("40", "44"))
    terminal.wait_for("b.left is 44")
    terminal.press("\x1b[D")
    terminal.wait_for("root.left")
    terminal.press("\x1b")
    terminal.wait_without("root.left")
    terminal.press("\x03")
    assert terminal.end() == 0


def goes_from_scene_to_scene():
    save("a.layout", BOX.replace("HIGH", "48"))
    save("c.layout", "layout c size 160, 80 { label t \"words\" center }\n")
    terminal = Terminal()
    terminal.wait_for("a  240 × 160")
    terminal.press("\t")
    terminal.wait_for("c  160 × 80")
    assert "words" in terminal.text and "240" not in terminal.text, terminal.text
    terminal.press("\t")
    terminal.wait_for("a  240 × 160")
    terminal.press("\x1b[Z")
    terminal.wait_for("c  160 × 80")
    terminal.press("q")
    assert terminal.end() == 0


def is_as_large_as_the_terminal():
    save("a.layout", "layout a size 240, 160 { box wide fill when root.width > 500 { box two center size 80, 48 } }\n")
    # Two lines are for words: 60 × 22 cells are 480 × 352 points.
    terminal = Terminal("a", "--cells")
    terminal.wait_for("480 × 352")
    before = subprocess.run([TOOL, "scenes", "--socket", SOCKET], capture_output=True, text=True).stdout
    assert "240×160" in before and "480" not in before, before
    terminal.resize(70, 30)
    terminal.wait_for("560 × 448")
    terminal.wait(lambda: sum("┌────────┐" in line for line in terminal.screen.display) == 1, "the branch does not come")
    # Of each scene there is one copy at a time, and it is no scene to go to.
    save("c.layout", "layout c size 160, 80 { label t \"words\" center }\n")
    for _ in range(2):
        terminal.press("\t")
        terminal.wait_for("words")
        terminal.press("\t")
        terminal.wait_without("words")
    assert "~" not in terminal.text, terminal.text
    os.remove(os.path.join(FOLDER, "c.layout"))
    terminal.press("q")
    assert terminal.end() == 0


def gives_the_terminal_back():
    save("a.layout", BOX.replace("HIGH", "48"))
    terminal = Terminal("a")
    terminal.wait_for("240 × 160")
    os.kill(child_of(terminal.process.pid), signal.SIGKILL)
    assert terminal.end() == 70, terminal.text
    assert b"ended unexpectedly" in terminal.raw

    terminal = Terminal("a")
    terminal.wait_for("240 × 160")
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.end() == 143


def says_what_is_wrong_before_it_begins():
    save("a.layout", BOX.replace("HIGH", "48"))
    terminal = Terminal("aa")
    terminal.wait(lambda: terminal.process.poll() is not None, "it does not end")
    terminal.read(0.1)
    assert terminal.process.returncode == 66 and b"?1049" not in terminal.raw, terminal.raw
    assert "there is no scene 'aa'" in terminal.text, terminal.text


def small_terminals():
    save("a.layout", BOX.replace("HIGH", "48 widht 3"))
    terminal = Terminal("a", columns=60, rows=24, colour="always")
    terminal.wait_for("error[")
    for columns, rows in [(20, 8), (7, 3), (3, 2), (1, 1), (200, 60)]:
        terminal.resize(columns, rows)
        terminal.wait(lambda: terminal.raw.endswith(b"\x1b[?2026l"), "nothing is shown")
        for key in ["\x1b[B", "e", "\x1b[6~", "e", "\x1b[1;5", "\x1b[", "\x1b", "\x00\xff"]:
            terminal.press(key)
            terminal.read(0.05)
    terminal.wait_for("q: quit")
    terminal.press("q")
    assert terminal.end() == 0


def prints_to_a_pipe():
    save("a.layout", BOX.replace("HIGH", "48"))
    process = subprocess.Popen(
        [TOOL, "watch", "a", "--socket", SOCKET], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("a  revision "), "no heading"
    first = [process.stdout.readline().rstrip("\n") for _ in range(12)]
    assert first[0] == "┌" + "─" * 30 + "┐" and first[5][6:16] == "┌────────┐", first
    save("a.layout", BOX.replace("HIGH", "64"))
    assert process.stdout.readline().startswith("a  revision "), "no second heading"
    second = [process.stdout.readline().rstrip("\n") for _ in range(12)]
    assert second[8][6:16] == "└────────┘" and second[7][6:16] == "│        │", second
    process.stdout.close()
    save("a.layout", BOX.replace("HIGH", "48"))
    # Nobody reads any more: it ends as programs do whose pipe breaks.
    assert process.wait(PATIENCE) == -signal.SIGPIPE, process.returncode


globals()[STORY]()
print("done")
