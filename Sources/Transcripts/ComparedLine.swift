import JSON

/// A line from a host, as it is compared: two are the same if they hold the same JSON with the members in the same
/// order, however they are spaced and escaped. What is no JSON is compared as it is.
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

/// How an expected line and one that came belong together. The numbers are their places among the lines of one
/// exchange.
enum Pairing: Hashable, Sendable {
  case same(expected: Int, got: Int)
  /// They are about the same, and differ.
  case changed(expected: Int, got: Int)
  case missing(expected: Int)
  case unexpected(got: Int)

  var isSame: Bool { if case .same = self { true } else { false } }
}
