import JSON

/// The JSON Schema (draft 2020-12) of a part of a message.
package struct MessageSchema {
  package let json: JSONValue

  package init(_ json: JSONValue) { self.json = json }

  package static let any = MessageSchema([:])
  package static let text = MessageSchema(["type": "string"])
  package static let bool = MessageSchema(["type": "boolean"])
  /// An object whose members an author or the application defines.
  package static let anyObject = MessageSchema(["type": "object"])
  /// A time in milliseconds; a part of one is a fraction.
  package static let milliseconds = MessageSchema(["type": "number", "minimum": 0])

  package static func constant(_ value: JSONValue) -> MessageSchema {
    MessageSchema(["const": value])
  }

  package static func oneOf(_ values: [String]) -> MessageSchema {
    MessageSchema(["enum": .array(values.map(JSONValue.string))])
  }

  package static func anyOf(_ schemas: MessageSchema...) -> MessageSchema {
    MessageSchema(["anyOf": .array(schemas.map(\.json))])
  }

  package static func integer(atLeast minimum: Int64) -> MessageSchema {
    MessageSchema(["type": "integer", "minimum": .integer(minimum)])
  }

  /// - Parameter isNeverEmpty: whether it has at least one element.
  package static func list(
    of element: MessageSchema, isNeverEmpty: Bool = false
  ) -> MessageSchema {
    var schema: JSONObject = ["type": "array", "items": element.json]
    if isNeverEmpty { schema["minItems"] = 1 }
    return MessageSchema(.object(schema))
  }

  /// An object whose members all have the same schema.
  package static func dictionary(of element: MessageSchema) -> MessageSchema {
    MessageSchema(["type": "object", "additionalProperties": element.json])
  }

  package typealias Members = KeyValuePairs<String, MessageSchema>

  /// An object from the frontend: unknown members are ignored, and optional ones may be null.
  package static func object(_ required: Members = [:], optional: Members = [:]) -> MessageSchema {
    anyObject.including(required, optional: optional) { $0.orNull }
  }

  /// An object from the host, which has no unknown members.
  package static func sent(_ required: Members = [:], optional: Members = [:]) -> MessageSchema {
    anyObject.including(required, optional: optional).with("additionalProperties", false)
  }

  /// This schema, or null.
  private var orNull: MessageSchema {
    json == Self.any.json ? self : .anyOf(self, MessageSchema(["type": "null"]))
  }

  /// Adds members to an object.
  ///
  /// - Parameter form: converts the schemas of optional members.
  package func including(
    _ required: Members, optional: Members = [:], _ form: (MessageSchema) -> MessageSchema = { $0 }
  ) -> MessageSchema {
    var properties = json["properties"]?.objectValue ?? [:]
    for (name, member) in required { properties[name] = member.json }
    for (name, member) in optional { properties[name] = form(member).json }
    let names = (json["required"]?.arrayValue ?? []) + required.map { .string($0.key) }
    let result = properties.isEmpty ? self : with("properties", .object(properties))
    return names.isEmpty ? result : result.with("required", .array(names))
  }

  package func with(_ keyword: String, _ value: JSONValue) -> MessageSchema {
    guard case .object(var schema) = json else { return self }
    schema[keyword] = value
    return MessageSchema(.object(schema))
  }

  /// Adds a sentence for people.
  package func described(_ sentence: String) -> MessageSchema {
    guard case .object(let schema) = json else { return self }
    var described: JSONObject = ["description": .string(sentence)]
    for (name, value) in schema { described[name] = value }
    return MessageSchema(.object(described))
  }
}

package struct RequestSchema {
  package let summary: String
  package let params: MessageSchema
  package let result: MessageSchema
  /// Whether it may come as a notification, without an answer.
  package let canBeNotification: Bool

  /// - Parameter params: ``MessageSchema/nothing`` if it has none.
  package init(
    _ summary: String, params: MessageSchema = .nothing, result: MessageSchema = .empty,
    canBeNotification: Bool = false
  ) {
    self.summary = summary
    self.params = params
    self.result = result
    self.canBeNotification = canBeNotification
  }
}

package struct NotificationSchema {
  package let summary: String
  package let params: MessageSchema

  package init(_ summary: String, params: MessageSchema = .nothing) {
    self.summary = summary
    self.params = params
  }
}
