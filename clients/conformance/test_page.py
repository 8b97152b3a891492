"""The client in clients/README.md does what the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import unittest

from judge.__main__ import ROOT, built

PAGE = (ROOT / "clients" / "README.md").read_text("utf-8")


class Page(unittest.TestCase):
    def setUp(self) -> None:
        host = built("viewmodel-host")
        if host is None or shutil.which("ruby") is None:
            self.skipTest("no ruby, or no built viewmodel-host")
        self.environment = {**os.environ, "VIEWMODEL_HOST": host or ""}

    def run_ruby(self, *programs: str) -> str:
        done = subprocess.run(
            ["ruby", "-w", "-"],
            input="\n".join(programs),
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout

    def test_what_is_shown_is_printed(self) -> None:
        client, use = re.findall(r"```ruby\n(.*?)```", PAGE, re.DOTALL)
        (printed,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
        self.assertEqual(printed, self.run_ruby(client, use))

    def test_a_service_is_answered_and_a_patch_of_a_list_applied(self) -> None:
        client, _ = re.findall(r"```ruby\n(.*?)```", PAGE, re.DOTALL)
        use = """
            page = { items: [{ id: "1", name: "a/b" }], pages: { currentPage: 1, nextPage: nil } }
            services = { "items" => ->(asked) { asked == { "page" => 1 } ? page : raise } }
            host = Host.new(ENV["VIEWMODEL_HOST"], services: services)
            list = host.create("list", "l")
            host.input(list, "viewWillAppear")
            host.receive until list.state["items"].any?
            puts list.state.to_json
            begin
              host.request("viewModel/create", name: "nobody")
            rescue Host::Failed => error
              puts error.message
            end
            host.close
        """
        state, error = self.run_ruby(client, use).splitlines()
        self.assertEqual('{"items":[{"id":"1","name":"a/b"}],"loading":false}', state)
        self.assertIn("nobody", error)
