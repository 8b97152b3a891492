import JSON

/// A line from a host, as it is compared: two are the same if they hold the same JSON with the members in the same order,
/// however they are spaced and escaped. What is no JSON is compared as it is.
struct ComparedLine {
  let json: JSONValue?
  /// The compact JSON, or the line as it is.
  let bytes: [UInt8]
  /// What the line is about, to find the one that it should have been: an id, a method.
  let subject: String?

  init(_ text: String) {
    json = try? JSONValue(parsing: text)
    bytes = json?.serialized() ?? Array(text.utf8)
    subject = json.flatMap(Self.subject)
  }

  private static func subject(of json: JSONValue) -> String? {
    switch json {
    case .array: "a batch"
    case .object(let object):
      object["method"].map { "method \($0)" } ?? object["id"].map { "id \($0)" }
    default: nil
    }
  }
}

/// How an expected line and one that came belong together. The numbers are their places among the lines of one exchange.
enum Pairing: Hashable, Sendable {
  case same(expected: Int, got: Int)
  /// They are about the same, and differ.
  case changed(expected: Int, got: Int)
  case missing(expected: Int)
  case unexpected(got: Int)

  var isSame: Bool { if case .same = self { true } else { false } }
}

/// Pairs the lines that belong together, without changing the order: as many as possible that are the same, then as many
/// as possible that are about the same.
func align(_ expected: [ComparedLine], _ got: [ComparedLine]) -> [Pairing] {
  // What is the same at the start, which is nearly always everything, needs no search.
  let start = zip(expected, got).prefix { $0.bytes == $1.bytes }.count
  var pairings = (0..<start).map { Pairing.same(expected: $0, got: $0) }

  // best[e][g]: the worth of the best pairing of the lines from e and g on.
  let width = got.count + 1
  var best = [Int](repeating: 0, count: (expected.count + 1) * width)
  for e in stride(from: expected.count - 1, through: start, by: -1) {
    for g in stride(from: got.count - 1, through: start, by: -1) {
      let paired = worth(expected[e], got[g]).map { $0 + best[(e + 1) * width + g + 1] } ?? 0
      best[e * width + g] = max(paired, best[(e + 1) * width + g], best[e * width + g + 1])
    }
  }

  var (e, g) = (start, start)
  while e < expected.count || g < got.count {
    let value = best[e * width + g]
    if e < expected.count, g < got.count, let worth = worth(expected[e], got[g]),
      worth + best[(e + 1) * width + g + 1] == value
    {
      pairings.append(
        worth == sameWorth ? .same(expected: e, got: g) : .changed(expected: e, got: g)
      )
      e += 1
      g += 1
    } else if e < expected.count, best[(e + 1) * width + g] == value {
      pairings.append(.missing(expected: e))
      e += 1
    } else {
      pairings.append(.unexpected(got: g))
      g += 1
    }
  }
  return pairings
}

private let sameWorth = 3

/// How good it is to pair two lines; nothing when they do not belong together.
private func worth(_ expected: ComparedLine, _ got: ComparedLine) -> Int? {
  if expected.bytes == got.bytes { return sameWorth }
  return expected.subject != nil && expected.subject == got.subject ? 1 : nil
}
