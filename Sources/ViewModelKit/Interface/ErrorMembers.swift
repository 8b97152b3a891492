import Hosting
import HostedStreams

// Members whose values are errors. Errors have no JSON form, so these members use their
// descriptions. An error of an `Encodable` type is encoded instead.

/// An output for a property that holds the last error, if there is one. Its value is
/// `String(describing: error)`.
@_disfavoredOverload
public func output<VM>(
  _ name: String, _ property: @escaping (VM) -> (any Error)?
) -> InterfaceMember<VM> {
  output(name) { viewModel -> String? in property(viewModel).map(sentence) }
}

/// An output for a stream of errors; its value is the description of the last error.
@_disfavoredOverload
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Error {
  output(name) { TransformedStream(stream($0)) { error in sentence(for: error) } }
}

/// An output for a stream of optional errors; its value is the description of the last one, or
/// null.
@_disfavoredOverload
public func output<VM, Stream: HostedStream, Failure: Error>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element == Failure? {
  output(name) { TransformedStream(stream($0)) { $0.map(sentence) } }
}

/// An event for errors that a closure property reports. Its value is `String(describing: error)`.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, ((any Error) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, through: keyPath, String.self) { emit in
    { emit(.success(.string(sentence(for: $0)))) }
  }
}

/// An event for errors that a stream sends, such as a `PublishRelay<any Error>`. Its value is
/// `String(describing: error)`.
@_disfavoredOverload
public func event<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Error {
  event(name) { TransformedStream(stream($0)) { error -> String in sentence(for: error) } }
}
