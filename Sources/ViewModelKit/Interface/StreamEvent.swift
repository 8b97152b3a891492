import Hosting
import Reactive

/// The same for a sequence that is no state: a `PublishRelay`, a `Signal`, an `Observable`. Each element is an event.
///
/// An error ends it, and is told as `viewModel/failed`.
public func event<VM, Stream: ObservableConvertibleType>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  .event(name, Stream.Element.self) { viewModel, emit in
    let subscription = stream(viewModel).asObservable().subscribe(
      onNext: { emit(EventValue.json($0)) }, onError: { emit(.failure($0)) })
    return { subscription.dispose() }
  }
}

/// The same for a sequence of tuples, which are arrays on the wire, or of `Void`, which is null.
@_disfavoredOverload
public func event<VM, Stream: ObservableConvertibleType, each Value: Encodable>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element == (repeat each Value) {
  .event(name, repeat (each Value).self) { viewModel, emit in
    let subscription = stream(viewModel).asObservable().subscribe(
      onNext: { emit(EventValue.json(repeat each $0)) }, onError: { emit(.failure($0)) })
    return { subscription.dispose() }
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
    // A stream hands its elements over on no actor; without the preference that would be on another thread, and the
    // event come in a later turn than what it is about.
    let task = Task(executorPreference: LoopThread.executor) { @MainActor in
      do {
        while let value = try await iterator.next(isolation: MainActor.shared) {
          emit(EventValue.json(value))
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
