import Contracts
import JSON

/// An event of a ViewModel.
package struct Event {
  package let name: String
  package let schema: @MainActor (SchemaProbe) -> JSONValue
  /// The property that holds the host's closure; `nil` for other events.
  package let closure: AnyKeyPath?
  /// Starts sending; the returned closure stops it.
  private(set) var start: (AnyViewModelBox, @escaping EventSink) -> () -> Void

  /// - Parameter types: the types of the value's parts: none for null, several for an array.
  package init<VM>(
    _ name: String, _ types: [Any.Type], through closure: AnyKeyPath? = nil,
    start: @escaping (VM, @escaping EventSink) -> () -> Void
  ) {
    self.name = name
    self.closure = closure
    schema = { Self.schema(of: types, $0) }
    self.start = { box, emit in start(box.typed(VM.self).viewModel, emit) }
  }

  /// Makes the event of a subclass.
  package func from(_ base: @escaping AnyViewModelBox.Base) -> Event {
    var event = self
    event.start = { [start] in start(base($0), $1) }
    return event
  }

  private static func schema(of types: [Any.Type], _ probe: SchemaProbe) -> JSONValue {
    if types.count == 1 { return probe.schema(of: types[0]) }
    if types.isEmpty { return probe.schema(of: Void.self) }
    return [
      "type": "array", "prefixItems": .array(types.map { probe.schema(of: $0) }), "items": false,
      "minItems": .integer(Int64(types.count)),
    ]
  }
}

/// Receives the JSON of an event's value, or the encoding error. It may be called on any thread.
package typealias EventSink = @Sendable (Result<JSONValue, any Error>) -> Void

/// Encodes an event's value: null for none, an array for several.
package nonisolated enum EventValue {
  package static func json<each Value: Encodable>(
    _ value: repeat each Value
  ) -> Result<JSONValue, any Error> {
    Result {
      var list: [JSONValue] = []
      for value in repeat each value { list.append(try JSONValue(encoding: value)) }
      return list.isEmpty ? .null : list.count == 1 ? list[0] : .array(list)
    }
  }
}
