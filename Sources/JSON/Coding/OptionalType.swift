/// Any `Optional`, whatever it wraps.
package protocol OptionalType {
  static var wrapped: Any.Type { get }
  static var none: Any { get }
  /// Wraps the value; returns nil if its type differs from the wrapped one.
  static func wrapping(_ value: Any) -> Any?
}

extension Optional: OptionalType {
  package static var wrapped: Any.Type { Wrapped.self }
  package static var none: Any { Self(nilLiteral: ()) as Any }
  package static func wrapping(_ value: Any) -> Any? {
    guard let value = value as? Wrapped else { return Any?.none }
    return Any?.some(Self.some(value) as Any)
  }
}
