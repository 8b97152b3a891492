import JSON

/// A line from a host in comparable form. Two are equal if they have the same JSON with the members
/// in the same order, regardless of spaces and escapes. A line that is not JSON is compared
/// literally.
struct ComparedLine {
  let json: JSONValue?
  /// The compact JSON, or the literal line.
  let bytes: [UInt8]
  /// The subject of the line, an id or a method, which finds its counterpart.
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

/// The relation of an expected line and a received one. The numbers are indices in the lines of one
/// exchange.
enum Pairing: Hashable, Sendable {
  case same(expected: Int, got: Int)
  /// The lines have the same subject, and differ.
  case changed(expected: Int, got: Int)
  case missing(expected: Int)
  case unexpected(got: Int)

  var isSame: Bool { if case .same = self { true } else { false } }
}
