#!/usr/bin/env python3
"""Sends conversations with mutated lines: mutated.py HOST [--lines N] [--seed N]

Whatever bytes come, each request that a strict reader finds in them is answered once, what is no
message with an error, each line of the host has the documented shape, and the host ends with 0.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections import Counter
from decimal import Context, Decimal
from typing import Any

from form import Misshapen, check_form
from generator import Generator
from hosts import Died, Hosts, exchanged, split
from messages import Kind, Message, NotJSON, key, message, refuse
from mutations import mutate

DEPTH = 512


def read(line: bytes) -> Message | list[Message]:
    """The messages of a line, as `protocol.md` says which bytes are one."""
    try:
        value = loads(line.decode())
        inspect(value, 1)
    except (ValueError, RecursionError):
        raise NotJSON from None
    if isinstance(value, list) and value:
        return [message(part) for part in value]
    return message(value)


class Pairs(dict[str, Any]):
    """An object. Of equal names the last counts, but all must be JSON."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def loads(text: str) -> Any:
    return json.loads(
        text,
        parse_constant=refuse,
        parse_int=number,
        parse_float=number,
        object_pairs_hook=Pairs,
    )


def number(text: str) -> int | float:
    """An integer of 64 bits, in whatever way it is written, or else the nearest double."""
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    if 0 < abs(value) <= 2**63:
        exact = Decimal(text).normalize(Context(prec=100_000))
        exponent = exact.as_tuple().exponent
        if isinstance(exponent, int) and exponent >= 0 and -(2**63) <= exact < 2**63:
            return int(exact)
    return value


def identity(id: Any) -> tuple[str, Any]:
    """What makes ids the same. A double may be written as another integer that is nearest to it."""
    is_large = isinstance(id, int) and abs(id) > 2**53
    return key(float(id) if is_large else id)


def inspect(value: Any, depth: int) -> None:
    """Raises ValueError for what Python reads, and JSON or the host's limits do not allow."""
    if isinstance(value, str):
        value.encode()  # half of a surrogate pair
    elif isinstance(value, (Pairs, list)):
        if depth > DEPTH:
            raise ValueError("depth")
        for part in value.pairs if isinstance(value, Pairs) else value:
            for each in part if isinstance(part, tuple) else (part,):
                inspect(each, depth + 1)


def expected(data: bytes) -> Counter[Any]:
    """How often each id is answered; that of what has none is None."""
    answers: Counter[Any] = Counter()
    for line in data.split(b"\n"):
        if line.removesuffix(b"\r") == b"":
            continue
        try:
            messages = read(line.removesuffix(b"\r"))
        except NotJSON:
            answers[key(None)] += 1
            continue
        for one in messages if isinstance(messages, list) else [messages]:
            if one.kind in (Kind.REQUEST, Kind.INVALID):
                answers[identity(one.id)] += 1
        if ends(messages):
            break
    return answers


def ends(messages: Message | list[Message]) -> bool:
    """Nothing behind a line with `exit` is read."""
    many = messages if isinstance(messages, list) else [messages]
    return any(one.kind is Kind.NOTIFICATION and one.method == "exit" for one in many)


def answered(said: list[str]) -> Counter[Any]:
    answers: Counter[Any] = Counter()
    for line in said:
        value = loads(line)
        for one in value if isinstance(value, list) else [value]:
            check_form(one)
            if "method" not in one:
                answers[identity(one["id"])] += 1
    return answers


def conversation(seed: int) -> list[bytes]:
    chance = random.Random(seed)
    lines = [line.encode() for line in Generator(seed, 400).conversation()]
    # The first line says that there are no headers.
    first = b'{"jsonrpc":"2.0","id":"first","method":"ping"}'
    return [first] + [
        mutate(line, lines, chance) if chance.random() < 0.6 else line for line in lines
    ]


def check(hosts: Hosts, seed: int) -> tuple[int, str | None]:
    """How many lines were sent, and what is wrong."""
    data = b"\n".join(conversation(seed)) + b"\n"
    count = data.count(b"\n")
    try:
        said = split(exchanged(hosts.start(), [data]))
        wanted, found = expected(data), answered(said)
    except (Died, Misshapen, ValueError) as fault:
        return count, str(fault)
    for id in wanted.keys() | found.keys():
        if wanted[id] != found[id]:
            return count, f"{id} is answered {found[id]} times, and not {wanted[id]}"
    return count, None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("host", help="the example host")
    parser.add_argument("--lines", type=int, default=20_000, help="how many about (20000)")
    parser.add_argument("--seed", type=int, default=1, help="that of the first conversation")
    options = parser.parse_args()
    sys.set_int_max_str_digits(0)
    hosts = Hosts(options.host, "real")
    sent, faults, seed = 0, 0, options.seed
    while sent < options.lines:
        count, fault = check(hosts, seed)
        if fault:
            faults += 1
            print(f"seed {seed}: {fault}", flush=True)
        sent += count
        seed += 1
    print(f"{seed - options.seed} conversations, {sent} lines, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
