import HostedStreams
import Hosting
import JSON
import Reactive

extension Parameter {
  /// A stream that the host feeds: the ViewModel gets an `Observable`, a `Driver`, a `Signal` or
  /// another `HostFedStream`, and the frontend gets an input that sends elements into it. It is for
  /// classes whose `init` takes the streams of the view, and for ViewModels that turn streams into
  /// streams:
  ///
  ///     viewModel("user", UserViewModel.init(fetchTrigger:), .stream("fetch", "userId"))
  ///
  ///     viewModel(
  ///       "counter", CounterViewModel.init,
  ///       transform: { viewModel, plus, minus in
  ///         viewModel.transform(input: .init(plus: plus, minus: minus))
  ///       },
  ///       .stream("plusButtonDidTap"), .stream("minusButtonDidTap"),
  ///       interface: Interface {
  ///         output("count", \.count)
  ///         output("isEven", \.isEven)
  ///       })
  ///
  /// - Parameters:
  ///   - name: the name of the input.
  ///   - argument: the name of its argument; by default that of the input. A stream of `Void` has
  ///     none.
  public static func stream(_ name: String, _ argument: Argument? = nil) -> Parameter {
    Parameter(.stream(name, argument, start: nil))
  }

  /// A stream with a current element from the start, like the text of a text field:
  ///
  ///     .stream("username", "text", startingWith: "")
  ///
  /// Each subscription gets the current element first. Without `startingWith` a stream has no
  /// element before the first input, and a `combineLatest` of several sends nothing until each has
  /// one.
  ///
  /// - Parameters:
  ///   - name: the name of the input.
  ///   - argument: the name of its argument; by default that of the input.
  ///   - start: the first element. Its type must be exactly that of the elements.
  public static func stream(
    _ name: String, _ argument: Argument? = nil, startingWith start: some Any
  ) -> Parameter {
    Parameter(.stream(name, argument, start: start))
  }
}

/// An input that feeds a parameter of a ViewModel's `init`.
struct StreamFeed {
  let name: String
  let signature: Signature
  /// Makes the stream of an instance, and the function that sends into it.
  let make: () -> (stream: Any, send: (JSONValue?) throws -> Void)

  init(
    _ name: String, _ argument: Argument?, startingWith start: Any?, _ type: Any.Type,
    of owner: String
  ) throws(AuthorFault) {
    guard let type = type as? any HostFedStream.Type, type.feedsItself else {
      throw AuthorFault(
        """
        \(owner) takes \(type) as the stream \(name), which is no Observable, Driver or Signal, nor another \
        HostFedStream
        """)
    }
    let owner = "the stream \(name) of \(owner)"
    var elements: [any Decodable.Type] = []
    var arguments = argument.map { [$0] } ?? []
    if type.element != Void.self {
      guard let decodable = type.element as? any Decodable.Type else {
        throw AuthorFault("\(owner) has elements that are not Decodable: \(type.element)")
      }
      elements = [decodable]
      arguments = [argument ?? Argument(stringLiteral: name)]
    }
    if let start, Swift.type(of: start) != type.element {
      throw AuthorFault("\(owner) starts with no \(type.element) but \(Swift.type(of: start))")
    }
    let signature = try Signature(arguments, types: elements, of: owner)
    self.name = name
    self.signature = signature
    make = { type.feed(signature, startingWith: start) }
  }
}

extension HostFedStream {
  fileprivate static var element: Any.Type { Element.self }
  /// Whether `fed(byHost:)` returns this type; it cannot for a subclass.
  fileprivate static var feedsItself: Bool { Fed.self == Self.self }

  @MainActor
  fileprivate static func feed(
    _ signature: Signature, startingWith start: Any?
  ) -> (stream: Any, send: (JSONValue?) throws -> Void) {
    if let start, let element = start as? Element {
      feed(BehaviorRelay(value: element), signature)
    } else {
      feed(PublishRelay<Element>(), signature)
    }
  }

  @MainActor
  private static func feed<Relay: RelayType>(
    _ relay: Relay, _ signature: Signature
  ) -> (stream: Any, send: (JSONValue?) throws -> Void) where Relay.Element == Element {
    (
      fed(byHost: .onMainThread { relay.send(toHost: $0) }),
      { json in
        var reader = try ArgumentReader(json, signature)
        relay.accept(try reader.next(elementOf: relay))
      }
    )
  }
}

extension ArgumentReader {
  /// Reads the only argument; for a relay of `Void`, returns `()`.
  fileprivate mutating func next<Relay: RelayType>(elementOf relay: Relay) throws -> Relay.Element {
    if let element = () as? Relay.Element { return element }
    guard let type = Relay.Element.self as? any Decodable.Type,
      let element = try next(type) as? Relay.Element
    else { throw ArgumentError(path: [], message: "expected \(Relay.Element.self)") }
    return element
  }
}
