"""Whether a value that came as JSON is what a type of `_interface.py` says.

What a daemon sends is checked once, where it comes in. From there on the types are true, and nobody else has to be
careful. Two things are let through: members that nobody knows, and words of an enumeration that are new.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import UnionType
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

Check = Callable[[Any], None]

NUMBERS = frozenset([int, float])
WORDS = frozenset([str])


class Mismatch(Exception):
    """A value is not what its type says; `path` leads there, innermost first."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.wanted = wanted
        self.path: list[str] = []

    def __str__(self) -> str:
        return "%s is not %s" % ("".join(reversed(self.path)) or "it", self.wanted)


@functools.cache
def check_of(hint: Any) -> Check:
    """A function that raises Mismatch for what is not of the type; of optional members it removes null."""
    if hint is Any:
        return lambda value: None
    if is_typeddict(hint):
        return record(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return scalar(WORDS, "a word")
    if origin is UnionType:
        return either_null(check_of(arguments[0]))
    if origin is list:
        return row(arguments[0])
    if origin is dict:
        return table(check_of(arguments[1]))
    return scalar(NUMBERS if hint is float else frozenset([hint]), "of type %s" % hint.__name__)


def scalar(types: frozenset[type], wanted: str) -> Check:
    def check(value: Any) -> None:
        if type(value) not in types:
            raise Mismatch(wanted)

    return check


def either_null(inner: Check) -> Check:
    def check(value: Any) -> None:
        if value is not None:
            inner(value)

    return check


def row(element: Any) -> Check:
    inner = check_of(element)

    def check(value: Any) -> None:
        if type(value) is not list:
            raise Mismatch("a list")
        place = 0
        try:
            for place, item in enumerate(value):
                inner(item)
        except Mismatch as mismatch:
            mismatch.path.append("[%d]" % place)
            raise

    def check_numbers(value: Any) -> None:
        if type(value) is not list or not set(map(type, value)) <= NUMBERS:
            raise Mismatch("a list of numbers")

    return check_numbers if element is float else check


def table(inner: Check) -> Check:
    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch("an object")
        name = ""
        try:
            for name, item in value.items():
                inner(item)
        except Mismatch as mismatch:
            mismatch.path.append("." + name)
            raise

    return check


def record(kind: type) -> Check:
    checks: dict[str, Check] = {}
    needed, optional = set(), set()
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is NotRequired:
            hint = get_args(hint)[0]
            optional.add(name)
        else:
            needed.add(name)
        checks[name] = check_of(hint)

    def check(value: Any) -> None:
        if type(value) is not dict:
            raise Mismatch("an object")
        if not needed <= value.keys():
            raise Mismatch("an object with '%s'" % min(needed - value.keys()))
        nulls = []
        name = ""
        try:
            for name, item in value.items():
                if item is None and name in optional:
                    nulls.append(name)
                elif name in checks:
                    checks[name](item)
        except Mismatch as mismatch:
            mismatch.path.append("." + name)
            raise
        for name in nulls:
            del value[name]

    return check
