import Hosting

/// Something that happens once and is not state. The ViewModel reports it through a closure
/// property, which the host sets.
///
///     var onError: ((ErrorMessage) -> Void)?          // in the ViewModel
///     event("error", \.onError)                       // in its interface
///
/// The host sets the property when an instance is created, and clears it when the instance is
/// disposed.
public func event<VM, Value: Encodable>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, ((Value) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, through: keyPath, Value.self) { emit in { emit(EventValue.json($0)) } }
}

/// An event through a closure property that is isolated to the main actor.
public func event<VM, Value: Encodable>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (@MainActor (Value) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, through: keyPath, Value.self) { emit in { emit(EventValue.json($0)) } }
}

/// An event through a closure property without parameters; the event's value is null.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (() -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, through: keyPath) { emit in { emit(.success(.null)) } }
}

/// An event through a closure property without parameters that is isolated to the main actor; its
/// value is null.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (@MainActor () -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, through: keyPath) { emit in { emit(.success(.null)) } }
}

/// An event through anything else: a closure with several parameters, one that is not optional or
/// is `@Sendable`, a delegate.
///
///     event("moved") { (viewModel, send: EventSender<Move>) in
///       viewModel.onMove = { from, to in send(Move(from: from, to: to)) }
///     }
///
/// - Parameters:
///   - name: the name that frontends use.
///   - connect: is called when an instance is created.
public func event<VM, Value: Encodable>(
  _ name: String, connect: @escaping @MainActor (VM, EventSender<Value>) -> Void
) -> InterfaceMember<VM> {
  .event(name, Value.self) { viewModel, emit in
    connect(viewModel, EventSender(emit: emit))
    return {}
  }
}

/// Sends an event to the frontend with each call. After the instance is disposed, it does nothing.
public struct EventSender<Value: Encodable> {
  fileprivate let emit: EventSink

  /// Sends a value. From another thread: `Task { @MainActor in send(value) }`.
  public func callAsFunction(_ value: Value) { emit(EventValue.json(value)) }
}

extension InterfaceMember {
  static func event<each Value>(
    _ name: String, _ types: repeat (each Value).Type, holding closure: AnyKeyPath? = nil,
    start: @escaping (VM, @escaping EventSink) -> () -> Void
  ) -> Self {
    InterfaceMember(
      kind: .event(Event(name, typeList(repeat each types), through: closure, start: start)))
  }

  /// - Parameter closure: makes the closure that the property holds while the instance lives.
  static func event<Closure, each Value>(
    _ name: String, through keyPath: ReferenceWritableKeyPath<VM, Closure?>,
    _ types: repeat (each Value).Type, closure: @escaping (@escaping EventSink) -> Closure
  ) -> Self {
    .event(name, repeat each types, holding: keyPath) { viewModel, emit in
      viewModel[keyPath: keyPath] = closure(emit)
      return { viewModel[keyPath: keyPath] = nil }
    }
  }
}
