#!/usr/bin/env python3
"""Writes framewire/_interface.py from what a daemon says of its interfaces.

usage: generate.py FRAMEWIRE [--check]

FRAMEWIRE is the tool; a daemon of its own is asked. With --check nothing is written: it exits with 1 and prints the
difference if the file is not what the interfaces say.
"""

import dataclasses
import difflib
import json
import keyword
import os
import re
import subprocess
import sys
import tempfile
import time

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "framewire", "_interface.py")
INTERFACES = ["io.framewire.v1", "org.varlink.service"]

# They answer more than once, or go on in another encoding: `follow` calls them.
STREAMS = ["Subscribe", "Stream"]

HEADER = '''\
"""The interfaces as Python sees them. Written by generate.py; the comments are those of the interfaces."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypedDict, TypeVar

from ._errors import CallError

__all__ = [
ALL_NAMES]

Reply = TypeVar("Reply")
'''


# What an interface consists of.


@dataclasses.dataclass
class Enum:
    words: list[str]


@dataclasses.dataclass
class Many:
    """An array, or a map from strings."""

    of: object
    is_map: bool


@dataclasses.dataclass
class Optional:
    of: object


@dataclasses.dataclass
class Struct:
    """(name, type) pairs. A type is one of these classes, or a string: a name."""

    fields: list


@dataclasses.dataclass
class Definition:
    """`of`: a Struct, or of a method the pair of its parameters and its reply."""

    word: str
    name: str
    comments: list[str]
    of: object


class Parser:
    """Reads a description, <https://varlink.org/Interface-Definition>."""

    TOKEN = re.compile(r"\s*(#[^\n]*|->|\[string\]|\[\]|[A-Za-z][A-Za-z0-9_.-]*|[(),:?])")

    def __init__(self, text):
        self.tokens = []
        place, text = 0, text.rstrip()
        while place < len(text):
            match = self.TOKEN.match(text, place)
            if not match:
                raise SystemExit("not understood: %r" % text[place : place + 40])
            self.tokens.append(match.group(1))
            place = match.end()

    def take(self, *wanted):
        token = self.tokens.pop(0)
        if wanted and token not in wanted:
            raise SystemExit("%r where one of %s belongs" % (token, wanted))
        return token

    def definitions(self):
        """The name of the interface, and all that it defines."""
        comments, found, interface = [], [], ""
        while self.tokens:
            word = self.take()
            if word.startswith("#"):
                comments.append(word[1:].strip())
                continue
            name = self.take()
            if word == "interface":
                interface = name
            else:
                of = self.type()
                if word == "method":
                    self.take("->")
                    of = of, self.type()
                found.append(Definition(word, name, comments, of))
            comments = []
        return interface, found

    def type(self):
        token = self.take()
        if token == "?":
            return Optional(self.type())
        if token in ("[]", "[string]"):
            return Many(self.type(), token == "[string]")
        return self.fields() if token == "(" else token

    def fields(self):
        """Behind the parenthesis: of an enumeration, words alone."""
        fields, words = [], []
        while self.tokens[0] != ")":
            name = self.take()
            if self.tokens[0] == ":":
                self.take(":")
                fields.append((name, self.type()))
            else:
                words.append(name)
            if self.tokens[0] == ",":
                self.take(",")
        self.take(")")
        return Enum(words) if words else Struct(fields)


# Python of it.


