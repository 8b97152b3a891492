"""viewmodel-find: finds files, or the lines of standard input, while one types."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Callable

from ..async_host import AsyncHost
from ..errors import HostError
from .filter import matches
from .finder import ACCEPTED, FAILED, INTERRUPTED, NO_MATCH, Finder
from .keys import Keys
from .screen import frame, row_count
from .stdin import InputLines
from .terminal import Terminal

ESCAPE_SECONDS = 0.05
"""How soon the rest of a key's sequence follows its Escape."""

DESCRIPTION = """Finds files below a folder while you type, and prints those that you accept.
When standard input is no terminal and no folder is named, it finds the lines of that."""

EPILOG = """What is typed is fzf's: terms between spaces all match, abc fuzzily, 'abc exactly,
^abc at the start, abc$ at the end, !abc not; a | b one of them. What .gitignore files name is left
out. A file's name that is not UTF-8 is printed with \\xFF for each such byte, and \\x5C for each
backslash.

keys: Enter accepts; Tab and Shift-Tab choose several; Control-N and -P, -J and -K, the arrows,
PageUp and PageDown move; Control-U, -W, -A, -E edit the line; Escape and Control-C end.

exit status: 0 something was accepted, 1 nothing matches, 2 an error, 130 it was ended.
The host is $VIEWMODEL_HOST, or viewmodel-host on the PATH."""


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="viewmodel-find",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", help="where the files are; the working directory")
    parser.add_argument("-q", "--query", default="", help="what stands in the prompt at first")
    parser.add_argument("-f", "--filter", metavar="QUERY", help="print all matches, and end")
    parser.add_argument("-c", "--command", help="find the lines that this shell command prints")
    parser.add_argument("-0", "--print0", action="store_true", help="end each with NUL")
    options = parser.parse_args(arguments)
    for value in (options.folder, options.query, options.filter, options.command):
        try:
            (value or "").encode()
        except UnicodeEncodeError:
            parser.error(f"{value!r} is not UTF-8")
    return options


class Program:
    """One run of it."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        # Its lines are the candidates when nothing else names any.
        self._reads_input = options.folder is None and options.command is None and not os.isatty(0)

    async def run(self) -> int:
        """Finds, and gives the exit status."""
        services = {"lines": InputLines().page} if self._reads_input else {}
        if self._options.filter is None:  # nothing is to be written over the screen
            logging.getLogger("viewmodel_host").setLevel(logging.CRITICAL)
        async with AsyncHost(services=services) as host:
            if self._options.filter is not None:
                return await self._filter(host)
            return await self._show(host)

    def _parameters(self, preview_lines: int) -> dict[str, Any]:
        options = self._options
        parameters: dict[str, Any] = {"previewLines": preview_lines}
        if options.command is not None:
            parameters["command"] = ["sh", "-c", options.command]
        if not self._reads_input:
            parameters["folder"] = options.folder or "."
        return parameters

    async def _filter(self, host: AsyncHost) -> int:
        def say(problem: str) -> None:
            print(f"viewmodel-find: {problem}", file=sys.stderr)

        count = await matches(host, self._parameters(0), self._options.filter, say, self._print)
        return ACCEPTED if count else NO_MATCH

    async def _show(self, host: AsyncHost) -> int:
        try:
            terminal = Terminal()
        except OSError:
            print("viewmodel-find: there is no terminal; see --filter", file=sys.stderr)
            return FAILED

        def draw() -> None:
            width, height = terminal.size()
            if finder.is_shown():
                lines, column = frame(finder.prompt, finder.state, finder.problem, width, height)
                terminal.show(lines, column)

        height = terminal.size()[1]
        finder = Finder(host, self._options.query, row_count(height), draw)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, finder.press, "abort")
        terminal.enter()
        try:
            await finder.create(self._parameters(min(1000, height)))
            keys = KeyLoop(terminal, finder, draw)
            loop.add_signal_handler(signal.SIGWINCH, keys.resized)
            keys.start()
            draw()
            status = await finder.ended
        finally:
            terminal.leave()
        if status == FAILED:
            print(f"viewmodel-find: {finder.problem}", file=sys.stderr)
        self._print(finder.accepted)
        return status

    def _print(self, texts: Sequence[str]) -> None:
        """What is below a folder that was named is printed with that, so that it can be opened."""
        folder, end = self._options.folder, "\0" if self._options.print0 else "\n"
        try:
            for text in texts:
                path = text if folder is None else os.path.join(folder, text)
                sys.stdout.buffer.write((path + end).encode("utf-8", "surrogateescape"))
            sys.stdout.buffer.flush()
        except OSError as error:
            raise Unprintable from error


class Unprintable(Exception):
    """Standard output cannot be written; its cause says why."""


class KeyLoop:
    """Gives a finder the keys of a terminal as they are typed."""

    def __init__(self, terminal: Terminal, finder: Finder, draw: Callable[[], None]) -> None:
        self._terminal = terminal
        self._finder = finder
        self._draw = draw
        self._keys = Keys()
        self._timer: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """From now on, until the finder ends."""
        self._loop.add_reader(self._terminal.descriptor, self._readable)
        self._finder.ended.add_done_callback(
            lambda ended: self._loop.remove_reader(self._terminal.descriptor)
        )

    def resized(self) -> None:
        """Draws all anew, as the terminal is now."""
        self._terminal.forget()
        self._finder.resize(row_count(self._terminal.size()[1]))
        self._draw()

    def _readable(self) -> None:
        data = self._terminal.read()
        if self._timer is not None:
            self._timer.cancel()
        self._press(self._keys.feed(data) if data else ["abort"])
        if self._keys.is_incomplete:
            flush = lambda: self._press(self._keys.flush())  # noqa: E731
            self._timer = self._loop.call_later(ESCAPE_SECONDS, flush)

    def _press(self, keys: Sequence[str]) -> None:
        for key in keys:
            if key == "suspend":
                self._terminal.leave()
                os.kill(0, signal.SIGTSTP)
                self._terminal.enter()
                self.resized()
            elif key == "redraw":
                self.resized()
            else:
                self._finder.press(key)


def main(arguments: Sequence[str] | None = None) -> int:
    """The program; its exit status."""
    try:
        return asyncio.run(Program(parsed(arguments)).run())
    except KeyboardInterrupt:
        return INTERRUPTED
    except Unprintable as error:
        reason = error.__cause__
        if not isinstance(reason, BrokenPipeError):  # else nobody reads any more
            words = getattr(reason, "strerror", reason)
            print(f"viewmodel-find: standard output cannot be written: {words}", file=sys.stderr)
        with suppress(OSError):  # what is left is not written at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except HostError as error:
        print(f"viewmodel-find: {error}", file=sys.stderr)
        return FAILED


def run() -> None:
    """For the script that pip installs."""
    sys.exit(main())


if __name__ == "__main__":
    run()
