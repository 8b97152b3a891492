"""What generated modules have in common: `viewmodel_host.typed`."""

from __future__ import annotations

import unittest
from typing import Any

from support import answer, read, refuse, scripted, scripted_async

from viewmodel_host import RequestFailed
from viewmodel_host.typed import AsyncContract, Contract, ContractBroken, given

DOCUMENT = '{"hash": "f00d"}'
ASKED = read("contract/check", contract={"hash": "f00d"})
KEPT = answer({"compatible": True, "changes": []})
MISSING = refuse(-32601, "There is no method contract/check")


def broken(*sentences: str) -> Any:
    changes = [{"breaks": True, "sentence": sentence} for sentence in sentences]
    harmless = {"breaks": False, "sentence": "an output is new"}
    return answer({"compatible": False, "changes": [harmless, *changes]})


class ContractTests(unittest.TestCase):
    def test_a_host_that_keeps_it_is_asked_once(self) -> None:
        with scripted(ASKED, KEPT) as host:
            contract = Contract(DOCUMENT)
            contract.check(host)
            contract.check(host)

    def test_each_contract_is_asked_for(self) -> None:
        with scripted(ASKED, KEPT, ASKED, KEPT) as host:
            Contract(DOCUMENT).check(host)
            Contract(DOCUMENT).check(host)

    def test_what_is_about_one_view_model_is_asked_by_itself(self) -> None:
        document = '{"viewModels": [{"name": "a"}, {"name": "b"}]}'
        asked = [read("contract/check", contract={"viewModels": [{"name": name}]}) for name in "ab"]
        with scripted(asked[0], KEPT, asked[1], broken("b")) as host:
            contract = Contract(document)
            for _ in range(2):
                contract.check(host, "a")
            with self.assertRaises(ContractBroken):
                contract.check(host, "b")
            contract.check(host, "a")

    def test_a_host_that_was_restarted_is_asked_again(self) -> None:
        with scripted(ASKED, KEPT) as host:
            contract = Contract(DOCUMENT)
            contract.check(host)
            host.restart()
            contract.check(host)

    def test_a_host_that_breaks_it_is_refused_each_time(self) -> None:
        with scripted(ASKED, broken("one"), ASKED, broken("a", "b", "c", "d", "e")) as host:
            contract = Contract(DOCUMENT)
            for sentences in ["one", "a; b; c, and 2 more"]:
                with self.assertRaises(ContractBroken) as caught:
                    contract.check(host)
                self.assertEqual(str(caught.exception), f"the host has changed: {sentences}")

    def test_a_host_that_is_older_than_the_question_is_taken(self) -> None:
        with scripted(ASKED, MISSING) as host:
            contract = Contract(DOCUMENT)
            contract.check(host)
            contract.check(host)

    def test_another_error_comes_out(self) -> None:
        with scripted(ASKED, refuse(-32602, "no"), ASKED, KEPT) as host:
            contract = Contract(DOCUMENT)
            with self.assertRaises(RequestFailed):
                contract.check(host)
            contract.check(host)

    def test_what_is_left_out_is_not_given(self) -> None:
        self.assertEqual(given({"a": 0, "b": None, "c": ""}), {"a": 0, "c": ""})


class AsyncContractTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_host_that_keeps_it_is_asked_once(self) -> None:
        async with scripted_async(ASKED, KEPT) as host:
            contract = AsyncContract(DOCUMENT)
            await contract.check(host)
            await contract.check(host)

    async def test_a_host_that_breaks_it_is_refused(self) -> None:
        async with scripted_async(ASKED, broken("one")) as host:
            with self.assertRaisesRegex(ContractBroken, "^the host has changed: one$"):
                await AsyncContract(DOCUMENT).check(host)

    async def test_a_host_that_is_older_than_the_question_is_taken(self) -> None:
        async with scripted_async(ASKED, MISSING) as host:
            await AsyncContract(DOCUMENT).check(host)


if __name__ == "__main__":
    unittest.main()
