import Hosting
import HostedStreams
import JSON

/// An event for each element of a stream of any library (`HostedStream`): a `PublishRelay`, a
/// `Signal`, an `Observable`.
///
/// An error ends the stream, and is sent as `viewModel/failed`.
public func event<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  .event(name, stream, Stream.Element.self) { EventValue.json($0) }
}

/// An event for each element of a stream of tuples, which are arrays on the wire, or of `Void`,
/// which is null.
@_disfavoredOverload
public func event<VM, Stream: HostedStream, each Value: Encodable>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element == (repeat each Value) {
  .event(name, stream, repeat (each Value).self) { EventValue.json(repeat each $0) }
}

/// An event for each element of an `AsyncSequence`, such as an `AsyncStream`.
///
/// The host is its only reader, from the creation of the instance until it is disposed. An error of
/// the sequence is sent as `viewModel/failed`; the end of the sequence is not reported.
@_disfavoredOverload
public func event<VM, Elements: AsyncSequence>(
  _ name: String, _ elements: @escaping (VM) -> Elements
) -> InterfaceMember<VM> where Elements.Element: Encodable {
  event(name) { AsyncElements(elements($0)) }
}

extension InterfaceMember {
  /// - Parameter json: encodes an element, or returns the error.
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
