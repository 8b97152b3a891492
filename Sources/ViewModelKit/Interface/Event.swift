import JSON
import Reactive

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
    viewModel[keyPath: keyPath] = { emit(encoded($0)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for a closure that is isolated to the main actor.
public func event<VM, Value: Encodable>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (@MainActor (Value) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, Value.self) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(encoded($0)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for a closure that takes nothing; the event's value is null.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (() -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, Void.self) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(.success(.null)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for a closure that takes nothing and is isolated to the main actor.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, (@MainActor () -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, Void.self) { viewModel, emit in
    viewModel[keyPath: keyPath] = { emit(.success(.null)) }
    return { viewModel[keyPath: keyPath] = nil }
  }
}

/// The same for an `AsyncSequence`, such as an `AsyncStream`: each element is an event.
///
/// The host is its only reader, from the creation of the instance until it is disposed. An error that the sequence
/// throws is reported as `viewModel/failed`, and its end just ends it.
public func event<VM, Events: AsyncSequence>(
  _ name: String, _ keyPath: KeyPath<VM, Events>
) -> InterfaceMember<VM> where Events.Element: Encodable {
  .event(name, Events.Element.self) { viewModel, emit in
    // Only the task uses it.
    nonisolated(unsafe) var iterator = viewModel[keyPath: keyPath].makeAsyncIterator()
    // A stream hands its elements over on no actor; without the preference that would be on another thread, and the event
    // come in a later turn than what it is about.
    let task = Task(executorPreference: LoopThread.executor) { @MainActor in
      do {
        while let value = try await iterator.next(isolation: MainActor.shared) {
          emit(encoded(value))
        }
      } catch is CancellationError {
        // The instance was disposed.
      } catch {
        emit(.failure(error))
      }
    }
    return { task.cancel() }
  }
}

/// The same for a sequence that is no state: a `PublishRelay`, a `Signal`, an `Observable`. Each element is an event.
///
/// An error ends it, and is told as `viewModel/failed`.
public func event<VM, Stream: ObservableConvertibleType>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  .event(name, Stream.Element.self) { viewModel, emit in
    let subscription = stream(viewModel).asObservable().subscribe(
      onNext: { emit(encoded($0)) }, onError: { emit(.failure($0)) })
    return { subscription.dispose() }
  }
}

/// The same for a sequence of `Void`; the event's value is null.
public func event<VM, Stream: ObservableConvertibleType>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element == Void {
  .event(name, Void.self) { viewModel, emit in
    let subscription = stream(viewModel).asObservable().subscribe(
      onNext: { emit(.success(.null)) }, onError: { emit(.failure($0)) })
    return { subscription.dispose() }
  }
}

/// Takes the JSON form of an event's value, or the error on the way to it. May be called on any thread.
package typealias EventSink = @Sendable (Result<JSONValue, any Error>) -> Void

/// An event of a ViewModel type.
package struct Event<VM> {
  package let name: String
  package let schema: @MainActor () -> JSONValue
  /// Begins to listen; what it returns ends it.
  let start: (VM, @escaping EventSink) -> () -> Void
}

nonisolated private func encoded(_ value: some Encodable) -> Result<JSONValue, any Error> {
  Result { try JSONValue(encoding: value) }
}

extension InterfaceMember {
  fileprivate static func event<Value>(
    _ name: String, _ type: Value.Type,
    _ start: @escaping (VM, @escaping EventSink) -> () -> Void
  ) -> Self {
    InterfaceMember(
      kind: .event(Event(name: name, schema: { Schema.of(type) }, start: start)))
  }
}
