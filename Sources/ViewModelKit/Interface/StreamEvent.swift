import Hosting
import HostedStreams
import JSON

/// The same for a stream that is no state, of any library (`HostedStream`): a `PublishRelay`, a `Signal`, an
/// `Observable`. Each element is an event.
///
/// An error ends it, and is told as `viewModel/failed`.
public func event<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  .event(name, stream, Stream.Element.self) { EventValue.json($0) }
}

/// The same for a stream of tuples, which are arrays on the wire, or of `Void`, which is null.
@_disfavoredOverload
public func event<VM, Stream: HostedStream, each Value: Encodable>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element == (repeat each Value) {
  .event(name, stream, repeat (each Value).self) { EventValue.json(repeat each $0) }
}

/// The same for an `AsyncSequence`, such as an `AsyncStream`: each element is an event.
///
/// The host is its only reader, from the creation of the instance until it is disposed. An error that the sequence
/// throws is reported as `viewModel/failed`, and its end just ends it.
@_disfavoredOverload
public func event<VM, Elements: AsyncSequence>(
  _ name: String, _ elements: @escaping (VM) -> Elements
) -> InterfaceMember<VM> where Elements.Element: Encodable {
  event(name) { AsyncElements(elements($0)) }
}

extension InterfaceMember {
  /// - Parameter json: the JSON form of an element, or why there is none.
  fileprivate static func event<Stream: HostedStream, each Value>(
    _ name: String, _ stream: @escaping (VM) -> Stream, _ types: repeat (each Value).Type,
    json: @escaping (Stream.Element) -> Result<JSONValue, any Error>
  ) -> Self {
    .event(name, repeat each types) { viewModel, emit in
      let subscription = StreamSubscription(to: stream(viewModel)) { step in
        switch step {
        case .next(let element): emit(json(element))
        case .failed(let error): emit(.failure(error))
        case .completed: break
        }
      }
      return { subscription.end() }
    }
  }
}
