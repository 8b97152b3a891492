import Hosting
import HostedStreams

/// An output that is a stream of any library (`HostedStream`): an `Observable`, a `Driver`, a
/// `BehaviorRelay`, a publisher.
///
/// Its value is the last element. It is null before the first one, unless the stream is a
/// `HostedValueStream`: a `BehaviorRelay`, the publisher of a `@Published` property. The host
/// subscribes the stream while the frontend observes the output. An error ends it, and is sent as
/// `viewModel/failed` with code -32011 and the name, `user: not found`; the output keeps its last
/// value.
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, stream: stream)))
}

/// An output that is a stream, with a value before the first element, so that it is never null.
///
///     output("isLoading", \.isLoading, initially: false)
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream, initially value: Stream.Element
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, stream: stream, start: .initially(value))))
}

/// An output that is a stream with an element at each subscription, such as a `Driver` with
/// `startWith`, so that it is never null.
///
///     output("isValid", immediate: \.isValid)
///
/// If there is no element when an instance is created, the creation fails with code -32006 and the
/// name of the output.
public func output<VM, Stream: HostedStream>(
  _ name: String, immediate stream: KeyPath<VM, Stream>
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  InterfaceMember(
    kind: .output(
      Output(name, stream: { (viewModel: VM) in viewModel[keyPath: stream] }, start: .immediate)))
}

/// An output that is an `AsyncSequence`, such as an `AsyncStream`.
///
/// The host iterates it while the frontend observes the output. An `AsyncStream` ends with its
/// iteration, and has no elements for a frontend that stops observing and starts again.
@_disfavoredOverload
public func output<VM, Elements: AsyncSequence>(
  _ name: String, _ elements: @escaping (VM) -> Elements
) -> InterfaceMember<VM> where Elements.Element: Encodable {
  output(name) { AsyncElements(elements($0)) }
}

/// An output that is an `AsyncSequence`, with a value before the first element, so that it is never
/// null.
@_disfavoredOverload
public func output<VM, Elements: AsyncSequence>(
  _ name: String, _ elements: @escaping (VM) -> Elements, initially value: Elements.Element
) -> InterfaceMember<VM> where Elements.Element: Encodable {
  output(name, { AsyncElements(elements($0)) }, initially: value)
}
