import HostedStreams

/// An input that elements are sent to, of any library (``HostedSink``): an `AnyObserver`, a relay, a subject. The
/// argument is sent to it as an element.
///
///     input("fetch", \.fetchRelay, "userId")
///
/// A sink of `Void` takes no argument; one of a tuple takes one for each of its parts.
public func input<VM, Sink: HostedSink, each A: Decodable>(
  _ name: String, _ sink: @escaping (VM) -> Sink, _ arguments: Argument...
) -> InterfaceMember<VM> where Sink.Element == (repeat each A) {
  .input(name, arguments, repeat (each A).self) { viewModel, reader in
    let element = (repeat try reader.next((each A).self))
    sink(viewModel).accept(fromHost: element)
    return .finished(.nothing)
  }
}
