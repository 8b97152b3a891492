import Reactive

/// An input that is an observer, such as an `AnyObserver` or a `PublishSubject`: the argument is sent to it as an
/// element.
///
///     input("fetch", \.fetchObserver, "userId")
///
/// An observer of `Void` takes no argument; one of a tuple takes one for each of its parts.
public func input<VM, Observer: ObserverType, each A: Decodable>(
  _ name: String, _ observer: @escaping (VM) -> Observer, _ arguments: Argument...
) -> InterfaceMember<VM> where Observer.Element == (repeat each A) {
  .input(name, arguments, repeat (each A).self) { viewModel, reader in
    let element = (repeat try reader.next((each A).self))
    observer(viewModel).onNext(element)
    return .finished(.nothing)
  }
}

/// The same for a relay.
public func input<VM, Relay: RelayType, each A: Decodable>(
  _ name: String, _ relay: @escaping (VM) -> Relay, _ arguments: Argument...
) -> InterfaceMember<VM> where Relay.Element == (repeat each A) {
  .input(name, arguments, repeat (each A).self) { viewModel, reader in
    let element = (repeat try reader.next((each A).self))
    relay(viewModel).accept(element)
    return .finished(.nothing)
  }
}
