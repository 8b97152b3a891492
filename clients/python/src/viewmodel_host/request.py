from __future__ import annotations

from typing import Any, Callable, NoReturn

from .errors import RequestFailed

__all__ = ["ServiceCall"]


def fail(error: BaseException) -> NoReturn:
    raise error


class Request:
    """A request to the host. It ends once, with a value or an error."""

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
        """`finish` makes the value from the result, `rescue` from an error; both may raise."""
        self.label, self.finish, self.rescue = label, finish, rescue
        self._then: list[Callable[[], None]] = []

    def end(self, value: Any = None, error: BaseException | None = None) -> Request:
        if not self.done:
            self.done, self.value, self.error = True, value, error
            for callback in self._then:
                callback()
        return self

    def then(self, callback: Callable[[], None]) -> None:
        """Calls back at the end of the request, at once if it has ended."""
        if self.done:
            callback()
        self._then.append(callback)

    def timed_out(self, seconds: float) -> TimeoutError:
        return TimeoutError(f"{self.label} took longer than {seconds:g} seconds")


class ServiceCall:
    """The first argument of a service: the call that it answers."""

    cancelled = False
    """Whether the host no longer wants the answer."""
    future: Any = None

    def __init__(self, id: str, service: str, arguments: Any, instance: Any) -> None:
        self.id, self.service, self.arguments = id, service, arguments
        self.instance = instance
        """The instance that asks; None if several do."""

    def cancel(self) -> None:
        self.cancelled = True
        if self.future is not None:
            self.future.cancel()
