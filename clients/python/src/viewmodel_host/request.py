"""What is under way: a request of this side, or one of the host."""

from __future__ import annotations

from typing import Any, Callable, NoReturn

from .errors import RequestFailed

__all__ = ["ServiceCall"]


def fail(error: RequestFailed) -> NoReturn:
    raise error


class Request:
    """Something that was asked. It ends once, with a value or an error."""

    id: int | None = None
    done = False
    value: Any = None
    error: BaseException | None = None

    def __init__(
        self,
        label: str,
        finish: Callable[[Any], Any] = lambda result: result,
        rescue: Callable[[RequestFailed], Any] = fail,
    ) -> None:
        """`finish` makes the value of the result, and `rescue` of an error, or raises one."""
        self.label, self.finish, self.rescue = label, finish, rescue
        self._then: list[Callable[[], None]] = []

    def end(self, value: Any = None, error: BaseException | None = None) -> None:
        if not self.done:
            self.done, self.value, self.error = True, value, error
            for callback in self._then:
                callback()

    def then(self, callback: Callable[[], None]) -> None:
        """Calls back at its end, at once if it has ended."""
        if self.done:
            callback()
        self._then.append(callback)

    def time_is_over(self, seconds: float) -> TimeoutError:
        return TimeoutError(f"{self.label} took longer than {seconds:g} seconds")


class ServiceCall:
    """What a service gets before its arguments: which call it answers."""

    cancelled = False
    """The host does not want the answer any more."""
    future: Any = None

    def __init__(self, id: str, service: str, arguments: Any, instance: Any) -> None:
        self.id, self.service, self.arguments = id, service, arguments
        self.instance = instance
        """The instance that asks; None if several do."""

    def cancel(self) -> None:
        self.cancelled = True
        if self.future is not None:
            self.future.cancel()
