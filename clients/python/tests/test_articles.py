"""The list and its pager with articles from a real web server, over real pipes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import ProxyHandler, build_opener

from support import HERE, built_host

from viewmodel_host import AsyncHost, Host

PAGE_SIZE = 3
PATIENCE = 60
"""Seconds after which a test that waits has failed."""


def article(number: int, name: str | None = None) -> dict[str, str]:
    return {"id": f"a{number}", "name": name or f"Article {number}"}


def articles(*numbers: int) -> list[dict[str, str]]:
    return [article(number) for number in numbers]


class Held:
    """An answer that the server holds back."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.released = threading.Event()


class Server:
    """A web server with articles, a page of them for each GET."""

    def __init__(self) -> None:
        self.count = 7
        self.broken: set[int] = set()
        """Pages that are answered with 500."""
        self.asked: list[int] = []
        """The pages that were asked for, in order."""
        self._held: dict[int, Held] = {}
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                page = int(parse_qs(urlsplit(self.path).query)["page"][0])
                status, body = server.answer(page)
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/articles"

    def answer(self, page: int) -> tuple[int, bytes]:
        self.asked.append(page)
        held = self._held.pop(page, None)
        broken = page in self.broken
        if held is not None:
            held.asked.set()
            held.released.wait(PATIENCE)
        if broken:
            return 500, b"broken"
        end = min(page * PAGE_SIZE, self.count)
        body = {
            "items": articles(*range((page - 1) * PAGE_SIZE + 1, end + 1)),
            "pages": {"currentPage": page, "nextPage": page + 1 if end < self.count else None},
        }
        return 200, json.dumps(body).encode()

    def hold(self, page: int) -> Held:
        """Holds back the next answer with that page, until it is released."""
        self._held[page] = held = Held()
        return held

    def fetch(self, page: int) -> Any:
        """The service: asks this server over HTTP, whatever proxies the environment names."""
        opener = build_opener(ProxyHandler({}))
        with opener.open(f"{self.url}?page={page}", timeout=PATIENCE) as response:
            return json.load(response)

    @contextmanager
    def running(self) -> Iterator[Server]:
        thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()


