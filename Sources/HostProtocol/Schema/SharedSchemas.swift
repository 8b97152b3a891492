import JSON

/// Schemas that several messages share, named in the document.
extension MessageSchema {
  package static let integer = named("Integer")
  package static let count = named("Count")
  package static let requestID = named("RequestId")
  package static let instanceID = named("InstanceId")
  package static let sequence = named("Sequence")
  package static let error = named("Failure")
  package static let arguments = named("Arguments")
  package static let observedOutput = named("ObservedOutput")
  package static let operation = named("Operation")
  package static let instanceState = named("InstanceState")
  package static let openedInstance = named("OpenedInstance")
  package static let schema = named("Schema")
  package static let describedArgument = named("DescribedArgument")
  /// The params of a method without params.
  package static let nothing = named("NoParams")
  /// The result of a method without contents.
  package static let empty = named("Empty")

  package static let sentMessage = named("MessageFromHost")

  private static func named(_ name: String) -> MessageSchema {
    MessageSchema(["$ref": .string("#/$defs/\(name)")])
  }

  /// The shared schemas, in the order of the document.
  static var shared: [(name: String, schema: MessageSchema)] {
    [
      (
        "Integer",
        MessageSchema([
          "description": "An integer of 64 bits with a sign, in whatever way it is written.",
          "type": "integer", "minimum": .integer(.min), "maximum": .integer(.max),
        ])
      ),
      (
        "Count",
        MessageSchema([
          "description": "How many there are of something.",
          "type": "integer", "minimum": 0, "maximum": .integer(.max),
        ])
      ),
      (
        "RequestId",
        MessageSchema([
          "description": "Chosen by the sender of the request. The text 1 is not the number 1.",
          "type": ["string", "number"],
        ])
      ),
      ("InstanceId", .text.described("The id of an instance, of at most 1,024 bytes.")),
      (
        "Sequence",
        MessageSchema([
          "description": "Chosen by the frontend for an input, to learn what became of it.",
          "type": ["string", "number"],
        ])
      ),
      (
        "Failure",
        .object(["code": .integer, "message": .text], optional: ["data": .any])
          .described("What went wrong. The message is for people.")
      ),
      (
        "Arguments",
        MessageSchema([
          "description": "Arguments or parameters, by their names or in order.",
          "type": ["object", "array"],
        ])
      ),
      (
        "ObservedOutput",
        .anyOf(
          .text,
          .object(
            ["output": .text],
            optional: [
              "window": .object(
                ["limit": .count], optional: ["offset": .integer, "anchor": .bool])
            ])
        ).described("An output that is part of the state; of a list maybe some rows only.")
      ),
      (
        "Operation",
        MessageSchema([
          "description": "An operation of a JSON Patch (RFC 6902).",
          "oneOf": .array(
            [
              .sent(["op": .constant("add"), "path": .text, "value": .any]),
              .sent(["op": .constant("remove"), "path": .text]),
              .sent(["op": .constant("replace"), "path": .text, "value": .any]),
            ].map(\MessageSchema.json)),
        ])
      ),
      (
        "InstanceState",
        .sent(["id": .instanceID, "revision": .count, "state": .anyObject])
          .described("An instance as it is at the end of the turn.")
      ),
      (
        "OpenedInstance",
        .sent(["id": .instanceID, "name": .text, "revision": .count, "state": .anyObject])
          .described("An instance that the frontend does not know, of the ViewModel of this name.")
      ),
      (
        "Schema",
        MessageSchema([
          "description": "A JSON Schema (draft 2020-12).", "type": ["object", "boolean"],
        ])
      ),
      (
        "DescribedArgument",
        .sent(
          ["name": .text, "schema": .schema, "required": .bool],
          optional: ["description": .text, "default": .any]
        ).described("An argument of an input or a service, or a parameter of a ViewModel.")
      ),
      (
        "NoParams",
        MessageSchema([
          "description": "For a method without params, which may be left out.",
          "type": ["object", "array", "null"], "maxItems": 0,
        ])
      ),
      (
        "Empty",
        .sent().described("The result that says only that it is done.")
      ),
    ]
  }
}
