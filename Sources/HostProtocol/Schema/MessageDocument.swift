import JSON

/// The JSON Schema of all lines of a conversation, in both directions: `schema --messages`.
package struct MessageDocument {
  package typealias Requests = [(method: String, schema: RequestSchema)]
  package typealias Notifications = [(method: String, schema: NotificationSchema)]

  private let requests: Requests

  /// - Parameter requests: the requests that a host knows.
  package init(requests: Requests) { self.requests = requests }

  private let notificationsToHost: Notifications = [
    (InputNotification.method.description, InputNotification.schema),
    (CancelNotification.method, CancelNotification.schema),
    (ExitNotification.method.description, ExitNotification.schema),
  ]

  private let notificationsFromHost: Notifications =
    [(UpdateNotification.method, UpdateNotification.schema)]
    + [
      RejectedNotification.self, FailedNotification.self, ClosedNotification.self,
      ServiceRejectedNotification.self, RestartedNotification.self, ResumedNotification.self,
      LogNotification.self, CancelNotification.self,
    ].map { (type: any HostNotification.Type) in (type.method, type.schema) }

  private let requestsFromHost: Requests = [(ServiceCallRequest.method, ServiceCallRequest.schema)]

  package var json: JSONValue {
    var definitions: JSONObject = [
      "Requests": table("The requests to the host.", requests),
      "NotificationsToHost": table(
        "The notifications to the host, which ignores those that it does not know.",
        notificationsToHost),
      "RequestsFromHost": table("The requests from the host.", requestsFromHost),
      "NotificationsFromHost": table("The notifications from the host.", notificationsFromHost),
    ]
    for (name, schema) in MessageSchema.shared { definitions[name] = schema.json }
    for (name, schema) in linesToHost + linesFromHost { definitions[name] = schema.json }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "The messages of the protocol, version 1",
      "description": "The form of each line of a conversation, in both directions.",
      "anyOf": [["$ref": "#/$defs/ToHost"], ["$ref": "#/$defs/FromHost"]],
      "$defs": .object(definitions),
    ]
  }

  // MARK: Tables of methods

  private func table(_ description: String, _ requests: Requests) -> JSONValue {
    table(description, requests) { request in
      .object(["params": request.params, "result": request.result]).described(request.summary)
    }
  }

  private func table(_ description: String, _ notifications: Notifications) -> JSONValue {
    table(description, notifications) { notification in
      .object(["params": notification.params]).described(notification.summary)
    }
  }

  private func table<Schema>(
    _ description: String, _ methods: [(method: String, schema: Schema)],
    _ form: (Schema) -> MessageSchema
  ) -> JSONValue {
    var entries = JSONObject()
    for (method, schema) in methods { entries[method] = form(schema).json }
    return [
      "description": .string(description), "type": "object", "properties": .object(entries),
    ]
  }

  // MARK: Lines

  private typealias Definitions = [(name: String, schema: MessageSchema)]

  private var linesToHost: Definitions {
    let either = requests.filter(\.schema.canBeNotification)
    return [
      ("ToHost", Self.line("A line from the frontend to the host.", "MessageToHost", most: 5_000)),
      (
        "MessageToHost",
        .anyOf(
          Self.reference("RequestToHost"), Self.reference("NotificationToHost"),
          Self.reference("ResponseToHost"))
      ),
      (
        "RequestToHost",
        MessageSchema.object(
          [
            "jsonrpc": .constant("2.0"), "id": .requestID,
            "method": .oneOf(requests.map(\.method)),
          ], optional: ["params": .any]
        ).with("allOf", .array(requests.map { rule("Requests", $0.method, $0.schema.params) }))
      ),
      (
        "NotificationToHost",
        MessageSchema.object(
          ["jsonrpc": .constant("2.0"), "method": .text], optional: ["params": .any]
        )
        .with("not", ["required": ["id"]])
        .with(
          "allOf",
          .array(
            notificationsToHost.map { rule("NotificationsToHost", $0.method, $0.schema.params) }
              + either.map { rule("Requests", $0.method, $0.schema.params) }))
      ),
      (
        "ResponseToHost",
        Self.either(
          .object(["jsonrpc": .constant("2.0"), "id": .requestID, "result": .any]),
          .object(["jsonrpc": .constant("2.0"), "id": .requestID, "error": .error]))
      ),
    ]
  }

  private var linesFromHost: Definitions {
    [
      ("FromHost", Self.line("A line from the host to the frontend.", "MessageFromHost")),
      (
        "MessageFromHost",
        .anyOf(
          Self.reference("NotificationFromHost"), Self.reference("RequestFromHost"),
          Self.reference("ResponseFromHost"))
      ),
      (
        "NotificationFromHost",
        sent(
          "NotificationsFromHost",
          notificationsFromHost.map { ($0.method, $0.schema.params) })
      ),
      (
        "RequestFromHost",
        sent("RequestsFromHost", requestsFromHost.map { ($0.method, $0.schema.params) })
          .including(["id": MessageSchema.text.with("pattern", "^service-[1-9][0-9]*$")])
      ),
      (
        "ResponseFromHost",
        Self.either(
          .sent(["jsonrpc": .constant("2.0"), "id": .requestID, "result": .anyObject]),
          .sent([
            "jsonrpc": .constant("2.0"),
            "id": MessageSchema(["type": ["string", "number", "null"]])
              .described("It is null where that of the request could not be read."),
            "error": .error,
          ]))
      ),
    ]
  }

  /// Returns the schema of a line: a message, or an array of messages.
  private static func line(
    _ description: String, _ message: String, most: Int64? = nil
  ) -> MessageSchema {
    var array = MessageSchema.list(of: reference(message), isNeverEmpty: true)
    if let most { array = array.with("maxItems", .integer(most)) }
    return MessageSchema.anyOf(reference(message), array).described(description)
  }

  private func sent(
    _ table: String, _ methods: [(method: String, params: MessageSchema)]
  ) -> MessageSchema {
    MessageSchema.sent([
      "jsonrpc": .constant("2.0"), "method": .oneOf(methods.map(\.method)), "params": .any,
    ]).with("allOf", .array(methods.map { rule(table, $0.method, $0.params) }))
  }

  private static func either(_ schemas: MessageSchema...) -> MessageSchema {
    MessageSchema(["oneOf": .array(schemas.map(\.json))])
  }

  private static func reference(_ name: String) -> MessageSchema {
    MessageSchema(["$ref": .string("#/$defs/\(name)")])
  }

  /// Returns the rule for the params of a method, which are required if one of their members is.
  private func rule(_ table: String, _ method: String, _ params: MessageSchema) -> JSONValue {
    let path = JSONPointer(tokens: ["$defs", table, "properties", method, "properties", "params"])
    var then: JSONObject = ["properties": ["params": ["$ref": .string("#\(path)")]]]
    if params.json["required"] != nil { then["required"] = ["params"] }
    return ["if": ["properties": ["method": ["const": .string(method)]]], "then": .object(then)]
  }
}