class ArticleTests(unittest.TestCase):
    """The synchronous face: the service runs while the test waits."""

    def setUp(self) -> None:
        command = [built_host(), "--clock", "virtual"]
        self.server = self.enter(Server().running())
        services = {"items": self.server.fetch}
        self.host = self.enter(Host(command, services=services))
        self.rejected: list[Any] = []
        self.host.on_service_rejected(self.rejected.append)
        self.errors: list[str] = []
        self.list = self.host.create("list")
        self.list.on_event(lambda event: self.errors.append(event.value), "error")

    def enter(self, context: Any) -> Any:
        entered = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return entered

    def settled(self) -> Any:
        """The items when nothing is on its way."""
        self.list.wait_until(lambda state: not state["loading"], PATIENCE)
        return self.list.state["items"]

    def load(self, input: str) -> Any:
        """Sends an input, a second after the one before, as the list hears one a second."""
        self.host.advance(1000)
        self.list.call(input)
        return self.settled()

    def test_paging(self) -> None:
        self.assertEqual(self.list.state, {"items": [], "loading": False})
        self.assertEqual(self.load("viewWillAppear"), articles(1, 2, 3))
        self.assertEqual(self.load("reachedBottom"), articles(1, 2, 3, 4, 5, 6))
        self.assertEqual(self.load("reachedBottom"), articles(1, 2, 3, 4, 5, 6, 7))
        # There is no page after the last.
        self.load("reachedBottom")
        self.assertEqual(self.server.asked, [1, 2, 3])
        # What is new comes with a reload.
        self.server.count = 2
        self.assertEqual(self.load("reload"), articles(1, 2))
        self.assertEqual(self.server.asked, [1, 2, 3, 1])
        self.assertEqual((self.errors, self.rejected), ([], []))

    def test_the_bottom_is_heard_once_a_second(self) -> None:
        self.load("viewWillAppear")
        self.load("reachedBottom")
        self.host.advance(999)
        self.list.call("reachedBottom")
        self.assertEqual(len(self.settled()), 6)
        self.host.advance(1)
        self.list.call("reachedBottom")
        self.assertEqual(len(self.settled()), 7)

    def test_a_server_that_fails(self) -> None:
        self.load("viewWillAppear")
        self.server.broken = {1, 2}
        with self.assertLogs("viewmodel_host", "WARNING"):
            self.assertEqual(self.load("reachedBottom"), articles(1, 2, 3))
        self.assertEqual(self.errors, ["HTTP Error 500: Internal Server Error"])
        # The list can be used: the page comes as soon as there is one.
        self.server.broken = set()
        self.assertEqual(self.load("reachedBottom"), articles(1, 2, 3, 4, 5, 6))
        # A reload that fails leaves nothing, and the next one brings it back.
        self.server.broken = {1}
        with self.assertLogs("viewmodel_host", "WARNING"):
            self.assertEqual(self.load("reload"), [])
        self.server.broken = set()
        self.assertEqual(self.load("reload"), articles(1, 2, 3))
        self.assertEqual(self.errors, ["HTTP Error 500: Internal Server Error"] * 2)
        self.assertEqual(self.rejected, [])

    def test_an_edit_survives_the_next_page(self) -> None:
        self.load("viewWillAppear")
        self.list.call("changeItem", article(2, "Mine"))
        self.assertEqual(self.list.state["items"][1]["name"], "Mine")
        items = self.load("reachedBottom")
        self.assertEqual(items, [article(1), article(2, "Mine"), *articles(3, 4, 5, 6)])
        # The server knows nothing of it.
        self.assertEqual(self.load("reload"), articles(1, 2, 3))

    def test_the_pager_loads_more_at_the_last_item(self) -> None:
        self.load("viewWillAppear")
        uses, parameters = {"list": self.list}, {"selectedId": "a2"}
        pager = self.host.create("pager", uses=uses, parameters=parameters)
        self.assertEqual(pager.state["index"], 1)
        self.list.call("changeItem", article(3, "Mine"))
        pager.call("willTransitionTo", index=2)
        # Both have changed before either calls back.
        seen: list[Any] = []
        pager.on_change(lambda _: seen.append((pager.state["items"], self.list.state["items"])))
        self.settled()
        six = [*articles(1, 2), article(3, "Mine"), *articles(4, 5, 6)]
        self.assertEqual(seen, [(six, six)])
        expected = {"items": six, "index": 2, "hasPrevious": True, "hasNext": True}
        self.assertEqual(pager.state, expected)

        self.host.advance(1000)
        pager.call("willTransitionTo", index=5)
        self.settled()
        self.assertEqual(pager.state["items"], [*six, article(7)])
        self.host.advance(1000)
        pager.call("willTransitionTo", index=6)
        self.assertFalse(pager.state["hasNext"])
        self.host.ping()
        self.assertEqual(self.server.asked, [1, 2, 3])

        self.list.dispose()
        self.assertIn("was disposed", pager.closed or "")


