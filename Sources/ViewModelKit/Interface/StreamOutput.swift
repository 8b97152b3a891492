import Hosting
import HostedStreams

/// An output that is a stream of any library (`HostedStream`): an `Observable`, a `Driver`, a `BehaviorRelay`, a
/// publisher.
///
/// Its value is the last element; null before the first one, unless the stream is a `HostedValueStream`: a
/// `BehaviorRelay`, the publisher of a `@Published` property. The stream is subscribed while the frontend observes the
/// output. An error ends it, and is told as `viewModel/failed` with code -32011 and the name, `user: not found`; the
/// output keeps its last value.
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, stream: stream)))
}

/// The same with a value before the first element, so that it is never null.
///
///     output("isLoading", \.isLoading, initially: false)
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream, initially value: Stream.Element
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  InterfaceMember(kind: .output(Output(name, stream: stream, start: .initially(value))))
}

/// The same for a stream that sends its first element as soon as it is subscribed, as a `Driver` does that starts with
/// one, so that it is never null.
///
///     output("isValid", immediate: \.isValid)
///
/// If there is no element when an instance is created, that fails, with code -32006 and the name of the output.
public func output<VM, Stream: HostedStream>(
  _ name: String, immediate stream: KeyPath<VM, Stream>
) -> InterfaceMember<VM> where Stream.Element: Encodable {
  InterfaceMember(
    kind: .output(
      Output(name, stream: { (viewModel: VM) in viewModel[keyPath: stream] }, start: .immediate)))
}

/// The same for an `AsyncSequence`, such as an `AsyncStream`.
///
/// It is iterated while the frontend observes the output. An `AsyncStream` ends when its iteration does, and has
/// nothing more for a frontend that stops observing and starts again.
@_disfavoredOverload
public func output<VM, Elements: AsyncSequence>(
  _ name: String, _ elements: @escaping (VM) -> Elements
) -> InterfaceMember<VM> where Elements.Element: Encodable {
  output(name) { AsyncElements(elements($0)) }
}

/// The same with a value before the first element, so that it is never null.
@_disfavoredOverload
public func output<VM, Elements: AsyncSequence>(
  _ name: String, _ elements: @escaping (VM) -> Elements, initially value: Elements.Element
) -> InterfaceMember<VM> where Elements.Element: Encodable {
  output(name, { AsyncElements(elements($0)) }, initially: value)
}
