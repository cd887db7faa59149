"""What events do to a picture. The whole of it is in Clients/conformance; here is what only Python has."""

import unittest
from typing import Any

from framewire import Event, Mirror, OutOfStep, ProtocolError

ROOT = {"id": 0, "path": "root", "kind": "view", "index": 0, "frame": [0, 0, 9, 9]}


def event(kind: str, rev: int, **members: Any) -> Event:
    return {"kind": kind, "epoch": "a", "rev": rev, "layoutRev": 1, "time": 0, **members}  # type: ignore[typeddict-item]


class Mirrors(unittest.TestCase):
    def setUp(self) -> None:
        self.mirror = Mirror()
        self.assertTrue(self.mirror.apply(event("snapshot", 1, views=[ROOT, {**ROOT, "id": 1, "path": "a", "parent": 0}])))

    def test_records_are_replaced_and_never_changed(self) -> None:
        before = [dict(view) for view in self.mirror.views.values()]
        kept = list(self.mirror.views.values())
        restyled, changed = [{"id": 0, "look": 3}], [{"id": 1, "text": "b"}]
        self.mirror.apply(event("delta", 2, base=1, set=[0, 1, 1, 1, 1], changed=changed, restyled=restyled))
        self.assertEqual(kept, before)
        self.assertEqual(self.mirror.views[0], {**ROOT, "frame": [1, 1, 1, 1], "look": 3})
        self.assertEqual(self.mirror.views[1].get("text"), "b")

    def test_nobody_changes_it_from_outside(self) -> None:
        with self.assertRaises(TypeError):
            self.mirror.views[5] = self.mirror.views[0]  # type: ignore[index]

    def test_a_delta_from_elsewhere_changes_nothing(self) -> None:
        for wrong in ({"base": 0}, {"base": 1, "epoch": "b"}, {}):
            with self.assertRaises(OutOfStep):
                self.mirror.apply(event("delta", 2, removed=[0], **wrong))
        self.assertEqual((self.mirror.rev, len(self.mirror.views)), (1, 2))

    def test_an_event_of_another_shape_changes_nothing(self) -> None:
        wrong: list[dict[str, Any]] = [
            {"set": [0, 1, 1, 1]},
            {"set": [0.5, 1, 1, 1, 1]},
            {"views": [{**ROOT, "frame": [1]}]},
            {"changed": [{"id": 0, "baselines": [1]}]},
            {"changed": [{"id": 0, "scroll": []}]},
            {"views": [{**ROOT, "guides": {"g": [1, 2, 3]}}]},
        ]
        for members in wrong:
            with self.subTest(members), self.assertRaises(ProtocolError):
                self.mirror.apply(event("delta", 2, base=1, removed=[1], **members))
        self.assertEqual((self.mirror.rev, len(self.mirror.views)), (1, 2))

    def test_other_events_are_no_picture(self) -> None:
        self.assertFalse(self.mirror.apply(event("heartbeat", 7)))
        self.assertEqual(self.mirror.rev, 1)

    def test_children_are_in_the_order_of_their_index(self) -> None:
        last, first = {**ROOT, "id": 2, "parent": 0, "index": 1}, {**ROOT, "id": 3, "parent": 0, "index": 0}
        self.mirror.apply(event("snapshot", 2, views=[ROOT, last, first]))
        children = {parent: [view["id"] for view in views] for parent, views in self.mirror.children().items()}
        self.assertEqual(children, {None: [0], 0: [3, 2]})

    def test_a_view_is_found_by_its_path(self) -> None:
        self.assertIs(self.mirror.at("a"), self.mirror.views[1])
        self.assertIsNone(self.mirror.at("b"))


if __name__ == "__main__":
    unittest.main()
