"""Pages through a list in the terminal: viewmodel-demo [--folder F] [HOST …]

Without a folder, the list asks this program for its items: the Greek letters. It is seen through a
window, a page at a time, and so may be of any length.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Callable, TextIO

from .errors import HostDied, HostError, RequestFailed
from .host import Host
from .instance import Instance
from .model import Rewound
from .viewport import Viewport
from .windows import Output, window

PAGE_SIZE = 10
LIST_HELP = "[enter] more  [r] reload  [number] open  [u] undo  [y] redo  [q] quit"
PAGER_HELP = "[n] next  [p] previous  [b] back  [u] undo  [y] redo  [q] quit"
DEAD_HELP = "[r] restart  [q] quit"
NOTHING_NEW = "nothing new yet"
LETTERS = [chr(code) for code in range(0x3B1, 0x3CA)]


def letters(page: int) -> Mapping[str, Any]:
    """The service `items`: a page of the Greek letters; pages count from 1."""
    end = page * PAGE_SIZE
    shown = LETTERS[end - PAGE_SIZE : end]
    next_page = page + 1 if end < len(LETTERS) else None
    return {
        "items": [{"id": letter, "name": title(letter)} for letter in shown],
        "pages": {"currentPage": page, "nextPage": next_page},
    }


def title(letter: str) -> str:
    """A letter with its name."""
    return f"{letter} {unicodedata.name(letter).replace('GREEK SMALL LETTER ', '').lower()}"


class Demo:
    """A screen for the ViewModels `list` and `pager`. It shows itself after each typed line."""

    def __init__(self, host: Host, screen: TextIO, folder: str | None = None) -> None:
        self._host = host
        self._screen = screen
        parameters = {} if folder is None else {"folder": folder, "pageSize": PAGE_SIZE}
        self._dead: HostDied | None = None
        observe: list[Output] = ["loading", window("items", PAGE_SIZE)]
        self._list = host.create("list", parameters=parameters, observe=observe)
        self._rows = Viewport(self._list, "items", PAGE_SIZE)
        self._list.on_event(lambda event: self._print(f"! {event.value}"), "error")
        self._pager: Instance | None = None
        self._appear()
        self.show()

    def typed(self, line: str) -> bool:
        """Does what a line says. False: it says to end."""
        key = line.strip()
        if key == "q":
            return False
        try:
            message = self._answer(key)
            if message is None:
                self.show()
            else:
                self._print(f"-- {message}")
        except HostDied as died:
            self._dead = died
            self._print(f"! {died}\n-- {DEAD_HELP}")
        return True

    def _answer(self, key: str) -> str | None:
        """Does what a key says. What it returns is shown instead of the list."""
        if self._dead is not None:
            if key != "r":
                return DEAD_HELP
            self._restart()
            return None
        if key in ("u", "y"):
            return self._rewind(self._host.undo if key == "u" else self._host.redo)
        return self._typed(key) if self._pager is None else self._turn(self._pager, key)

    def _restart(self) -> None:
        """Starts the host anew, with the list and the pager."""
        self._host.restart()
        self._dead = None
        self._appear()

    def _appear(self) -> None:
        """Has the list loaded. Nobody has asked for that: `undo` does not take it back."""
        params = {"id": self._list.id, "input": "viewWillAppear", "step": False}
        self._host.request("viewModel/call", params)

    def _rewind(self, go: Callable[[], Rewound[Instance]]) -> str | None:
        """Undoes or redoes. The pager may be gone by that, or be there again."""
        try:
            opened = go().opened
        except RequestFailed as error:
            return error.message
        if self._pager is not None and self._pager.closed is not None:
            self._pager = None
        self._pager = next((each for each in opened if each.name == "pager"), self._pager)
        return None

    def _typed(self, key: str) -> str | None:
        """The same in the list."""
        rows = self._rows
        if key == "":
            return self._next_page()
        if key == "r":
            self._list.call("reload")
        elif not key.isdecimal():
            return f"unknown: {key}  {LIST_HELP}"
        elif not 1 <= int(key) <= rows.total:
            return f"no item {key} among {rows.total}  {LIST_HELP}"
        else:
            rows.go_to(int(key) - 1)
            uses, parameters = {"list": self._list}, {"selectedId": rows.row["id"]}
            self._pager = self._host.create("pager", uses=uses, parameters=parameters)
        return None

    def _turn(self, pager: Instance, key: str) -> str | None:
        """The same in the pager."""
        state = pager.state
        index = state["index"]
        if key == "b":
            pager.dispose()
            self._pager = None
        elif key not in ("n", "p"):
            return f"unknown: {key}  {PAGER_HELP}" if key else PAGER_HELP
        elif key == "n" and state["hasNext"]:
            pager.call("willTransitionTo", index=index + 1)
        elif key == "p" and state["hasPrevious"]:
            pager.call("willTransitionTo", index=index - 1)
        elif key == "n" and index is not None:
            return self._more(lambda: pager.call("willTransitionTo", index=index))
        return None

    def _next_page(self) -> str | None:
        """Scrolls, after the list has loaded more if need be."""
        rows = self._rows
        is_last = rows.top + PAGE_SIZE >= rows.total
        message = self._more(lambda: self._list.call("reachedBottom")) if is_last else None
        if message is None:
            rows.scroll(PAGE_SIZE)
        return message

    def _more(self, ask: Callable[[], object]) -> str | None:
        """Asks for the next page. The list hears that once a second, so it may be asked in vain."""
        count = self._rows.total
        ask()
        self._wait_for_items()
        return None if self._rows.total > count else NOTHING_NEW

    def _wait_for_items(self) -> None:
        self._list.wait_until(lambda state: not state["loading"])

    def show(self) -> None:
        """Prints what is to be seen now, when nothing is being loaded any more."""
        self._wait_for_items()
        if self._pager is None:
            for number, item in enumerate(self._rows.rows, self._rows.top + 1):
                self._print(f"{number:4}  {item['name']}")
            self._print(f"-- {self._rows.total} items  {LIST_HELP}")
        elif self._pager.state["index"] is None:
            self._print(f"   it is not in the list any more\n-- {PAGER_HELP}")
        else:
            state = self._pager.state
            index, items = state["index"], state["items"]
            left, right = "<" if state["hasPrevious"] else " ", ">" if state["hasNext"] else " "
            self._print(f"   {left} {items[index]['name']} {right}")
            self._print(f"-- {index + 1} of {len(items)}  {PAGER_HELP}")

    def _print(self, line: str) -> None:
        print(line, file=self._screen, flush=True)


def main(arguments: list[str], keys: Iterable[str], screen: TextIO) -> None:
    """Runs the demonstration with the lines of `keys`."""
    parser = argparse.ArgumentParser(prog="viewmodel-demo", description="Pages through a list.")
    parser.add_argument("--folder", help="shows what is in there")
    parser.add_argument("host", nargs=argparse.REMAINDER, help="its command, if it is not found")
    options = parser.parse_args(arguments)
    services = {} if options.folder is not None else {"items": letters}
    try:
        supervised = sys.platform == "linux"
        with Host(options.host or None, services=services, supervised=supervised) as host:
            demo = Demo(host, screen, options.folder)
            for line in keys:
                if not demo.typed(line):
                    break
    except HostError as error:
        sys.exit(str(error))


def run() -> None:
    """The program."""
    with suppress(KeyboardInterrupt):
        main(sys.argv[1:], sys.stdin, sys.stdout)


if __name__ == "__main__":
    run()
