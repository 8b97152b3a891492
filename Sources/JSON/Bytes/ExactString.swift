/// A string that equals only strings with the same code units, as JSON keys are compared (RFC 8259,
/// section 8.3).
///
/// Swift's `==` treats canonically equivalent strings as equal (SE-0163) and sorts combining marks
/// for that, in time quadratic in their number. So texts that a frontend sends are not compared
/// with it.
public struct ExactString: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The wrapped string.
  public let text: String

  /// Wraps a string.
  public init(_ text: String) { self.text = text }

  /// Wraps a string.
  public init(stringLiteral text: String) { self.text = text }

  /// Compares the code units.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.hasSameCodeUnits(as: right.text)
  }

  /// Hashes the code units.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
