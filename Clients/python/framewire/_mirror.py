"""A scene as the events so far left it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ._errors import ProtocolError
from ._interface import Change, Event, Look, View

PLACE = ("id", "path", "kind", "parent", "index", "frame", "look", "lines")


class OutOfStep(ProtocolError):
    """A delta does not begin where the mirror is."""


class Mirror:
    """The views of a scene and their looks, as of the last event.

    A mirror changes with each event, all at once. The records in it never do: a view that changes gets a new one, so
    whoever keeps the old one can compare.
    """

    def __init__(self) -> None:
        self._views: dict[int, View] = {}
        self._looks: dict[int, Look] = {}
        self.epoch: str | None = None
        """Which run of a daemon the picture is of; None before the first event."""
        self.rev = 0
        """Which picture it is."""
        self.settled = False
        """Nothing moves any more."""

    @property
    def views(self) -> Mapping[int, View]:
        """The views by their ids."""
        return MappingProxyType(self._views)

    @property
    def looks(self) -> Mapping[int, Look]:
        """What the numbers in `look` stand for; only those who ask for looks get them."""
        return MappingProxyType(self._looks)

    def children(self) -> dict[int | None, list[View]]:
        """What is in each view that has something in it, in the order in which it is drawn; the root is in None."""
        children: dict[int | None, list[View]] = {}
        for view in self._views.values():
            children.setdefault(view.get("parent"), []).append(view)
        for siblings in children.values():
            siblings.sort(key=lambda view: view["index"])
        return children

    def at(self, path: str) -> View | None:
        """The view of that path. All views are looked at."""
        return next((view for view in self._views.values() if view["path"] == path), None)

    def forget(self) -> None:
        """Continues no stream: what comes next is to be a snapshot. What there is to see stays until then."""
        self.epoch, self.rev = None, 0

    def apply(self, event: Event) -> bool:
        """Takes an event in, and says whether there is another picture now.

        Raises ProtocolError if it cannot be, and OutOfStep if it begins elsewhere; the mirror is as before then.
        """
        kind = event["kind"]
        if kind != "snapshot" and kind != "delta":
            return False
        _expect_shape(event)
        if kind == "snapshot":
            self._views, self._looks = {}, {}
        elif event.get("base") != self.rev or event["epoch"] != self.epoch:
            raise OutOfStep("a delta leads from revision %s, and here is %d" % (event.get("base"), self.rev))
        self._take_in(event)
        self.epoch, self.rev, self.settled = event["epoch"], event["rev"], event.get("settled", False)
        return True

    def _take_in(self, event: Event) -> None:
        # The order is part of the protocol.
        views = self._views
        for look in event.get("looks", []):
            self._looks[look["id"]] = look
        for gone in event.get("removed", []):
            views.pop(gone, None)
        for view in event.get("views", []):
            views[view["id"]] = view
        numbers = event.get("set", [])
        for start in range(0, len(numbers), 5):
            moved = views.get(int(numbers[start]))
            if moved:
                views[moved["id"]] = {**moved, "frame": numbers[start + 1 : start + 5]}
        for change in event.get("changed", []):
            changed = views.get(change["id"])
            if changed:
                views[change["id"]] = _changed(changed, change)
        for restyle in event.get("restyled", []):
            restyled = views.get(restyle["id"])
            if restyled:
                bare: View = {**restyled}
                bare.pop("look", None)
                bare.pop("lines", None)
                views[restyle["id"]] = {**bare, **restyle}


def _changed(view: View, change: Change) -> View:
    kept = {name: value for name, value in view.items() if name in PLACE}
    return {**kept, **change}  # type: ignore[typeddict-item]


def _expect_shape(event: Event) -> None:
    """What types do not say: how many numbers belong together."""
    if len(event.get("set", [])) % 5:
        raise ProtocolError("a set has %d numbers, which is not five a view" % len(event["set"]))
    if any(type(number) is not int for number in event.get("set", [])[::5]):
        raise ProtocolError("a set has an id that is no whole number")
    for view in event.get("views", []):
        if len(view["frame"]) != 4:
            raise ProtocolError("the frame of '%s' has %d numbers" % (view["path"], len(view["frame"])))
        _expect_content(view)
    for change in event.get("changed", []):
        _expect_content(change)


def _expect_content(content: View | Change) -> None:
    if len(content.get("baselines", ONE_LINE)) != 2 or len(content.get("scroll", NOT_SCROLLED)) != 8:
        raise ProtocolError("view %d has baselines that are not two, or a scroll that is not eight" % content["id"])
    if any(len(frame) != 4 for frame in content.get("guides", NO_GUIDES).values()):
        raise ProtocolError("view %d has a guide that is not four numbers" % content["id"])


ONE_LINE = [0.0, 0.0]
NOT_SCROLLED = [0.0] * 8
NO_GUIDES: dict[str, list[float]] = {}
