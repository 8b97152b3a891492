import JSON
import TestSupport
import Testing

/// Writing and reading are each other's inverse.
struct RoundTripTests {
  @Test func readingWhatWasWrittenGivesTheValue() {
    forEachSeed(upTo: 300) { seed in
      var generator = DocumentGenerator(seed: seed)
      let value = generator.document()
      let text = value.serialized()
      let read = try JSONValue(parsing: text)
      #expect(read == value, "seed \(seed)")
      #expect(read.serialized() == text, "seed \(seed)")
      #expect(read.hashValue == value.hashValue, "seed \(seed)")
      #expect(value.description == String(decoding: text, as: UTF8.self), "seed \(seed)")
    }
  }

  @Test func canonicalFormDependsOnTheValueOnly() {
    forEachSeed(upTo: 100) { seed in
      var generator = DocumentGenerator(seed: seed)
      let value = generator.document()
      let canonical = value.canonical()
      let shuffled = value.shuffled(using: &generator.random)
      #expect(shuffled == value, "seed \(seed)")
      #expect(shuffled.canonical() == canonical, "seed \(seed)")
      let again = try JSONValue(parsing: canonical).canonical()
      #expect(again == canonical, "seed \(seed)")
    }
  }

  @Test func everyScalarSurvives() throws {
    let scalars = (UInt32.min...0x10FFFF).compactMap(Unicode.Scalar.init)
    for start in stride(from: 0, to: scalars.count, by: 1000) {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[start..<min(start + 1000, scalars.count)])
      let value = JSONValue.string(String(text))
      #expect(try JSONValue(parsing: value.serialized()) == value)
    }
  }
}

extension JSONValue {
  /// The same value with the members of objects in another order.
  fileprivate func shuffled(using random: inout SeededGenerator) -> JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.shuffled(using: &random) })
    case .object(let object):
      var shuffled = JSONObject()
      for (key, value) in object.shuffled(using: &random) {
        shuffled[key] = value.shuffled(using: &random)
      }
      return .object(shuffled)
    default: return self
    }
  }
}
