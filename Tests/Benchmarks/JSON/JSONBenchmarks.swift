import Foundation
import JSON

/// The JSON module's part of the table. Foundation's coders, in the same run, are the yardstick.
func jsonBenchmarks() -> [Row] {
  do {
    return try textBenchmarks() + differenceBenchmarks()
  } catch {
    return [Row(name: "JSON", figure: "failed: \(error)")]
  }
}

private let megabyte = 1_000_000

/// Parsing and writing, of trees and of Codable values.
private func textBenchmarks() throws -> [Row] {
  let items = Documents.itemsText(bytes: 10 * megabyte)
  let doubles = Documents.doublesText(bytes: 10 * megabyte)
  let decoder = JSONDecoder()
  let encoder = JSONEncoder()

  func rate(_ text: [UInt8], _ seconds: Double) -> Double {
    Double(text.count) / seconds / Double(megabyte)
  }
  var rows: [Row] = []
  func add(_ name: String, _ rate: Double, to other: (String, Double), goal: String) {
    rows.append(
      Row(
        name: name,
        figure: "\(digits(rate)) MB/s",
        ratio: "\(digits(rate / other.1)) × \(other.0)",
        goal: goal
      )
    )
  }

  func measure<T: Codable>(_ name: String, _ text: [UInt8], as type: T.Type) throws {
    let data = Data(text)
    let typed = try decoder.decode(T.self, from: data)
    let tree = try JSONValue(parsing: text)
    let decoding = rate(text, try median(rounds: 3) { try decoder.decode(T.self, from: data) })
    let encoding = rate(text, try median(rounds: 3) { try encoder.encode(typed) })
    var writer = JSONWriter(minimumCapacity: text.count * 2)

    add(
      "parse \(name)",
      rate(text, try median { try JSONValue(parsing: text) }),
      to: ("JSONDecoder", decoding),
      goal: "8 ×, 500 MB/s"
    )
    add(
      "write \(name)",
      rate(
        text,
        median {
          writer.removeAll()
          writer.write(tree)
        }
      ),
      to: ("JSONEncoder", encoding),
      goal: "550 MB/s"
    )
    add(
      "decode \(name)",
      rate(text, try median { try JSONValue(parsing: text).decode(T.self) }),
      to: ("JSONDecoder", decoding),
      goal: "3 ×"
    )
    add(
      "encode \(name)",
      rate(
        text,
        try median {
          writer.removeAll()
          try writer.write(encoding: typed)
        }
      ),
      to: ("JSONEncoder", encoding),
      goal: "3 ×"
    )
  }
  try measure("items", items, as: [Item].self)
  try measure("doubles", doubles, as: [Double].self)
  return rows
}

/// One rename among 100,000 items.
private func differenceBenchmarks() throws -> [Row] {
  let items = Documents.items(100_000)
  var renamed = items
  renamed[70_000].name = "Alan Turing"
  let oldTree = try JSONValue(encoding: items)
  let newTree = try JSONValue(encoding: renamed)
  var sharingTree = oldTree
  try JSONPatch.difference(from: oldTree, to: newTree).apply(to: &sharingTree)

  func row(_ name: String, goal: String, _ work: () throws -> JSONPatch) throws -> Row {
    let patch = try work()
    guard patch.operations.count == 1 else {
      return Row(name: name, figure: "\(patch.operations.count) operations instead of one")
    }
    return Row(
      name: name,
      figure: "\(digits(try median(rounds: 21, work) * 1000)) ms",
      goal: goal
    )
  }
  return [
    try row("diff of 100,000 items, array of structs", goal: "0.5 ms") {
      try JSONPatch.difference(from: items, to: renamed)
    },
    try row("diff of 100,000 items, sharing values", goal: "0.5 ms") {
      JSONPatch.difference(from: oldTree, to: sharingTree, identifiedBy: "id")
    },
    try row("diff of 100,000 items, equal values", goal: "5 ms") {
      JSONPatch.difference(from: oldTree, to: newTree, identifiedBy: "id")
    },
  ]
}
