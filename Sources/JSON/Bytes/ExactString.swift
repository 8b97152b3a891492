/// A string that equals only strings of the same code units, as keys in JSON are compared.
///
/// Swift's own `==` takes canonically equivalent strings for equal (SE-0163), and for that puts combining marks in
/// order, which takes a time that grows with the square of their number. So it is not asked of what a frontend sends.
public struct ExactString: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The string itself.
  public let text: String

  /// The string, to be compared by its code units.
  public init(_ text: String) { self.text = text }

  /// The string, to be compared by its code units.
  public init(stringLiteral text: String) { self.text = text }

  /// Compares the code units.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    left.text.hasSameCodeUnits(as: right.text)
  }

  /// Feeds the code units.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
