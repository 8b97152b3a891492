import JSON

/// What was found out about a type.
struct Shape {
  var schema: JSONValue
  /// A value of the type, with which a type that contains one can go on reading; none when none could be made.
  var sample: Any?
}

/// Finds the schemas of a type and of all that it is made of. Each type is looked at once.
///
/// Where a type contains itself its schema is any JSON, and so it is below ``deepest``, of a value that is too big for
/// the stack, and when there is no ``room`` or there are no ``reads`` any more. So a probe ends, and with little stack,
/// whatever the types are.
final class SchemaProbe {
  /// How deep types may be nested.
  private static let deepest = 32
  /// How big a value may be, in bytes. It is copied a few times on the stack.
  private static let biggest = 0x1000
  /// How much the schema may still grow, in JSON values.
  private var room = 5000
  /// How often types may still ask a decoder for something.
  private var reads = 5000
  private var known: [ObjectIdentifier: Shape] = [:]
  /// The types that are being looked at, with the first value that was made of each.
  private var open: [ObjectIdentifier: Any?] = [:]

  func shape(of type: Any.Type, depth: Int) -> Shape {
    let identifier = ObjectIdentifier(type)
    if let shape = known[identifier] { return fitting(shape) }
    if let sample = open[identifier] { return Shape(schema: Schema.any, sample: sample) }
    guard depth < Self.deepest, room > 0 else { return Shape(schema: Schema.any) }
    room -= 1
    open[identifier] = .some(nil)
    defer { open[identifier] = nil }
    let shape = find(type, depth: depth)
    known[identifier] = shape
    return shape
  }

  /// The rules, in order.
  private func find(_ type: Any.Type, depth: Int) -> Shape {
    if let type = type as? any ComposedType.Type { return type.shape(in: self, depth: depth) }
    if let type = type as? any JSONConvertible.Type { return convertibleShape(of: type) }
    if type == Void.self { return Shape(schema: ["type": "null"]) }
    if let shape = enumShape(of: type) { return shape }
    guard let type = type as? any Decodable.Type, Self.size(of: type) <= Self.biggest,
      !Self.isFoundations(type)
    else {
      return Shape(schema: Schema.any)
    }
    return decodableShape(of: type, depth: depth)
  }

  /// Whether a type is Foundation's own. Some of those stop the process at a value that they do not like, as
  /// `URLComponents` does at a scheme with a digit; those of `JSONFoundation` say themselves what they are.
  private static func isFoundations(_ type: Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    return name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
  }

  /// The size of its values, in bytes.
  static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Keeps a value for those in which a type contains itself.
  func keep<Value>(_ value: Value) {
    let identifier = ObjectIdentifier(Value.self)
    if case .some(nil) = open[identifier] { open[identifier] = .some(value) }
  }

  /// Whether types have asked for so much that they are told no more.
  var isExhausted: Bool { reads == 0 }

  /// Counts a question to a decoder.
  func read() throws {
    guard !isExhausted else { throw SampleMissing() }
    reads -= 1
  }

  func canGoDeeper(than depth: Int) -> Bool { depth + 1 < Self.deepest }

  /// A schema that is repeated, if there is room for it once more.
  private func fitting(_ shape: Shape) -> Shape {
    let size = shape.schema.size
    guard size <= room else { return Shape(schema: Schema.any, sample: shape.sample) }
    room -= size
    return shape
  }
}

/// There is nothing to go on reading with.
struct SampleMissing: Error {}

extension JSONValue {
  /// How many values it is made of.
  fileprivate var size: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let object): object.reduce(1) { $0 + $1.value.size }
    default: 1
    }
  }
}
