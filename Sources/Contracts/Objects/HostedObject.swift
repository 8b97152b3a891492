import JSON

/// An object in the state, encoded as some of its properties:
///
///     @Observable final class Player {                            // as in the app
///       var name = ""
///       var isPlaying = false
///     }
///
///     extension Player: HostedObject {                            // where it is hosted
///       static let fields = ObjectFields<Player> {
///         field("name", \.name)
///         field("isPlaying", \.isPlaying)
///       }
///     }
///
/// This protocol provides the `encode(to:)` that Swift does not synthesize for an `@Observable`
/// class. An output that is such an object, or contains some in lists, structs and enums, changes
/// with these properties, and the contract has their types. If the class is `Identifiable`, a field
/// `id` identifies an element of a list.
///
/// The class must be `final` and used on the main actor.
nonisolated public protocol HostedObject: AnyObject, Encodable {
  /// The properties that frontends see.
  @MainActor static var fields: ObjectFields<Self> { get }
}

extension HostedObject {
  /// Encodes the fields.
  nonisolated public func encode(to encoder: any Encoder) throws {
    nonisolated(unsafe) let (object, encoder) = (self, encoder)
    try MainActor.assumeIsolated { try Self.fields.encode(object, to: encoder) }
  }

  static func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    fields.shape(in: probe, depth: depth)
  }
}

/// The properties of a ``HostedObject`` that frontends see, in order.
public struct ObjectFields<Object> {
  private let fields: [ObjectField<Object>]

  /// Collects the fields. If two have the same name, the last one is used.
  public init(@ObjectFieldBuilder<Object> _ fields: () -> [ObjectField<Object>]) {
    self.fields = fields()
  }

  fileprivate func encode(_ object: Object, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for field in fields { try field.encode(object, &container) }
  }

  fileprivate func shape(in probe: SchemaProbe, depth: Int) -> Shape {
    var properties = JSONObject()
    for field in fields {
      properties[field.name] = probe.shape(of: field.type, depth: depth + 1).schema
    }
    return Shape(
      schema: [
        "type": "object", "properties": .object(properties),
        "required": .array(fields.map { .string($0.name) }),
      ])
  }
}

/// A property of a ``HostedObject`` that frontends see, made by `field`.
public struct ObjectField<Object> {
  fileprivate let name: String
  fileprivate let type: Any.Type
  fileprivate let encode: (Object, inout KeyedEncodingContainer<FieldName>) throws -> Void
}

/// A property that frontends see, stored or computed.
public func field<Object, Value: Encodable>(
  _ name: String, _ property: @escaping (Object) -> Value
) -> ObjectField<Object> {
  let key = FieldName(name)
  return ObjectField(name: name, type: Value.self) { object, container in
    try container.encode(property(object), forKey: key)
  }
}

/// Builds the list of fields of a closure.
@resultBuilder
public enum ObjectFieldBuilder<Object> {
  /// One field.
  public static func buildExpression(_ field: ObjectField<Object>) -> ObjectField<Object> { field }

  /// All fields, in order.
  public static func buildBlock(_ fields: ObjectField<Object>...) -> [ObjectField<Object>] {
    fields
  }
}

nonisolated private struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
