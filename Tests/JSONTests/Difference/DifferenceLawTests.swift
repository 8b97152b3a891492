import JSON
import TestSupport
import Testing

/// What holds for any two values.
struct DifferenceLawTests {
  private func expectLaws(
    _ old: JSONValue,
    _ new: JSONValue,
    key: String? = nil,
    seed: UInt64,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let patch = JSONPatch.difference(from: old, to: new, identifiedBy: key)
    var document = old
    do {
      try patch.apply(to: &document)
    } catch {
      Issue.record("seed \(seed): \(error)", sourceLocation: sourceLocation)
    }
    if document != new {
      Issue.record(
        "seed \(seed): \(old) to \(new) by \(patch.json) gives \(document)",
        sourceLocation: sourceLocation
      )
    }
    if patch.isEmpty != (old == new) {
      Issue.record(
        "seed \(seed): \(patch.json) for \(old) and \(new)",
        sourceLocation: sourceLocation
      )
    }
    let whole = JSONPatch([.replace(path: JSONPointer(), value: new)])
    if patch.json.serialized().count > whole.json.serialized().count {
      Issue.record("seed \(seed): \(patch.json) is larger than all", sourceLocation: sourceLocation)
    }
  }

  @Test func hold() {
    forEachSeed(upTo: 300) { seed in
      var generator = DocumentGenerator(seed: seed)
      let old = generator.document()
      expectLaws(old, old, seed: seed)
      expectLaws(old, generator.document(), seed: seed)
      var new = old
      for _ in 0..<5 {
        let changed = generator.changed(new)
        expectLaws(new, changed, seed: seed)
        expectLaws(changed, old, seed: seed)
        new = changed
      }
    }
  }

  /// Copies that share no memory are as equal.
  @Test func areEmptyForEqualValues() {
    forEachSeed(upTo: 50) { seed in
      var generator = DocumentGenerator(seed: seed)
      let value = generator.document()
      let copy = try JSONValue(parsing: value.serialized())
      #expect(JSONPatch.difference(from: value, to: copy).isEmpty, "seed \(seed)")
    }
  }

  /// Arrays with few different elements, in which there is much that is equal.
  @Test func holdForSmallArrays() {
    forEachSeed(upTo: 400) { seed in
      var random = SeededGenerator(seed: seed)
      func list() -> JSONValue {
        let count = Int.random(in: 0...12, using: &random)
        return .array((0..<count).map { _ in .integer(Int64.random(in: 0...9, using: &random)) })
      }
      for _ in 0..<20 { expectLaws(list(), list(), seed: seed) }
    }
  }

  /// Arrays of objects with a key, which is sometimes there twice or not at all.
  @Test func holdForKeyedArrays() {
    forEachSeed(upTo: 400) { seed in
      var random = SeededGenerator(seed: seed)
      let isOdd = random.once(in: 5)
      func list() -> JSONValue {
        var ids = Array(0..<20).shuffled(using: &random).prefix(
          Int.random(in: 0...20, using: &random)
        )
        if isOdd { ids.append(Int.random(in: 0..<20, using: &random)) }
        return .array(
          ids.map { id in
            if isOdd, random.once(in: 20) { return ["name": "none"] }
            let name = "name \(Int.random(in: 0...3, using: &random))"
            return [
              "id": .integer(Int64(id)), "name": .string(name), "more": "text to make it long",
            ]
          }
        )
      }
      for _ in 0..<10 { expectLaws(list(), list(), key: "id", seed: seed) }
    }
  }

  @Test func holdsForLongShuffledArrays() {
    var random = SeededGenerator(seed: 1)
    let ids = Array(0..<2_000 as Range<Int64>)
    func list(_ ids: [Int64]) -> JSONValue {
      .array(ids.map { ["id": .integer($0), "name": "an element that has a long name"] })
    }
    for _ in 0..<3 {
      let (old, new) = (list(ids.shuffled(using: &random)), list(ids.shuffled(using: &random)))
      expectLaws(old, new, key: "id", seed: 1)
      expectLaws(old, new, seed: 1)
    }
  }
}