class Writer:
    """Puts definitions into words. A struct inside of another is named after it: `LookFont` is `font` of `Look`."""

    SCALARS = {"int": "int", "float": "float", "string": "str", "bool": "bool", "object": "Any"}

    def __init__(self):
        self.text = HEADER

    def typed_dict(self, name, struct, comments):
        """Writes a TypedDict; those inside of it come first."""
        members = []
        for field, type in struct.fields:
            hint = self.hint(type, name + field[0].upper() + field[1:])
            members.append((field, "NotRequired[%s]" % hint if isinstance(type, Optional) else hint))
        if any(keyword.iskeyword(field) for field, _ in members):
            listed = "".join('        "%s": "%s",\n' % (field, hint.replace('"', "'")) for field, hint in members)
            self.text += '\n\n%s = TypedDict(\n    "%s",\n    {\n%s    },\n)\n' % (name, name, listed)
            return
        body = "".join(member_line(*member) for member in members) or "    pass\n"
        doc = documentation(comments, "    ")
        self.text += "\n\nclass %s(TypedDict):\n%s%s" % (name, doc + "\n" if doc else "", body)

    def hint(self, type, name):
        """How Python writes the type; a struct in it is written out as `name` before."""
        match type:
            case Optional():
                return self.hint(type.of, name)
            case Many():
                # Each of `notes` is a `Note`.
                element = "%s | None" if isinstance(type.of, Optional) else "%s"
                element %= self.hint(type.of, re.sub("(?<=x)es$|s$", "", name))
                return ("dict[str, %s]" if type.is_map else "list[%s]") % element
            case Enum():
                return "Literal[%s]" % ", ".join('"%s"' % word for word in type.words)
            case Struct():
                self.typed_dict(name, type, [])
                return name
        return self.SCALARS.get(type, type)

    def error(self, interface, definition):
        fields = [(field, self.hint(type, definition.name)) for field, type in definition.of.fields]
        optional = [isinstance(type, Optional) for _, type in definition.of.fields]
        lines = ["    %s: %s%s\n" % (*field, " | None = None" if may else "") for field, may in zip(fields, optional)]
        doc = documentation(definition.comments, "    ")
        body = (doc + "\n" if doc and lines else doc) + "".join(lines) or "    pass\n"
        self.text += '\n\nclass %s(CallError, name="%s.%s"):\n%s' % (definition.name, interface, definition.name, body)

    def calls(self, methods, is_async):
        """The class with a function a method."""
        name, define, give = ("AsyncCalls", "async def", "return await") if is_async else ("Calls", "def", "return")
        self.text += '\n\nclass %s(ABC):\n    """A function for each method that answers once."""\n\n' % name
        self.text += "    @abstractmethod\n    %s _call(" % define
        self.text += "self, method: str, parameters: Mapping[str, object], reply: type[Reply]) -> Reply: ...\n"
        for interface, method in methods:
            self.text += self.call(interface, method, define, give)

    def call(self, interface, method, define, give):
        fields = method.of[0].fields
        needed = [field for field in fields if not isinstance(field[1], Optional)]
        optional = [field for field in fields if isinstance(field[1], Optional)]
        listed = ["self"] + ["%s: %s" % (name, self.parameter(method, name, type)) for name, type in needed]
        if optional:
            listed.append("*")
            listed += ["%s: %s | None = None" % (name, self.parameter(method, name, type)) for name, type in optional]
        reply = method.name + "Reply"
        head = "    %s %s(%s) -> %s:\n" % (define, snake(method.name), ", ".join(listed), reply)
        if len(head) > 121:
            items = "".join("        %s,\n" % item for item in listed)
            head = "    %s %s(\n%s    ) -> %s:\n" % (define, snake(method.name), items, reply)
        given = ", ".join('"%s": %s' % (name, name) for name, _ in fields)
        call = '"%s.%s", {%s}, %s' % (interface, method.name, given, reply)
        line = "        %s self._call(%s)\n" % (give, call)
        if len(line) > 121:
            line = "        %s self._call(\n            %s\n        )\n" % (give, call)
        return "\n" + head + documentation(method.comments, "        ") + line

    def parameter(self, method, name, type):
        hint = self.hint(type, method.name + name[0].upper() + name[1:])
        return re.sub(r"^list\[", "Sequence[", hint)


def member_line(name, hint):
    line = "    %s: %s\n" % (name, hint)
    if len(line) <= 121 or not hint.startswith("Literal["):
        return line
    words = hint[len("Literal[") : -1].split(", ")
    rows = [", ".join(words[start : start + 8]) + ",\n" for start in range(0, len(words), 8)]
    return "    %s: Literal[\n        %s    ]\n" % (name, "        ".join(rows))


def documentation(comments, indent):
    """A docstring of the interface's own lines."""
    if not comments:
        return ""
    lines = [comment.replace("\\", "\\\\") for comment in comments]
    end = '"""' if len(lines) == 1 else "\n" + indent + '"""'
    return indent + '"""' + ("\n" + indent).join(lines) + end + "\n"


def snake(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def written(descriptions):
    """The whole file."""
    parsed = [Parser(text).definitions() for text in descriptions]
    writer = Writer()
    methods = []
    for interface, definitions in parsed:
        for definition in definitions:
            if definition.word == "type":
                writer.typed_dict(definition.name, definition.of, definition.comments)
            elif definition.word == "error":
                writer.error(interface, definition)
            elif definition.name not in STREAMS:
                writer.typed_dict(definition.name + "Reply", definition.of[1], [])
                methods.append((interface, definition))
            elif definition.name == "Subscribe":
                ours = [(name, type) for name, type in definition.of[0].fields if name not in ("scene", "epoch", "since")]
                writer.typed_dict("FollowOptions", Struct(ours), definition.comments)
    writer.calls(methods, False)
    writer.calls(methods, True)
    names = re.findall(r"^(?:class )?(\w+)(?:\(| = TypedDict)", writer.text, re.M)
    listed = "".join('    "%s",\n' % name for name in names)
    return writer.text.replace("ALL_NAMES", listed, 1)


def described(tool):
    """What a new daemon says of INTERFACES."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/layouts")
        address = folder + "/socket"
        daemon = subprocess.Popen(
            [tool, "serve", folder + "/layouts", "--socket", address, "--no-journal"], stdout=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 20
            while not os.path.exists(address) and daemon.poll() is None and time.monotonic() < end:
                time.sleep(0.01)
            return [ask(tool, address, interface) for interface in INTERFACES]
        finally:
            daemon.terminate()
            daemon.wait()


def ask(tool, address, interface):
    call = [tool, "call", "org.varlink.service.GetInterfaceDescription", json.dumps({"interface": interface})]
    reply = subprocess.run([*call, "--socket", address], check=True, stdout=subprocess.PIPE, timeout=20)
    return json.loads(reply.stdout)["description"]


def main():
    options = sys.argv[2:]
    if len(sys.argv) < 2 or sys.argv[1].startswith("-") or options not in ([], ["--check"]):
        raise SystemExit(__doc__)
    text = written(described(sys.argv[1]))
    if not options:
        with open(TARGET, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with open(TARGET, encoding="utf-8") as file:
        there = file.read()
    if there != text:
        sys.stdout.writelines(
            difflib.unified_diff(there.splitlines(True), text.splitlines(True), "_interface.py", "the interface"))
        raise SystemExit("Clients/python/generate.py FRAMEWIRE writes it anew")


if __name__ == "__main__":
    main()
