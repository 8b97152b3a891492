import HostedStreams

/// An input that sends its argument as an element to a sink of any library (`HostedSink`): an
/// `AnyObserver`, a relay, a subject.
///
///     input("fetch", \.fetchRelay, "userId")
///
/// A sink of `Void` has no argument; a sink of tuples has one for each part.
///
/// - Parameters:
///   - name: the name that frontends use.
///   - sink: receives the argument.
///   - arguments: the names of the arguments on the wire; by default a single one has the name of
///     the input.
public func input<VM, Sink: HostedSink, each A: Decodable>(
  _ name: String, _ sink: @escaping (VM) -> Sink, _ arguments: Argument...
) -> InterfaceMember<VM> where Sink.Element == (repeat each A) {
  let isNamedByInput = arguments.isEmpty && typeList(repeat (each A).self).count == 1
  let names = isNamedByInput ? [Argument(stringLiteral: name)] : arguments
  return .input(name, names, repeat (each A).self) { viewModel, reader in
    let element = (repeat try reader.next((each A).self))
    sink(viewModel).accept(fromHost: element)
    return .finished(.nothing)
  }
}
