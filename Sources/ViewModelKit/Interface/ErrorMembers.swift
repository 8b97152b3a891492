import Hosting
import HostedStreams

// What carries errors as its values. An error has no JSON form of its own, so that of its sentence is taken. One of a
// type that is `Encodable` goes over the wire as what it is.

/// A property that holds the last error, if there is one. Its value is the error's sentence, `String(describing:
/// error)`.
@_disfavoredOverload
public func output<VM>(
  _ name: String, _ property: @escaping (VM) -> (any Error)?
) -> InterfaceMember<VM> {
  output(name) { viewModel -> String? in property(viewModel).map(sentence) }
}

/// The same for a stream of errors: the last one.
@_disfavoredOverload
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Error {
  output(name) { TransformedStream(stream($0)) { error in sentence(for: error) } }
}

/// The same for a stream of errors and nil.
@_disfavoredOverload
public func output<VM, Stream: HostedStream, Failure: Error>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element == Failure? {
  output(name) { TransformedStream(stream($0)) { $0.map(sentence) } }
}

/// Errors that are told as they happen, through a closure property. The value is the error's sentence,
/// `String(describing: error)`.
public func event<VM>(
  _ name: String, _ keyPath: ReferenceWritableKeyPath<VM, ((any Error) -> Void)?>
) -> InterfaceMember<VM> {
  .event(name, through: keyPath, String.self) { emit in
    { emit(.success(.string(sentence(for: $0)))) }
  }
}

/// The same through a stream, `PublishRelay<any Error>`.
@_disfavoredOverload
public func event<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> where Stream.Element: Error {
  event(name) { TransformedStream(stream($0)) { error -> String in sentence(for: error) } }
}
