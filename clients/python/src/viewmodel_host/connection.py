"""JSON-RPC as a state machine: lines in, lines out, and who waits for what. No I/O, no threads."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Callable, TypeVar

from .errors import (
    SERVICE_ERROR,
    Cancelled,
    ErrorCode,
    ProtocolError,
    error_outcome,
    request_failed,
)
from .lines import FIRST_LIMIT, decode, depth, encode
from .reply import Reply
from .shape import error_parts, member

T = TypeVar("T")
Params = Mapping[str, Any]
Failure = Callable[[int, str, Any], BaseException]

logger = logging.getLogger("viewmodel_host")

BATCH_LIMIT = 5_000
"""How many messages a host reads in a batch."""


class Connection:
    """One end of a conversation. What is to be written collects until `take_output`."""

    def __init__(
        self,
        on_notification: Callable[[str, Any], None],
        on_request: Callable[[str, Any, Any], bool],
    ) -> None:
        """`on_request` gets method, id and params; it is False where there is no such method."""
        self.error: BaseException | None = None
        """Why the conversation is over, once it is."""
        self.line_limit: int | None = None
        """The longest line, in bytes, as `initialize` has named it."""
        self.depth_limit: int | None = None
        self._on_notification = on_notification
        self._on_request = on_request
        self._last_id = 0
        self._pending: dict[int, tuple[str, Reply[Any], Failure]] = {}
        self._output: list[bytes] = []
        self._batch: list[tuple[bytes, Reply[Any] | None]] | None = None

    def request(
        self,
        method: str,
        params: Params | None,
        convert: Callable[[Any], T],
        failure: Failure | None = None,
        *,
        apart: bool = False,
    ) -> Reply[T]:
        """Asks for something. `apart` keeps it out of an open batch."""
        reply = Reply(method, convert)
        # Counted first: an interrupt may come after the sending, and no id is used twice.
        self._last_id = id = self._last_id + 1
        reply.request_id = id
        fail = failure or (lambda code, text, data: request_failed(method, code, text, data))
        self._pending[id] = (method, reply, fail)
        try:
            self._send({"jsonrpc": "2.0", "id": id, "method": method}, params, reply, apart)
        except BaseException:
            if not reply.sent:
                self._pending.pop(id, None)
            raise
        return reply

    def notify(
        self,
        method: str,
        params: Params | None = None,
        reply: Reply[Any] | None = None,
    ) -> None:
        """Tells something. `reply` is what other messages will answer it with, if any do."""
        self._send({"jsonrpc": "2.0", "method": method}, params, reply)

    def cancel(self, reply: Reply[Any]) -> None:
        """Asks the host to give up a request that has not been answered. It still answers it."""
        if not reply.done and reply.request_id in self._pending:
            self.notify("$/cancelRequest", {"id": reply.request_id})

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Everything sent inside goes out together at its end, as one turn.

        If the body raises, nothing is sent, and what stood in the batch ends with `Cancelled`.
        """
        if self._batch is not None:
            raise RuntimeError("a batch is already open")
        self._batch = []
        try:
            yield
            items, self._batch = self._batch, None
            self._write_batch(items)
        except BaseException:
            abandoned, self._batch = self._batch or [], None
            for _, reply in abandoned:
                self._abandon(reply)
            raise

    def receive(self, line: bytes) -> None:
        """Takes a line from the host in. Raises ProtocolError if it makes no sense."""
        if len(line) > self.incoming_limit:
            raise ProtocolError(f"the host wrote {self._too_long()}")
        message = decode(line)
        for part in message if isinstance(message, list) else (message,):
            if not isinstance(part, dict):
                raise ProtocolError(f"the host wrote something that is no message: {part!r:.80}")
            if "method" not in part:
                self._answered(part)
                continue
            method = part["method"]
            if type(method) is not str:
                method = member(part, "method", str, "a message")
            if "id" not in part:
                self._on_notification(method, part.get("params"))
            elif not self._on_request(method, part["id"], part.get("params")):
                text = f"This frontend has no method {method}"
                self.respond(part["id"], error_outcome(ErrorCode.METHOD_NOT_FOUND, text))

    def respond(self, id: Any, outcome: Params) -> None:
        """Answers a request of the host: `outcome` has the member `result` or `error`.

        One that cannot be written is answered with the error that says so.
        """
        message = {"jsonrpc": "2.0", "id": id, **outcome}
        try:
            line = encode(message)
            self._check_size(line)
            self._check_depth(message)
        except (TypeError, ValueError, RecursionError) as error:
            reason = error_outcome(SERVICE_ERROR, f"the answer cannot be written: {error}")
            line = encode({"jsonrpc": "2.0", "id": id, **reason})
        self._output.append(line)

    @property
    def incoming_limit(self) -> int:
        """The longest line that the host may write, in bytes."""
        return FIRST_LIMIT if self.line_limit is None else self.line_limit

    def _too_long(self) -> str:
        named = "until initialize names another limit"
        if self.line_limit is not None:
            named = "the limit that initialize named"
        return f"a line of more than {self.incoming_limit} bytes, {named}"

    def withdraw(self, reply: Reply[Any], error: BaseException) -> None:
        """What the reply is for was not sent."""
        if reply.request_id is not None:
            self._pending.pop(reply.request_id, None)
        reply.fail(error)

    @property
    def has_output(self) -> bool:
        """Something is to be written."""
        return bool(self._output)

    def take_output(self) -> bytes:
        """The bytes to write now."""
        output = b"".join(self._output)
        self._output.clear()
        return output

    def end(self, error: BaseException) -> None:
        """The conversation is over; whatever was asked for ends with this error."""
        if self.error is None:
            self.error = error
        pending, self._pending = list(self._pending.values()), {}
        for _, reply, _ in pending:
            reply.fail(error)

    def begin_again(self) -> None:
        """A new conversation may begin, with another host."""
        if self._batch is not None:
            raise RuntimeError("a batch is open")
        self.error = self.line_limit = self.depth_limit = None
        self._output.clear()

    def check(self) -> None:
        """Raises the error with which the conversation ended, if it has."""
        if self.error is not None:
            raise self.error.with_traceback(None)

    def _send(
        self,
        message: dict[str, Any],
        params: Params | None,
        reply: Reply[Any] | None,
        apart: bool = False,
    ) -> None:
        self.check()
        if params is not None:
            message["params"] = params
        line = encode(message)
        self._check_size(line)
        in_batch = self._batch is not None and not apart
        self._check_depth(message, in_batch)
        if self._batch is not None and in_batch:
            self._batch.append((line[:-1], reply))
            return
        if reply is not None:
            reply.sent = True
        self._output.append(line)

    def _write_batch(self, items: list[tuple[bytes, Reply[Any] | None]]) -> None:
        if not items:
            return
        line = b"[" + b",".join(item for item, _ in items) + b"]\n"
        try:
            self.check()
            if len(items) > BATCH_LIMIT:
                raise ValueError(f"a batch of more than {BATCH_LIMIT} messages")
            self._check_size(line)
        except BaseException:
            for _, reply in items:
                self._abandon(reply)
            raise
        self._output.append(line)
        for _, reply in items:
            if reply is not None:
                reply.sent = True

    def _check_size(self, line: bytes) -> None:
        if self.line_limit is not None and len(line) - 1 > self.line_limit:
            raise ValueError(
                f"a message of {len(line) - 1} bytes; the host reads at most {self.line_limit}"
            )

    def _check_depth(self, message: Params, in_batch: bool = False) -> None:
        if self.depth_limit is not None:
            deep = depth(message, self.depth_limit) + in_batch
            if deep > self.depth_limit:
                raise ValueError(f"nested deeper than the {self.depth_limit} that the host reads")

    def _abandon(self, reply: Reply[Any] | None) -> None:
        if reply is not None:
            if reply.request_id is not None:
                self._pending.pop(reply.request_id, None)
            reply.fail(Cancelled(reply.label, ErrorCode.CANCELLED, "its batch was not sent"))

    def _answered(self, message: dict[str, Any]) -> None:
        id = message.get("id")
        if "error" not in message and "result" not in message:
            raise ProtocolError("the host wrote what is neither a request nor an answer")
        if id is None:
            code, text, _ = error_parts(message, "a response without id")
            raise ProtocolError(f"the host could not read a line of this client: {text} ({code})")
        entry = self._pending.pop(id, None) if type(id) is int else None
        if entry is None:
            text = f"an answer to {json.dumps(id):.80}, which was not asked"
            raise ProtocolError(f"the host wrote {text}")
        method, reply, failure = entry
        if "error" in message:
            reply.fail(failure(*error_parts(message, method)))
        else:
            reply.answer(message["result"])