class SlowAnswerTests(unittest.IsolatedAsyncioTestCase):
    """The asyncio face, which goes on while the server thinks."""

    async def asyncSetUp(self) -> None:
        context = Server().running()
        self.server = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        command = [built_host(), "--clock", "virtual"]
        self.host = AsyncHost(command, services={"items": self.items})
        await self.host.start()
        self.addAsyncCleanup(self.host.close)
        self.cancelled: list[int] = []
        self.fetched = threading.Semaphore(0)
        self.unwanted: list[Any] = []
        self.host.on_service_rejected(self.unwanted.append)
        self.list = await self.host.create("list")
        self.list.on_event(self.unwanted.append)

    async def items(self, page: int) -> Any:
        try:
            return await asyncio.to_thread(self.fetch, page)
        except asyncio.CancelledError:
            self.cancelled.append(page)
            raise

    def fetch(self, page: int) -> Any:
        try:
            return self.server.fetch(page)
        finally:
            self.fetched.release()

    async def settled(self) -> Any:
        await self.list.wait_until(lambda state: not state["loading"], PATIENCE)
        return self.list.state["items"]

    async def asked(self, held: Held) -> None:
        """Waits until the server has got the request whose answer it holds."""
        self.assertTrue(await asyncio.to_thread(held.asked.wait, PATIENCE))

    async def test_a_reload_ends_a_first_page_that_takes_long(self) -> None:
        held = self.server.hold(1)
        self.addCleanup(held.released.set)
        await self.list.call("viewWillAppear")
        await self.asked(held)
        await self.list.call("reload")
        self.assertEqual(await self.settled(), articles(1, 2, 3))
        self.assertEqual(self.cancelled, [1])
        # Now the first answer comes, and changes nothing.
        self.server.count = 1
        held.released.set()
        for _ in self.server.asked:
            self.assertTrue(await asyncio.to_thread(self.fetched.acquire, timeout=PATIENCE))
        await self.host.ping()
        self.assertEqual(self.list.state, {"items": articles(1, 2, 3), "loading": False})
        self.assertEqual(self.server.asked, [1, 1])
        self.assertEqual(self.unwanted, [])

    async def test_a_reload_during_a_page(self) -> None:
        await self.list.call("viewWillAppear")
        await self.settled()
        held = self.server.hold(2)
        self.addCleanup(held.released.set)
        await self.list.call("reachedBottom")
        await self.asked(held)
        # While the page is on its way no other is asked for.
        await self.host.advance(1000)
        await self.list.call("reachedBottom")
        self.assertTrue(self.list.state["loading"])
        await self.list.call("reload")
        self.assertEqual(await self.settled(), articles(1, 2, 3))
        held.released.set()
        await self.host.advance(1000)
        await self.list.call("reachedBottom")
        self.assertEqual(await self.settled(), articles(1, 2, 3, 4, 5, 6))
        self.assertEqual(self.server.asked, [1, 2, 1, 2])
        self.assertEqual(self.cancelled, [2])
        self.assertEqual(self.unwanted, [])

    async def test_disposing_during_a_page(self) -> None:
        held = self.server.hold(1)
        self.addCleanup(held.released.set)
        await self.list.call("viewWillAppear")
        await self.asked(held)
        await self.list.dispose()
        await self.host.ping()
        held.released.set()
        self.assertEqual(self.cancelled, [1])
        self.assertEqual(self.unwanted, [])


class ExampleTests(unittest.TestCase):
    def run_example(self, url: str) -> str:
        package = HERE.parent
        environment = {**os.environ, "PYTHONPATH": str(package / "src"), "no_proxy": "127.0.0.1"}
        program = [sys.executable, str(package / "examples" / "list_from_http.py")]
        done = subprocess.run(
            [*program, url, built_host()], env=environment, capture_output=True, check=True
        )
        return done.stdout.decode()

    def test_the_example(self) -> None:
        with Server().running() as server:
            printed = self.run_example(server.url)
        self.assertEqual(
            printed.splitlines(),
            [
                "Article 1, Article 2, Article 3",
                "Article 1, Article 2, Article 3, Article 4, Article 5, Article 6",
                "6 of 6",
                "7 of 7: Article 7",
            ],
        )

    def test_the_example_with_a_server_that_fails(self) -> None:
        with Server().running() as server:
            server.broken = {1}
            printed = self.run_example(server.url)
        self.assertEqual(printed.splitlines(), ["! HTTP Error 500: Internal Server Error", "", ""])


if __name__ == "__main__":
    unittest.main()
