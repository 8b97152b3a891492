import HostedStreams

/// An input that elements are sent to, of any library (`HostedSink`): an `AnyObserver`, a relay, a subject. The
/// argument is sent to it as an element.
///
///     input("fetch", \.fetchRelay, "userId")
///
/// A sink of `Void` takes no argument; one of a tuple takes one for each of its parts.
///
/// - Parameters:
///   - name: how frontends call it.
///   - sink: what the argument is sent to.
///   - arguments: the names of the arguments on the wire; the input's for the only one when none is given.
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
