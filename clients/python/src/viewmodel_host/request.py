from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Callable, NoReturn

from .errors import RequestFailed

__all__ = ["ServiceCall"]


def fail(error: BaseException) -> NoReturn:
    raise error


def given(values: Mapping[str, object]) -> dict[str, object]:
    """Returns the arguments that are not left out."""
    return {name: value for name, value in values.items() if value is not None}


class Request(Future[Any]):
    """A request to the host. It ends once, with a value or an error."""

    id = 0

    def __init__(
        self,
        label: str,
        finish: Callable[[Any], Any] = lambda result: result,
        rescue: Callable[[RequestFailed], Any] = fail,
    ) -> None:
        """`finish` makes the value from the result, `rescue` from an error; both may raise."""
        super().__init__()
        self.label, self.finish, self.rescue = label, finish, rescue

    def end(self, value: Any = None, error: BaseException | None = None) -> Request:
        if not self.done() and error is None:
            self.set_result(value)
        elif not self.done():
            self.set_exception(error)
        return self

    def timed_out(self, seconds: float) -> TimeoutError:
        return TimeoutError(f"{self.label} took longer than {seconds:g} seconds")


@dataclass(eq=False)
class ServiceCall:
    """The first argument of a service: the call that it answers."""

    id: str
    service: str
    arguments: Any
    instance: Any
    """The instance that asks; None if several do."""
    cancelled: bool = False
    """Whether the host no longer wants the answer."""
    future: Any = None

    def cancel(self) -> None:
        self.cancelled = True
        if self.future is not None:
            self.future.cancel()
