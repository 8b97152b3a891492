import JSON

/// What was found out about a type.
package struct Shape {
  package var schema: JSONValue
  /// A value of the type, with which a type that contains one can go on reading; none when none could be made.
  package var sample: Any?

  package init(schema: JSONValue, sample: Any? = nil) {
    self.schema = schema
    self.sample = sample
  }
}

/// Finds the schemas of a type and of all that it is made of. Each type is looked at once.
///
/// The types of an author, and those that can be any JSON, stand among the ``definitions`` under their Swift names, and
/// what contains them refers to them there. So a type may contain itself.
///
/// A schema is any JSON below ``deepest``, of a value that is too big for the stack, and when there is no ``room`` or
/// there are no ``reads`` any more. So a probe ends, and with little stack, whatever the types are.
package final class SchemaProbe {
  /// How deep types may be nested.
  private static let deepest = 32
  /// How big a value may be, in bytes. It is copied a few times on the stack.
  private static let biggest = 0x1000
  /// How much the schema may still grow, in JSON values.
  private var room = SchemaProbe.roomOfOne
  /// How often types may still ask a decoder for something.
  private var reads = SchemaProbe.roomOfOne
  private static let roomOfOne = 5000
  private var names = TypeNames()
  /// The schemas of the types that have a name, in the order in which they were found.
  package private(set) var definitions = JSONObject()
  /// The types that have a name.
  package private(set) var types: [String: Any.Type] = [:]
  private var known: [ObjectIdentifier: Shape] = [:]
  /// The types that are being looked at, with the first value that was made of each.
  private var open: [ObjectIdentifier: Any?] = [:]

  package init() {}

  /// The schema of a type, in which `{"$ref":"#/$defs/Name"}` stands for one of the ``definitions``.
  ///
  /// What one type leaves of the limits is nothing to the next.
  package func schema(of type: Any.Type) -> JSONValue {
    room = Self.roomOfOne
    reads = Self.roomOfOne
    return shape(of: type, depth: 0).schema
  }

  package func shape(of type: Any.Type, depth: Int) -> Shape {
    let identifier = ObjectIdentifier(type)
    if let shape = known[identifier] { return fitting(shape) }
    // What has no name cannot be referred to; what it is made of can.
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

  /// The schema itself where it is a reference.
  package func resolved(_ schema: JSONValue) -> JSONValue {
    guard let name = Schema.name(in: schema) else { return schema }
    return definitions[name] ?? schema
  }

  /// The rules, in order.
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

  /// Whether a type is Foundation's own. Some of those stop the process at a value that they do not like, as
  /// `URLComponents` does at a scheme with a digit; those of `JSONFoundation` say themselves what they are.
  private static func isFoundations(_ type: Any.Type) -> Bool {
    let module = TypeNames.module(of: type)
    return module == "Foundation" || module == "FoundationEssentials"
  }

  /// The size of its values, in bytes.
  package static func size(of type: Any.Type) -> Int {
    func size<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size)
  }

  /// Keeps a value for those in which a type contains itself.
  package func keep<Value>(_ value: Value) {
    let identifier = ObjectIdentifier(Value.self)
    if case .some(nil) = open[identifier] { open[identifier] = .some(value) }
  }

  /// Whether types have asked for so much that they are told no more.
  package var isExhausted: Bool { reads == 0 }

  /// Counts a question to a decoder.
  package func read() throws {
    guard !isExhausted else { throw SampleMissing() }
    reads -= 1
  }

  package func canGoDeeper(than depth: Int) -> Bool { depth + 1 < Self.deepest }

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
