import JSON
import Reactive

/// An input that is an observer, such as an `AnyObserver` or a `PublishSubject`: the argument is sent to it as an element.
///
///     input("fetch", \.fetchObserver, "userId")
public func input<VM, Observer: ObserverType>(
  _ name: String, _ observer: @escaping (VM) -> Observer, _ argument: Argument
) -> InterfaceMember<VM> where Observer.Element: Decodable {
  .sending(name, argument) { observer($0).onNext($1) }
}

/// The same for an observer of `Void`, which takes no argument.
public func input<VM, Observer: ObserverType>(
  _ name: String, _ observer: @escaping (VM) -> Observer
) -> InterfaceMember<VM> where Observer.Element == Void {
  .sending(name) { observer($0).onNext(()) }
}

/// The same for a relay.
public func input<VM, Relay: RelayType>(
  _ name: String, _ relay: @escaping (VM) -> Relay, _ argument: Argument
) -> InterfaceMember<VM> where Relay.Element: Decodable {
  .sending(name, argument) { relay($0).accept($1) }
}

/// The same for a relay of `Void`, which takes no argument.
public func input<VM, Relay: RelayType>(
  _ name: String, _ relay: @escaping (VM) -> Relay
) -> InterfaceMember<VM> where Relay.Element == Void {
  .sending(name) { relay($0).accept(()) }
}

extension InterfaceMember {
  fileprivate static func sending<Element: Decodable>(
    _ name: String, _ argument: Argument, _ send: @escaping (VM, Element) -> Void
  ) -> Self {
    let signature = Signature([argument], types: [Element.self], of: "input \(name) of \(VM.self)")
    return .input(name, signature, isAsync: false) { viewModel, json in
      var reader = try ArgumentReader(json, signature)
      send(viewModel, try reader.next(Element.self))
      return .finished(Returned(json: .null))
    }
  }

  fileprivate static func sending(
    _ name: String, _ send: @escaping (VM) -> Void
  ) -> Self {
    let signature = Signature([], types: [], of: "input \(name) of \(VM.self)")
    return .input(name, signature, isAsync: false) { viewModel, json in
      _ = try ArgumentReader(json, signature)
      send(viewModel)
      return .finished(Returned(json: .null))
    }
  }
}
