"""Messages as bytes: framing, bounds, and what they must be."""

import json
import re
import sys
import unittest

from framewire import CallError, ProtocolError, UnknownScene
from framewire._interface import Event, ListScenesReply
from framewire._messages import MessageReader, checked, decoded_object, encoded_call, patience, reply_parameters


class ReadingMessages(unittest.TestCase):
    def test_messages_come_whole_wherever_they_are_cut(self) -> None:
        data = b'{"a":1}\0{}\0{"b":"\xc3\xa9"}\0'
        for size in range(1, len(data) + 1):
            reader, found = MessageReader(100), []
            for start in range(0, len(data), size):
                reader.feed(data[start : start + size])
                while (message := reader.take_message()) is not None:
                    found.append(message)
            self.assertEqual(found, [b'{"a":1}', b"{}", b'{"b":"\xc3\xa9"}'])

    def test_a_message_is_as_long_as_the_limit_and_no_longer(self) -> None:
        reader = MessageReader(4)
        reader.feed(b"1234\0" + b"1234")
        self.assertEqual(reader.take_message(), b"1234")
        self.assertIsNone(reader.take_message())
        reader.feed(b"5")
        self.assertRaises(ProtocolError, reader.take_message)

    def test_what_is_over_the_limit_is_refused_though_its_end_is_there(self) -> None:
        reader = MessageReader(4)
        reader.feed(b"12345\0")
        self.assertRaises(ProtocolError, reader.take_message)

    def test_bytes_behind_a_message_stay_for_who_reads_them_otherwise(self) -> None:
        reader = MessageReader(100)
        reader.feed(b"{}\0\0\1\2")
        reader.take_message()
        self.assertEqual((reader.peek(3), reader.take(2), reader.take(2)), (b"\0\1\2", b"\0\1", None))
        self.assertRaises(ProtocolError, reader.take, 101)

    def test_a_call_leaves_out_what_is_none(self) -> None:
        call = encoded_call("io.framewire.v1.Sync", {"scene": None, "settled": False, "timeoutMs": 0}, more=True)
        self.assertEqual(call[-1:], b"\0")
        wanted = {"method": "io.framewire.v1.Sync", "parameters": {"settled": False, "timeoutMs": 0}, "more": True}
        self.assertEqual(json.loads(call[:-1]), wanted)

    def test_a_call_says_no_number_that_json_has_not(self) -> None:
        self.assertRaises(ValueError, encoded_call, "M", {"value": float("nan")})


class WhatMessagesAre(unittest.TestCase):
    def test_what_is_no_object_is_refused(self) -> None:
        for message in (b"", b"[]", b"1", b"null", b"{", b"{}{}", b'{"a":NaN}', b"\xff", b"\xef\xbb\xbf{}", b'{"a":1,}'):
            with self.subTest(message), self.assertRaises(ProtocolError):
                decoded_object(message)

    def test_nesting_ends_before_pythons_stack_does(self) -> None:
        deep = b'{"a":' * 1_000_000 + b"1" + b"}" * 1_000_000
        self.assertRaises(ProtocolError, decoded_object, deep)
        self.assertLess(sys.getrecursionlimit(), 100_000)

    def test_an_error_is_raised_with_its_parameters(self) -> None:
        with self.assertRaises(UnknownScene) as caught:
            reply_parameters(b'{"error":"io.framewire.v1.UnknownScene","parameters":{"scene":"a","known":["b"],"c":1}}')
        self.assertEqual((caught.exception.scene, caught.exception.known), ("a", ["b"]))
        self.assertEqual(caught.exception.error, "io.framewire.v1.UnknownScene")
        self.assertEqual(caught.exception.parameters, {"scene": "a", "known": ["b"], "c": 1})

    def test_an_error_whose_parameters_are_others_has_no_attributes_that_lie(self) -> None:
        for error in ("io.framewire.v1.UnknownScene", "org.example.Novel"):
            with self.assertRaises(CallError) as caught:
                reply_parameters(json.dumps({"error": error, "parameters": {"scene": 1}}).encode())
            self.assertIs(type(caught.exception), CallError)
            self.assertEqual((caught.exception.error, caught.exception.parameters), (error, {"scene": 1}))

    def test_an_optional_parameter_of_an_error_may_be_missing(self) -> None:
        with self.assertRaises(CallError) as caught:
            reply_parameters(b'{"error":"io.framewire.v1.Busy","parameters":{"limit":"scenes","max":3}}')
        self.assertEqual([getattr(caught.exception, name) for name in ("limit", "max", "help")], ["scenes", 3, None])

    def test_replies_have_parameters_or_none(self) -> None:
        self.assertEqual(reply_parameters(b"{}"), {})
        self.assertRaises(ProtocolError, reply_parameters, b'{"parameters":[]}')
        self.assertRaises(ProtocolError, reply_parameters, b'{"error":1}')


class WhatTypesSay(unittest.TestCase):
    event = {"kind": "heartbeat", "epoch": "a", "rev": 1, "layoutRev": 1, "time": 1}

    def test_what_is_as_the_type_says_is_let_through_and_so_is_what_is_new(self) -> None:
        event = {**self.event, "kind": "weather", "novel": [1], "state": "glad"}
        self.assertIs(checked(event, Event), event)

    def test_null_is_as_if_it_was_left_out(self) -> None:
        self.assertEqual(checked({**self.event, "views": None, "reset": None}, Event), self.event)

    def test_a_complaint_says_where(self) -> None:
        view = {"id": 1, "path": "a", "kind": "box", "index": 0, "frame": [0, 0, 1, "1"]}
        wrong = [
            ({**self.event, "views": [view]}, ".views[0].frame is not a list of numbers"),
            ({**self.event, "rev": True}, ".rev is not of type int"),
            ({**self.event, "time": True}, ".time is not of type float"),
            ({**self.event, "looks": [{}]}, ".looks[0] is not an object with 'id'"),
            ({**self.event, "removed": [1, 2.5]}, ".removed[1] is not of type int"),
            ({**self.event, "timing": []}, ".timing is not an object"),
            ({**self.event, "changed": [{"id": 1, "guides": {"g": 1}}]}, ".changed[0].guides.g is not a list of numbers"),
            ({**self.event, "state": 1}, ".state is not a word"),
            ([], "it is not an object"),
        ]
        for event, complaint in wrong:
            with self.subTest(complaint), self.assertRaisesRegex(ProtocolError, re.escape(complaint) + "$"):
                checked(event, Event)

    def test_replies_are_checked_too(self) -> None:
        self.assertRaises(ProtocolError, checked, {"scenes": [{}]}, ListScenesReply)


class HowLongToWait(unittest.TestCase):
    def test_what_a_call_says_comes_besides(self) -> None:
        sync, apply = "io.framewire.v1.Sync", "io.framewire.v1.Apply"
        self.assertEqual(patience("io.framewire.v1.Get", {}, 30), 30)
        self.assertEqual(patience(sync, {}, 30), 35)
        self.assertEqual(patience(sync, {"timeoutMs": 60_000}, 30), 90)
        self.assertIsNone(patience(apply, {"wait": "settled"}, 30))
        self.assertEqual(patience(apply, {"wait": "solved"}, 30), 30)
        self.assertIsNone(patience(sync, {}, None))


if __name__ == "__main__":
    unittest.main()
