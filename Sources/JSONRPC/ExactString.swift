/// A string that equals only strings of the same code units, as keys in JSON are compared; Swift's own `==` takes
/// canonically equivalent strings for equal.
public struct ExactString: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The string itself.
  public let text: String

  /// The string, to be compared by its code units.
  public init(_ text: String) { self.text = text }

  /// The string, to be compared by its code units.
  public init(stringLiteral text: String) { self.text = text }

  /// Compares the code units.
  public static func == (left: ExactString, right: ExactString) -> Bool {
    // Strings that are not even equivalent, and the identical, are told quickly.
    left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
  }

  /// Feeds the code units.
  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
