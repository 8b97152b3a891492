"""Virtual time, jobs and tasks: what the ViewModels of the model run on.

An asynchronous function is a generator that yields what it waits for. It gets the value of that, or
has the error of it thrown at it.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Generator
from typing import Any

Body = Generator[Any, Any, Any]
Job = Callable[[], None]


class Failed(Exception):
    """What a ViewModel throws."""


class Cancelled(Exception):
    """The task was cancelled."""


class ServiceFailed(Exception):
    """A service gave an error. `text` is its sentence."""

    def __init__(self, text: Any) -> None:
        self.text = text


def ANY(_: Any) -> bool:
    """A pattern that everything fits."""
    return True


class Worded:
    """A sentence of the host's own, which every text fits. The same cause gives the same."""

    def __init__(self, cause: str) -> None:
        self.__name__ = f"sentence on {cause}"

    def __call__(self, value: Any) -> bool:
        return isinstance(value, str) and bool(value)


class World:
    """Time in microseconds, the timers, and what is ready to run in this turn."""

    def __init__(self) -> None:
        self.now = 0
        self.jobs: deque[Job] = deque()
        self._timers: list[tuple[int, int, Timer]] = []
        self._set = 0

    def after(self, delay: int, job: Job) -> Timer:
        """Runs a job when so much time has passed, as a turn of its own."""
        timer = Timer(job)
        self._set += 1
        heapq.heappush(self._timers, (self.now + delay, self._set, timer))
        return timer

    def next_timer(self, end: int | None = None) -> Timer | None:
        """Takes the timer that falls due first, up to some time, and moves time there."""
        while self._timers:
            due, _, timer = self._timers[0]
            if timer.job and end is not None and due > end:
                return None
            heapq.heappop(self._timers)
            if timer.job:
                self.now = due
                return timer
        return None

    @property
    def next_due(self) -> int | None:
        return min((due for due, _, timer in self._timers if timer.job), default=None)

    def run_jobs(self) -> None:
        while self.jobs:
            self.jobs.popleft()()


class Timer:
    def __init__(self, job: Job | None) -> None:
        self.job = job

    def cancel(self) -> None:
        self.job = None

    def fire(self) -> None:
        if self.job:
            self.job()


class Task:
    """Runs an asynchronous function. `end` gets its value, or its error."""

    def __init__(
        self, world: World, body: Body, end: Callable[[Any, Exception | None], None] | None = None
    ) -> None:
        self.world = world
        self.is_cancelled = False
        self._body = body
        self._end = end
        self._release: Job | None = None
        self._is_over = False

    def start(self, at_once: bool) -> Task:
        if at_once:
            self._step(None, None)
        else:
            self.world.jobs.append(lambda: self._step(None, None))
        return self

    def resume(self, value: Any = None, error: Exception | None = None, hops: int = 1) -> None:
        """What it waited for is there. It continues after so many jobs."""
        self._release = None
        if hops > 1:
            self.world.jobs.append(lambda: self.resume(value, error, hops - 1))
        else:
            self.world.jobs.append(lambda: self._step(value, error))

    def cancel(self) -> None:
        self.is_cancelled = True
        if self._release:
            release, self._release = self._release, None
            release()
            self.resume(error=Cancelled())

    def kill(self) -> None:
        """Nothing of it is to be seen any more."""
        self._is_over = True
        if self._release:
            self._release()

    def _step(self, value: Any, error: Exception | None) -> None:
        if self._is_over:
            return
        try:
            effect = self._body.throw(error) if error else self._body.send(value)
        except StopIteration as stop:
            self._finish(stop.value, None)
        except (Failed, Cancelled) as failure:
            self._finish(None, failure)
        else:
            if self.is_cancelled and effect.is_cancellable:
                self.resume(error=Cancelled())
            else:
                release = effect.begin(self)
                self._release = release if effect.is_cancellable else None

    def _finish(self, value: Any, error: Exception | None) -> None:
        self._is_over = True
        if self._end:
            self._end(value, error)


class Sleep:
    """Waits for a time, in microseconds."""

    is_cancellable = True

    def __init__(self, delay: int) -> None:
        self._delay = delay

    def begin(self, task: Task) -> Job:
        return task.world.after(self._delay, task.resume).cancel


class Hop:
    """Goes to another thread and comes back, in the same turn."""

    is_cancellable = False

    def begin(self, task: Task) -> Job:
        task.resume()
        return task.cancel


class Wait:
    """Waits for a completion handler: `start` takes that, and gives what cancels."""

    is_cancellable = True

    def __init__(self, start: Callable[[Task], Job]) -> None:
        self._start = start

    def begin(self, task: Task) -> Job:
        return self._start(task)


class Ask:
    """Asks services, and waits until all have answered, or one has failed."""

    def __init__(
        self, asker: Any, questions: list[tuple[str, Any]], is_cancellable: bool = True
    ) -> None:
        self.is_cancellable = is_cancellable
        self._asker = asker
        self._questions = questions

    def begin(self, task: Task) -> Job:
        values: list[Any] = [None] * len(self._questions)
        calls: list[Any] = []
        left = len(self._questions)
        error: ServiceFailed | None = None
        is_over = False

        def withdraw() -> None:
            nonlocal is_over
            is_over = True
            for call in calls:
                call.withdraw()

        def answered(index: int, value: Any) -> None:
            nonlocal left
            values[index] = value
            left -= 1
            if left == 0:
                task.resume(values, hops=2)

        def failed(text: Any) -> None:
            nonlocal error
            if error is None:
                error = ServiceFailed(text)
                task.world.jobs.append(fail)

        def fail() -> None:
            if not is_over:  # what was asked besides is withdrawn
                withdraw()
                task.resume(error=error)

        for index, (service, arguments) in enumerate(self._questions):
            calls.append(
                self._asker.ask(
                    service, arguments, lambda value, index=index: answered(index, value), failed
                )
            )
        if not calls:
            task.resume([])
        return withdraw
