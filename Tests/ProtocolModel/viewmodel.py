"""What all ViewModels of the model have."""

from __future__ import annotations

from typing import Any, ClassVar

from engine import Body, Job, Task, Timer, World

SECOND = 1_000_000

Arguments = list[tuple[str, str]]
"""The names and kinds of what an input takes; a kind that ends with ? may be left out."""


class ViewModel:
    outputs: tuple[str, ...] = ()
    inputs: ClassVar[dict[str, Arguments]] = {}
    parameters: ClassVar[Arguments] = []
    services: tuple[str, ...] = ()
    roles: ClassVar[dict[str, str]] = {}
    forgets = False
    """Whether an output that is not observed for a while has no value, or its first, afterwards."""

    def __init__(self, world: World, host: Any) -> None:
        self.world = world
        self.host = host
        """The instance: takes events, failures and questions."""
        self.tasks: list[Task] = []
        self.timers: list[Timer] = []
        self.watchers: list[ViewModel] = []
        """Those that share this one."""

    def spawn(self, body: Body) -> Task:
        """A task that begins when what runs now has ended."""
        task = Task(self.world, body).start(at_once=False)
        self.tasks.append(task)
        return task

    def after(self, delay: int, job: Job) -> None:
        self.timers.append(self.world.after(delay, job))

    def end(self) -> None:
        """The instance is disposed."""
        for task in self.tasks:
            task.kill()
        for timer in self.timers:
            timer.cancel()

    def setup(self, parameters: dict[str, Any], uses: dict[str, ViewModel]) -> None:
        """What `init` does."""

    def output(self, name: str) -> Any:
        return getattr(self, name)

    def used_changed(self) -> None:
        """What this one uses has changed."""
