"""The outcome of something sent, which comes later."""

from __future__ import annotations

from typing import Any, Callable, Generic, TypeVar, cast

from .errors import HostError

T = TypeVar("T")


class Reply(Generic[T]):
    """Ends exactly once: with a value or with an error."""

    def __init__(self, label: str, convert: Callable[[Any], T]) -> None:
        self.label = label
        self.request_id: int | None = None
        self.sent = False
        """False while it stands in a batch that is still open."""
        self.awaited = False
        """Somebody waits for it, so an error will be seen."""
        self.done = False
        self.error: BaseException | None = None
        self._value: T | None = None
        self._convert = convert
        self._then: list[Callable[[Reply[T]], None]] = []

    def answer(self, result: Any) -> None:
        """Ends it with what the host answered.

        If that makes no sense, ends it with the HostError that says so, and raises that, too.
        """
        try:
            value = self._convert(result)
        except HostError as error:
            self.fail(error)
            raise
        if not self.done:
            self._value = value
            self._end()

    def fail(self, error: BaseException) -> None:
        """Ends it with an error."""
        if not self.done:
            self.error = error
            self._end()

    def result(self) -> T:
        """The value, once it has ended; raises the error."""
        assert self.done, "it has not ended"
        if self.error is not None:
            raise self.error
        return cast(T, self._value)

    def then(self, action: Callable[[Reply[T]], None]) -> None:
        """Runs an action at the end; at once if that was before."""
        if self.done:
            action(self)
        else:
            self._then.append(action)

    def _end(self) -> None:
        self.done = True
        actions, self._then = self._then, []
        for action in actions:
            action(self)
