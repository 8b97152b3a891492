import Contracts
import JSON

/// Something that happens once and is not state, told through a closure property that the host sets.
///
///     var onError: ((ErrorMessage) -> Void)?          // in the ViewModel
///     event("error", \.onError)                       // in its interface
///
/// The property is set when an instance is created and cleared when it is disposed.
public func event<VM, Value: Encodable>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, ((Value) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, Value.self) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(EventValue.json($0)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for a closure that is isolated to the main actor.
public func event<VM, Value: Encodable>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (@MainActor (Value) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, Value.self) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(EventValue.json($0)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for a closure that takes nothing; the event's value is null.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (() -> Void)?>
) -> InterfaceMember<VM> {
  .event(name) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(.success(.null)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for a closure that takes nothing and is isolated to the main actor.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (@MainActor () -> Void)?>
) -> InterfaceMember<VM> {
  .event(name) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(.success(.null)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same, written out, for whatever else tells of something: a closure of several values, one that is not optional
/// or is `@Sendable`, a delegate.
///
///     event("moved") { (viewModel, send: EventSender<Move>) in
///       viewModel.onMove = { from, to in send(Move(from: from, to: to)) }
///     }
///
/// - Parameter connect: is called when an instance is created.
public func event<VM, Value: Encodable>(
  _ name: String, connect: @escaping @MainActor (VM, EventSender<Value>) -> Void
) -> InterfaceMember<VM> {
  .event(name, Value.self) { viewModel, emit in
    connect(viewModel, EventSender(emit: emit))
    return {}
  }
}

/// Tells the frontend of an event, as often as it is called. Once the instance is disposed it does nothing.
public struct EventSender<Value: Encodable> {
  fileprivate let emit: EventSink

  /// Sends a value. From another thread: `Task { @MainActor in send(value) }`.
  public func callAsFunction(_ value: Value) { emit(EventValue.json(value)) }
}

/// Takes the JSON form of an event's value, or the error on the way to it. May be called on any thread.
package typealias EventSink = @Sendable (Result<JSONValue, any Error>) -> Void

/// An event of a ViewModel.
package struct Event {
  package let name: String
  let schema: @MainActor (SchemaProbe) -> JSONValue
  /// Begins to listen; what it returns ends it.
  let start: (AnyViewModelBox, @escaping EventSink) -> () -> Void
}

/// The JSON form of an event's value: null for none, an array for several.
nonisolated enum EventValue {
  static func json<each Value: Encodable>(
    _ value: repeat each Value
  ) -> Result<JSONValue, any Error> {
    Result {
      var list: [JSONValue] = []
      for value in repeat each value { list.append(try JSONValue(encoding: value)) }
      return list.isEmpty ? .null : list.count == 1 ? list[0] : .array(list)
    }
  }
}

extension InterfaceMember {
  static func event<each Value>(
    _ name: String, _ types: repeat (each Value).Type,
    start: @escaping (VM, @escaping EventSink) -> () -> Void
  ) -> Self {
    var list: [Any.Type] = []
    for type in repeat each types { list.append(type) }
    let event = Event(name: name, schema: { [list] in schema(of: list, $0) }) { box, emit in
      start(box.viewModel(VM.self), emit)
    }
    return InterfaceMember(kind: .event(event))
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
