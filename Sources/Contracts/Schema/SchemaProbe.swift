import JSON

/// The schema and a sample of a type.
package struct Shape {
  package var schema: JSONValue
  /// A value of the type, so that a type that contains one can continue to read; `nil` if none
  /// could be made.
  package var sample: Any?

  package init(schema: JSONValue, sample: Any? = nil) {
    self.schema = schema
    self.sample = sample
  }
}

/// Finds the schemas of a type and its parts. Each type is examined once.
///
/// An author's types, and those that can be any JSON, are in ``definitions`` under their Swift
/// names. The types that contain them refer to them, so a type may contain itself.
///
/// The schema of a value is any JSON below ``deepest``, if the value is too big for the stack, and
/// when no ``room`` or ``reads`` are left. So a probe ends with little stack for all types.
package final class SchemaProbe {
  /// The maximum nesting depth of types.
  private static let deepest = 32
  /// The maximum size of a value, in bytes. It is copied a few times on the stack.
  private static let biggest = 0x1000
  /// The number of JSON values that the schema may still add.
  private var room = SchemaProbe.roomOfOne
  /// The number of decoder requests that are left.
  private var reads = SchemaProbe.roomOfOne
  private static let roomOfOne = 5000
  private var names = TypeNames()
  /// The schemas of the named types, in the order of discovery.
  package private(set) var definitions = JSONObject()
  /// The named types.
  package private(set) var types: [String: Any.Type] = [:]
  private var known: [ObjectIdentifier: Shape] = [:]
  /// The types in progress, with the first value of each.
  private var open: [ObjectIdentifier: Any?] = [:]

  package init() {}

  /// The schema of a type, in which `{"$ref":"#/$defs/Name"}` refers to one of the ``definitions``.
  ///
  /// Each call has the full limits.
  package func schema(of type: Any.Type) -> JSONValue {
    room = Self.roomOfOne
    reads = Self.roomOfOne
    return shape(of: type, depth: 0).schema
  }

  package func shape(of type: Any.Type, depth: Int) -> Shape {
    let identifier = ObjectIdentifier(type)
    if let shape = known[identifier] { return fitting(shape) }
    // A type without a name cannot be referred to; its parts can.
    let hasName = TypeNames.isAuthors(type) && !(type is any ComposedType.Type)
    if hasName, let sample = open[identifier] {
      return Shape(schema: reference(to: type), sample: sample)
    }
    guard depth < Self.deepest, room > 0 else { return Shape(schema: Schema.any) }
    room -= 1
    if hasName { open[identifier] = .some(nil) }
    defer { if hasName { open[identifier] = nil } }
    var shape = find(type, depth: depth)
    if hasName || shape.schema == Schema.any {
      let name = names.name(of: type)
      definitions[name] = shape.schema
      types[name] = type
      shape.schema = reference(to: type)
    }
    known[identifier] = shape
    return shape
  }

  private func reference(to type: Any.Type) -> JSONValue {
    Schema.reference(to: names.name(of: type))
  }

  /// The definition of a reference; another schema as it is.
  package func resolved(_ schema: JSONValue) -> JSONValue {
    guard let name = Schema.name(in: schema) else { return schema }
    return definitions[name] ?? schema
  }

  /// Tries the rules, in order.
  private func find(_ type: Any.Type, depth: Int) -> Shape {
    if let type = type as? any ComposedType.Type { return type.shape(in: self, depth: depth) }
    if let type = type as? any HostedObject.Type { return type.shape(in: self, depth: depth) }
    if let type = type as? any JSONConvertible.Type { return convertibleShape(of: type) }
    if type == Void.self { return Shape(schema: ["type": "null"]) }
    if let shape = enumShape(of: type) { return shape }
    guard Self.size(of: type) <= Self.biggest, !Self.isFoundations(type) else {
      return Shape(schema: Schema.any)
    }
    if let type = type as? any Decodable.Type { return decodableShape(of: type, depth: depth) }
    if let type = type as? any Encodable.Type { return encodableShape(of: type, depth: depth) }
    return Shape(schema: Schema.any)
  }

  /// Whether a type is Foundation's. Some of those trap on a sample, as `URLComponents` does on a
  /// scheme with a digit; `JSONFoundation` provides the schemas of others.
  private static func isFoundations(_ type: Any.Type) -> Bool {
    let module = TypeNames.module(of: type)
    return module == "Foundation" || module == "FoundationEssentials"
  }

  /// The size of a type's values, in bytes.
  package static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Keeps a value as the sample for a type that contains itself.
  package func keep<Value>(_ value: Value) {
    let identifier = ObjectIdentifier(Value.self)
    if case .some(nil) = open[identifier] { open[identifier] = .some(value) }
  }

  /// Whether types have made so many requests that all further ones fail.
  package var isExhausted: Bool { reads == 0 }

  /// Counts a decoder request.
  package func read() throws {
    guard !isExhausted else { throw SampleMissing() }
    reads -= 1
  }

  package func canGoDeeper(than depth: Int) -> Bool { depth + 1 < Self.deepest }

  /// Repeats a schema if there is room for it.
  private func fitting(_ shape: Shape) -> Shape {
    let size = shape.schema.size
    guard size <= room else { return Shape(schema: Schema.any, sample: shape.sample) }
    room -= size
    return shape
  }
}

/// A request without a sample to return.
struct SampleMissing: Error {}

extension JSONValue {
  /// The number of JSON values in this one.
  fileprivate var size: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let object): object.reduce(1) { $0 + $1.value.size }
    default: 1
    }
  }
}
