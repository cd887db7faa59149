"""What generate.py makes of descriptions, and whether the file is as a daemon describes itself today.

The last needs the tool, in $FRAMEWIRE.
"""

import os
import subprocess
import sys
import unittest

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, FOLDER)

import generate

DESCRIPTION = """
# An example.
interface org.example.v1

type Span (file: string, line: int)
# of the first line,
# and the second
type Note (text: ?string, spans: []Span, more: ?[string][]float, level: (low, high),
  parts: [](name: string, size: []?float), any: object)
type Odd (from: int, to: ?(a, b))

# says it
method SayIt(what: string, notes: ?[]Note) -> (rev: int)
method Subscribe(scene: ?string, mode: ?(latest, every)) -> (event: Note)

error Wrong (why: string, help: ?string)
error Plain ()
"""

TYPES = '''

class Span(TypedDict):
    file: str
    line: int


class NotePart(TypedDict):
    name: str
    size: list[float | None]


class Note(TypedDict):
    """of the first line,
    and the second
    """

    text: NotRequired[str]
    spans: list[Span]
    more: NotRequired[dict[str, list[float]]]
    level: Literal["low", "high"]
    parts: list[NotePart]
    any: Any


Odd = TypedDict(
    "Odd",
    {
        "from": "int",
        "to": "NotRequired[Literal['a', 'b']]",
    },
)


class SayItReply(TypedDict):
    rev: int


class FollowOptions(TypedDict):
    mode: NotRequired[Literal["latest", "every"]]


class Wrong(CallError, name="org.example.v1.Wrong"):
    why: str
    help: str | None = None


class Plain(CallError, name="org.example.v1.Plain"):
    pass
'''

CALLS = '''
    async def say_it(self, what: str, *, notes: Sequence[Note] | None = None) -> SayItReply:
        """says it"""
        return await self._call("org.example.v1.SayIt", {"what": what, "notes": notes}, SayItReply)
'''


class Generating(unittest.TestCase):
    def test_types_errors_and_methods(self) -> None:
        text = generate.written([DESCRIPTION])
        self.assertEqual(text[text.index("\n\nclass Span") : text.index("\n\nclass Calls")], TYPES)
        self.assertTrue(text.endswith(CALLS), text)
        self.assertEqual(text.count("def say_it"), 2)
        self.assertNotIn("subscribe", text)
        compile(text, "_interface.py", "exec")

    def test_what_is_not_understood_is_said(self) -> None:
        for text in ("interface a\ntype B (c: ; int)", "interface a\nmethod B() (c: int)"):
            self.assertRaises(SystemExit, generate.written, [text])

    @unittest.skipUnless(os.environ.get("FRAMEWIRE"), "$FRAMEWIRE does not say where the tool is")
    def test_the_file_is_as_the_daemon_says(self) -> None:
        command = [sys.executable, os.path.join(FOLDER, "generate.py"), os.environ["FRAMEWIRE"], "--check"]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main()
