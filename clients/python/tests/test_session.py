"""The core without I/O: what it writes for what it reads."""

from __future__ import annotations

import json
import re
import unittest
from typing import Any

from support import ROOT

from viewmodel_host.errors import (
    Cancelled,
    ErrorCode,
    HostClosed,
    ProtocolError,
    RequestFailed,
    VersionMismatch,
)
from viewmodel_host.handlers import Handlers
from viewmodel_host.mirror import Mirror
from viewmodel_host.reply import Reply
from viewmodel_host.session import Session


def line(**message: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def update_line(*entries: Any) -> bytes:
    return line(method="viewModel/update", params={"updates": entries})


def entry(revision: int, count: int, id: str = "c", **more: Any) -> dict[str, Any]:
    patch = [{"op": "replace", "path": "/count", "value": count}]
    return {"id": id, "revision": revision, "patch": patch, **more}


class SessionTests(unittest.TestCase):
    def setUp(self) -> None:
        self.session = Session()
        self.news: list[Any] = []

    def sent(self) -> list[Any]:
        return [json.loads(text) for text in self.session.take_output().splitlines()]

    def create(self, id: str = "c") -> Mirror:
        reply = self.start_create(id)
        return self.created(reply, id)

    def start_create(self, id: str) -> Reply[Mirror]:
        handlers = Handlers()
        handlers.add("change", self.news.append)
        handlers.add("event", self.news.append)
        return self.session.create("counter", {"id": id}, handlers)

    def created(self, reply: Reply[Mirror], id: str) -> Mirror:
        state = {"id": id, "revision": 0, "state": {"count": 0}}
        self.session.receive(line(id=reply.request_id, result=state))
        self.session.take_output()
        return reply.result()

    def deliver(self) -> list[Any]:
        while (call := self.session.due.pop()) is not None:
            handler, value = call
            handler(value)
        news = list(self.news)
        self.news.clear()
        return news

    def test_initialize(self) -> None:
        reply = self.session.initialize()
        (message,) = self.sent()
        self.assertEqual(message["method"], "initialize")
        self.assertEqual(message["params"]["protocolVersions"], ["1"])
        result = {"protocolVersion": "1", "host": {"name": "h"}, "limits": {"lineBytes": 40}}
        self.session.receive(line(id=1, result=result))
        self.assertEqual(reply.result().name, "h")
        with self.assertRaises(ValueError):
            self.session.input("c", "plus", ((), {}))

    def test_no_common_version(self) -> None:
        reply = self.session.initialize()
        error = {"code": -32008, "message": "no", "data": {"supported": ["7", "8"]}}
        self.session.receive(line(id=1, error=error))
        with self.assertRaises(VersionMismatch) as caught:
            reply.result()
        self.assertEqual((caught.exception.client, caught.exception.host), (["1"], ["7", "8"]))
        self.assertIn("this client speaks 1, the host 7, 8", str(caught.exception))

    def test_an_answer_in_another_version_than_was_offered(self) -> None:
        self.session.initialize()
        with self.assertRaises(VersionMismatch):
            self.session.receive(line(id=1, result={"protocolVersion": "7", "host": {"name": "h"}}))

    def test_an_update_that_fits(self) -> None:
        mirror = self.create()
        self.session.receive(update_line(entry(1, 5)))
        (change,) = self.deliver()
        self.assertEqual((mirror.revision, mirror.state), (1, {"count": 5}))
        self.assertEqual((change.before, change.state), ({"count": 0}, {"count": 5}))

    def test_an_update_without_patch_counts_but_is_no_change(self) -> None:
        mirror = self.create()
        ticket = self.session.input("c", "plus", ((), {}))
        self.session.receive(update_line({"id": "c", "revision": 1, "done": [1]}))
        self.assertEqual((mirror.revision, self.deliver()), (1, []))
        self.assertTrue(ticket.done)

    def test_dropped_events_are_told_or_logged(self) -> None:
        mirror = self.create()
        events = [{"event": "e", "value": 1}]
        with self.assertLogs("viewmodel_host", "WARNING") as logs:
            self.session.receive(update_line(entry(1, 1, events=events, droppedEvents=3)))
        self.assertIn("3 events of c were dropped", logs.output[0])
        self.deliver()
        mirror.handlers.add("dropped", self.news.append)
        self.session.receive(update_line(entry(2, 2, events=events, droppedEvents=4)))
        change, event, dropped = self.deliver()
        self.assertEqual((change.revision, event.name, dropped), (2, "e", 4))

    def test_states_that_were_handed_out_stay_what_they_were(self) -> None:
        mirror = self.create()
        kept = mirror.state
        self.session.receive(update_line(entry(1, 5)))
        self.assertEqual((kept, mirror.state), ({"count": 0}, {"count": 5}))

    def test_a_gap_in_the_revisions_fetches_the_state(self) -> None:
        self.check_resync(entry(3, 9))

    def test_a_repeated_revision_fetches_the_state(self) -> None:
        self.check_resync(entry(1, 9))

    def test_a_patch_that_does_not_fit_fetches_the_state(self) -> None:
        patch = [{"op": "replace", "path": "/count", "value": 8}, {"op": "remove", "path": "/no"}]
        self.check_resync({"id": "c", "revision": 2, "patch": patch})

    def check_resync(self, wrong: Any) -> None:
        mirror = self.create()
        self.session.receive(update_line(entry(1, 1)))
        self.deliver()
        with self.assertLogs("viewmodel_host", "WARNING"):
            self.session.receive(update_line({**wrong, "events": [{"event": "e", "value": 1}]}))
        (request,) = self.sent()
        self.assertEqual(
            (request["method"], request["params"]), ("viewModel/snapshot", {"id": "c"})
        )
        self.assertEqual((mirror.revision, mirror.state), (1, {"count": 1}))
        self.assertEqual([event.name for event in self.deliver()], ["e"])
        self.session.receive(update_line(entry(4, 10)))  # on its way before the snapshot was taken
        self.assertEqual((self.deliver(), self.sent()), ([], []))
        state = {"id": "c", "revision": 4, "state": {"count": 10}}
        self.session.receive(line(id=request["id"], result=state))
        (change,) = self.deliver()
        self.assertTrue(change.resynced)
        self.assertEqual((change.before, change.state), ({"count": 1}, {"count": 10}))
        self.session.receive(update_line(entry(5, 11)))
        self.assertEqual((mirror.revision, mirror.state), (5, {"count": 11}))

    def test_a_snapshot_that_agrees_is_no_change(self) -> None:
        self.create()
        reply = self.session.snapshot("c")
        state = {"id": "c", "revision": 0, "state": {"count": 0}}
        self.session.receive(line(id=reply.request_id, result=state))
        self.assertEqual((reply.result().state, self.deliver()), ({"count": 0}, []))

    def test_updates_of_instances_that_are_not_known_are_ignored(self) -> None:
        mirror = self.create()
        self.session.receive(update_line(entry(7, 7, id="gone"), entry(1, 1)))
        self.assertEqual(mirror.state, {"count": 1})

    def test_a_disposed_instance_that_is_gone_already(self) -> None:
        mirror = self.create()
        reply = self.session.dispose("c")
        error = {"code": -32003, "message": "There is no instance c"}
        self.session.receive(line(id=reply.request_id, error=error))
        self.assertIsNone(reply.result())
        self.assertIsNotNone(mirror.closed)

    def test_a_disposal_that_fails(self) -> None:
        mirror = self.create()
        reply = self.session.dispose("c")
        self.session.receive(line(id=reply.request_id, error={"code": -32603, "message": "no"}))
        with self.assertRaises(RequestFailed):
            reply.result()
        self.assertIsNone(mirror.closed)

    def test_an_input_that_crosses_the_end_of_its_instance_still_ends(self) -> None:
        self.create()
        ticket = self.session.input("c", "plus", ((), {}))
        ticket.awaited = True
        self.session.receive(line(method="viewModel/closed", params={"id": "c", "reason": "r"}))
        error = {"code": -32003, "message": "There is no instance c"}
        params = {"id": "c", "input": "plus", "seq": 1, "error": error}
        self.session.receive(line(method="viewModel/rejected", params=params))
        self.assertEqual(str(ticket.error), "c.plus: There is no instance c (-32003)")

    def test_requests_of_the_host_are_answered(self) -> None:
        self.session.receive(line(id="s1", method="window/ask", params={}))
        (message,) = self.sent()
        self.assertEqual((message["id"], message["error"]["code"]), ("s1", -32601))

    def test_what_the_protocol_may_add_later_is_ignored(self) -> None:
        mirror = self.create()
        self.session.receive(line(method="viewModel/sparkled", params=[1]))
        self.session.receive(update_line({**entry(1, 1), "sparkle": 1}))
        self.assertEqual(mirror.state, {"count": 1})

    def test_an_answer_to_nothing_is_an_error(self) -> None:
        self.session.snapshot("c")  # the request 1, which is no True
        for id in (99, "x", 1.5, True, [1]):
            with self.subTest(id=id), self.assertRaisesRegex(ProtocolError, "was not asked"):
                self.session.receive(line(id=id, result={}))

    def test_the_error_codes_are_those_of_the_protocol(self) -> None:
        table = (ROOT / "protocol.md").read_text("utf-8").split("### Error codes")[1]
        rows = re.findall(r"^\| (-\d+) \| ([^|]+) \|", table, re.MULTILINE)
        expected = {
            name.upper().replace("VIEWMODEL", "VIEW_MODEL").replace(" ", "_"): int(code)
            for code, name in rows
        }
        self.assertGreater(len(expected), 15)
        self.assertEqual({code.name: int(code) for code in ErrorCode}, expected)

    def test_what_makes_no_sense_is_an_error(self) -> None:
        self.create()
        error = {"code": -32700, "message": "Parse error"}
        bad = [
            b"Hello!",
            b"7",
            b'"text"',
            b"[1]",
            line(id=None, error=error),
            line(method=7),
            update_line(7),
            update_line({"revision": 1}),
            update_line({"id": "c"}),
            update_line({"id": "c", "revision": "1"}),
            update_line({"id": "c", "revision": 1, "patch": {}}),
            update_line({"id": "c", "revision": 1, "events": [{}]}),
            update_line({"id": "c", "revision": 2, "done": 1}),
            line(method="viewModel/update"),
            line(method="viewModel/rejected", params={"id": "c", "input": "i", "error": 1}),
            line(method="viewModel/closed", params={"id": "c"}),
        ]
        for text in bad:
            with self.subTest(text), self.assertRaises(ProtocolError):
                self.session.receive(text)

    def test_answers_of_the_wrong_shape(self) -> None:
        results: list[Any] = [None, [], {}, {"id": "c", "revision": 0, "state": []}, {"id": 1}]
        for result in results:
            with self.subTest(result=result):
                reply = self.session.snapshot("c")
                with self.assertRaises(ProtocolError):
                    self.session.receive(line(id=reply.request_id, result=result))
                self.assertIsInstance(reply.error, ProtocolError)

    def test_at_the_end_everything_open_fails(self) -> None:
        self.create()
        replies: list[Reply[Any]] = [self.session.input("c", "plus", ((), {}))]
        replies += [self.session.call("c", "plus", ((), {})), self.start_create("d")]
        self.session.end(HostClosed())
        for reply in replies:
            with self.assertRaises(HostClosed):
                reply.result()
        with self.assertRaises(HostClosed):
            self.session.input("c", "plus", ((), {}))

    def test_batches_do_not_nest_and_empty_ones_send_nothing(self) -> None:
        with self.session.batch(), self.assertRaises(RuntimeError), self.session.batch():
            self.fail("it opened")
        self.assertEqual(self.session.take_output(), b"")

    def test_a_batch_of_more_than_a_host_reads_is_not_sent(self) -> None:
        replies = []
        problem = "a batch of more than 5000 messages"
        with self.assertRaisesRegex(ValueError, problem), self.session.batch():
            for _ in range(5_001):
                replies.append(self.session.input("c", "plus", ((), {})))
        self.assertEqual(self.session.take_output(), b"")
        with self.assertRaises(Cancelled):
            replies[0].result()


if __name__ == "__main__":
    unittest.main()
