"""A Swift program with random types; for each a ViewModel takes, holds, sends and asks for one."""

from __future__ import annotations

import random
from collections.abc import Callable

LEAVES = ["Int", "String", "Bool", "Double", "UInt8", "Int16", "Date", "UUID", "Decimal"]
MEMBERS = ["id", "name", "kind", "type", "value", "items", "next", "count", "isDone", "note", "at"]
CASES = ["idle", "busy", "failed", "done", "low", "high", "none", "text", "page", "`default`"]


class RandomTypes:
    """The same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.declarations: list[str] = []
        self.types: list[str] = []
        # Types with a value that can be a key.
        self.keys = ["String", "Int"]
        self.declarations.append(
            "struct Box<T: Codable>: Codable {\n  let value: T\n  var more: [T]?\n}\n"
            "struct Pair<A: Codable, B: Codable>: Codable {\n  let first: A\n  let second: B\n}"
        )
        self.forms: list[Callable[[str], str]] = [
            self.plain, self.plain, self.renamed, self.cases, self.numbers, self.states,
            self.payloads, self.tree, self.list, self.optional_default, self.wrapper, self.nested,
            self.unkeyed, self.tagged, self.either, self.migrated, self.raw_struct, self.subclass,
            self.flattened, self.key_struct, self.sized, self.length,
        ]  # fmt: skip

    def declare(self, count: int) -> None:
        """Adds types with names; each form is there once before one is there twice."""
        forms: list[Callable[[str], str]] = []
        for _ in range(count):
            if not forms:
                forms = self.random.sample(self.forms, len(self.forms))
            name = f"T{len(self.types)}"
            self.declarations.append(forms.pop()(name))
            self.types.append(name)

    def use(self, depth: int = 0) -> str:
        """A type as a member or an argument has it."""
        pick = self.random.random()
        if pick < 0.45 or depth > 2:
            return self.random.choice(LEAVES)
        inner = self.use(depth + 1)
        if pick < 0.6 and self.types:
            return self.random.choice(self.types)
        if pick < 0.7:
            return inner if inner.endswith("?") else f"{inner}?"
        if pick < 0.8:
            return f"[{inner}]"
        if pick < 0.88:
            return f"[{self.random.choice(self.keys)}: {inner}]"
        if pick < 0.91:
            return f"Set<{self.random.choice(['Int', 'String', 'UUID'])}>"
        if pick < 0.96:
            return f"Box<{inner}>"
        return f"Pair<{inner}, {self.use(depth + 1)}>"

    def members(self, least: int = 1, most: int = 5) -> list[tuple[str, str]]:
        names = self.random.sample(MEMBERS, self.random.randint(least, most))
        return [(name, self.use()) for name in names]

    def fields(self, members: list[tuple[str, str]]) -> str:
        words = self.random.choice(["let", "var"])
        return "".join(f"  {words} {name}: {type}\n" for name, type in members)

    # What Swift derives.

    def plain(self, name: str) -> str:
        return f"struct {name}: Codable {{\n{self.fields(self.members())}}}"

    def renamed(self, name: str) -> str:
        members = self.members(2)
        keys = "".join(
            f"    case {each}" + (f' = "{each}_{n}"' if n % 2 else "") + "\n"
            for n, (each, _) in enumerate(members)
        )
        return (
            f"struct {name}: Codable {{\n{self.fields(members)}"
            f"  enum CodingKeys: String, CodingKey {{\n{keys}  }}\n}}"
        )

    def some_cases(self) -> list[str]:
        return self.random.sample(CASES, self.random.randint(2, 6))

    def cases(self, name: str) -> str:
        body = "".join(f"  case {each}\n" for each in self.some_cases())
        return f"enum {name}: String, Codable {{\n{body}}}"

    def numbers(self, name: str) -> str:
        body = "".join(
            f"  case {each} = {self.random.randint(-9, 9) * 100 + n}\n"
            for n, each in enumerate(self.some_cases())
        )
        return f"enum {name}: Int, Codable {{\n{body}}}"

    def states(self, name: str) -> str:
        body = "".join(f"  case {each}\n" for each in self.some_cases())
        return f"enum {name}: Codable {{\n{body}}}"

    def payloads(self, name: str) -> str:
        lines = []
        for each in self.some_cases():
            values = [
                self.use() if self.random.random() < 0.4 else f"{member}: {type}"
                for member, type in self.members(0, 3)
            ]
            lines.append(f"  case {each}" + (f"({', '.join(values)})" if values else ""))
        return f"enum {name}: Codable {{\n" + "\n".join(lines) + "\n}"

    def tree(self, name: str) -> str:
        leaf = self.use()
        return (
            f"indirect enum {name}: Codable {{\n  case leaf({leaf})\n"
            f"  case node(left: {name}, right: {name}?)\n  case many([{name}])\n}}"
        )

    def list(self, name: str) -> str:
        return f"final class {name}: Codable {{\n  let item: {self.use()}\n  let next: {name}?\n}}"

    # What is usually written by hand.

    def optional_default(self, name: str) -> str:
        return (
            f"struct {name}: Codable {{\n  var id: {self.use()}\n  var count: Int\n"
            "  var names: [String]\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    let container = try decoder.container(keyedBy: CodingKeys.self)\n"
            "    id = try container.decode(forKey: .id)\n"
            "    count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 3\n"
            "    names = try container.decodeIfPresent([String].self, forKey: .names) ?? []\n"
            "  }\n}"
        )

    def wrapper(self, name: str) -> str:
        return (
            f"struct {name}: Codable {{\n  var value: {self.use()}\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    value = try decoder.singleValueContainer().decode()\n  }\n"
            "  func encode(to encoder: any Encoder) throws {\n"
            "    var container = encoder.singleValueContainer()\n"
            "    try container.encode(value)\n  }\n}"
        )

    def nested(self, name: str) -> str:
        return (
            f"struct {name}: Codable {{\n  var id: {self.use()}\n  var text: {self.use()}\n"
            "  enum Keys: String, CodingKey { case id, info }\n"
            "  enum Info: String, CodingKey { case text }\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    let container = try decoder.container(keyedBy: Keys.self)\n"
            "    id = try container.decode(forKey: .id)\n"
            "    let info = try container.nestedContainer(keyedBy: Info.self, forKey: .info)\n"
            "    text = try info.decode(forKey: .text)\n  }\n"
            "  func encode(to encoder: any Encoder) throws {\n"
            "    var container = encoder.container(keyedBy: Keys.self)\n"
            "    try container.encode(id, forKey: .id)\n"
            "    var info = container.nestedContainer(keyedBy: Info.self, forKey: .info)\n"
            "    try info.encode(text, forKey: .text)\n  }\n}"
        )

    def unkeyed(self, name: str) -> str:
        return (
            f"struct {name}: Codable {{\n  var x: {self.use()}\n  var y: {self.use()}\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    var container = try decoder.unkeyedContainer()\n"
            "    x = try container.decode()\n    y = try container.decode()\n  }\n"
            "  func encode(to encoder: any Encoder) throws {\n"
            "    var container = encoder.unkeyedContainer()\n"
            "    try container.encode(x)\n    try container.encode(y)\n  }\n}"
        )

    def tagged(self, name: str) -> str:
        """An enum whose case stands beside its values."""
        cases = [each.strip("`") + "Case" for each in self.some_cases()[:3]]
        names = MEMBERS[:2] + MEMBERS[4:]
        members = [(each, self.random.choice(names), self.use()) for each in cases]
        lines = [f"enum {name}: Codable {{"]
        lines += [f"  case {each}({type})" for each, _, type in members]
        lines += [f"  enum Kind: String, Codable {{ case {', '.join(cases)} }}"]
        keys = sorted({member for _, member, _ in members})
        lines += [f"  enum Keys: String, CodingKey {{ case {', '.join(['kindOf', *keys])} }}"]
        lines += ["  init(from decoder: any Decoder) throws {"]
        lines += ["    let container = try decoder.container(keyedBy: Keys.self)"]
        lines += ["    switch try container.decode(Kind.self, forKey: .kindOf) {"]
        lines += [
            f"    case .{each}: self = .{each}(try container.decode(forKey: .{member}))"
            for each, member, _ in members
        ]
        lines += ["    }", "  }", "  func encode(to encoder: any Encoder) throws {"]
        lines += ["    var container = encoder.container(keyedBy: Keys.self)", "    switch self {"]
        for each, member, _ in members:
            lines += [f"    case .{each}(let value):"]
            lines += [f"      try container.encode(Kind.{each}, forKey: .kindOf)"]
            lines += [f"      try container.encode(value, forKey: .{member})"]
        return "\n".join([*lines, "    }", "  }", "}"])

    def either(self, name: str) -> str:
        """Tries one thing after another."""
        first, second = self.random.sample(["Int", "String", "Bool", "[Int]", "[String: Int]"], 2)
        return (
            f"enum {name}: Codable {{\n  case first({first})\n  case second({second})\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    let container = try decoder.singleValueContainer()\n"
            f"    if let value = try? container.decode({first}.self) {{\n"
            "      self = .first(value)\n    } else {\n"
            f"      self = .second(try container.decode({second}.self))\n    }}\n  }}\n"
            "  func encode(to encoder: any Encoder) throws {\n"
            "    var container = encoder.singleValueContainer()\n    switch self {\n"
            "    case .first(let value): try container.encode(value)\n"
            "    case .second(let value): try container.encode(value)\n    }\n  }\n}"
        )

    def length(self, name: str) -> str:
        """A number, which a text may stand for."""
        return (
            f"struct {name}: Codable {{\n  var value: Int\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    let container = try decoder.singleValueContainer()\n"
            "    if let value = try? container.decode(Int.self) {\n"
            "      self.value = value\n    } else {\n"
            "      value = try container.decode(String.self).count\n    }\n  }\n"
            "  func encode(to encoder: any Encoder) throws {\n"
            "    try value.encode(to: encoder)\n  }\n}"
        )

    def migrated(self, name: str) -> str:
        """Has been called otherwise, and reads that, too; it writes the new name."""
        return (
            f"struct {name}: Codable {{\n  var texts: [String]\n"
            "  enum CodingKeys: String, CodingKey { case texts, text }\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    let container = try decoder.container(keyedBy: CodingKeys.self)\n"
            "    if container.contains(.texts) {\n"
            "      texts = try container.decode(forKey: .texts)\n    } else {\n"
            "      texts = [try container.decode(forKey: .text)]\n    }\n  }\n"
            "  func encode(to encoder: any Encoder) throws {\n"
            "    var container = encoder.container(keyedBy: CodingKeys.self)\n"
            "    try container.encode(texts, forKey: .texts)\n  }\n}"
        )

    def raw_struct(self, name: str) -> str:
        raw = self.random.choice(["String", "Int"])
        return f"struct {name}: RawRepresentable, Codable {{\n  let rawValue: {raw}\n}}"

    def subclass(self, name: str) -> str:
        return (
            f"class {name}Base: Codable {{\n  var id: {self.use()}\n}}\n"
            f"final class {name}: {name}Base {{\n  var more: {self.use()}\n"
            "  enum CodingKeys: String, CodingKey { case more }\n"
            "  required init(from decoder: any Decoder) throws {\n"
            "    let container = try decoder.container(keyedBy: CodingKeys.self)\n"
            "    more = try container.decode(forKey: .more)\n"
            "    try super.init(from: container.superDecoder())\n  }\n"
            "  override func encode(to encoder: any Encoder) throws {\n"
            "    var container = encoder.container(keyedBy: CodingKeys.self)\n"
            "    try container.encode(more, forKey: .more)\n"
            "    try super.encode(to: container.superEncoder())\n  }\n}"
        )

    def flattened(self, name: str) -> str:
        """Reads another type's members beside its own."""
        return (
            f"struct {name}: Codable {{\n  struct Inner: Codable {{\n    let inside: {self.use()}\n"
            f"    var perhaps: {self.random.choice(LEAVES)}?\n  }}\n"
            f"  var inner: Inner\n  var outside: {self.use()}\n"
            "  enum CodingKeys: String, CodingKey { case outside }\n"
            "  init(from decoder: any Decoder) throws {\n"
            "    inner = try Inner(from: decoder)\n"
            "    let container = try decoder.container(keyedBy: CodingKeys.self)\n"
            "    outside = try container.decode(forKey: .outside)\n"
            "  }\n  func encode(to encoder: any Encoder) throws {\n"
            "    try inner.encode(to: encoder)\n"
            "    var container = encoder.container(keyedBy: CodingKeys.self)\n"
            "    try container.encode(outside, forKey: .outside)\n  }\n}"
        )

    def key_struct(self, name: str) -> str:
        """A key that is a text of its own."""
        self.keys.append(f"{name}.Key")
        return (
            f"struct {name}: Codable {{\n  struct Key: Hashable, Codable, CodingKeyRepresentable, "
            "RawRepresentable {\n    let rawValue: String\n"
            "    init(rawValue: String) { self.rawValue = rawValue }\n"
            "    init?<T: CodingKey>(codingKey: T) { rawValue = codingKey.stringValue }\n"
            "    var codingKey: any CodingKey { DynamicKey(rawValue) }\n  }\n"
            f"  var counts: [Key: {self.use()}]\n}}"
        )

    def sized(self, name: str) -> str:
        """Keys that are cases, and keys that make an array of the dictionary."""
        body = ", ".join(self.some_cases())
        self.keys.append(f"{name}.Side")
        return (
            f"struct {name}: Codable {{\n  enum Side: String, Codable, CodingKeyRepresentable "
            f"{{ case {body} }}\n  enum Plain: String, Codable {{ case {body} }}\n"
            f"  var bySide: [Side: {self.use()}]\n  var byPlain: [Plain: Int]\n}}"
        )

    # The program.

    def source(self, view_models: int) -> str:
        self.declare(view_models)
        parts = [HEAD, *self.declarations]
        entries = []
        for number in range(view_models):
            type = self.types[number]
            second = self.use()
            parts.append(
                f"struct Ask{number}: ServiceRequest {{\n"
                f'  static let service = "ask{number}"\n'
                f"  typealias Response = {type}\n  let value: [{second}]\n}}\n"
                f"@MainActor @Observable final class M{number} {{\n"
                f"  private(set) var value: {type}?\n"
                f"  private(set) var other: {second}?\n"
                f"  @ObservationIgnored var onTold: (({type}) -> Void)?\n"
                f"  func take(value: {type}) -> {type} {{\n"
                "    self.value = value\n    onTold?(value)\n    return value\n  }\n"
                f"  func takeTwo(value: {type}, other: {second}) -> [{second}] {{\n"
                "    self.value = value\n    self.other = other\n    return [other]\n  }\n"
                f"  func ask(values: [{second}]) async throws -> {type} {{\n"
                f"    try await Services.shared.send(Ask{number}(value: values))\n  }}\n}}\n"
                f"extension M{number}: ViewModel {{\n"
                f"  static let interface = Interface<M{number}> {{\n"
                f'    input("take", M{number}.take, "value")\n'
                f'    input("takeTwo", M{number}.takeTwo, "value", "other")\n'
                f'    input("ask", M{number}.ask, "values")\n'
                '    output("value", \\.value)\n    output("other", \\.other)\n'
                '    event("told", \\.onTold)\n  }\n}'
            )
            entries.append(f'  viewModel("m{number}", M{number}.init)')
            entries.append(f"  services(Ask{number}.self)")
        catalog = "let catalog = Catalog {\n" + "\n".join(entries) + "\n}\n"
        return "\n\n".join([*parts, catalog + 'Host("random", version: "1", catalog).main()\n'])


HEAD = """import Foundation
import JSONFoundation
import Observation
import ViewModelHost
import ViewModelKit

struct DynamicKey: CodingKey {
  let stringValue: String
  var intValue: Int? { Int(stringValue) }
  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = "\\(intValue)" }
}
nonisolated extension KeyedDecodingContainer {
  func decode<T: Decodable>(forKey key: Key) throws -> T { try decode(T.self, forKey: key) }
}
nonisolated extension UnkeyedDecodingContainer {
  mutating func decode<T: Decodable>() throws -> T { try decode(T.self) }
}
nonisolated extension SingleValueDecodingContainer {
  func decode<T: Decodable>() throws -> T { try decode(T.self) }
}"""
