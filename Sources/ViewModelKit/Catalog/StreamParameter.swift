import JSON
import Reactive

extension Parameter {
  /// A sequence that the host feeds: the ViewModel gets an `Observable`, a `Driver` or a `Signal`, and the frontend an
  /// input that sends elements into it. For classes whose `init` takes the streams of the view, and for ViewModels that
  /// turn streams into streams:
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
  ///   - name: the input.
  ///   - argument: the name of its argument; none for a sequence of `Void`.
  public static func stream(_ name: String, _ argument: Argument? = nil) -> Parameter {
    Parameter(.stream(name, argument))
  }
}

/// An input of one ViewModel type that feeds a parameter of its `init`.
struct StreamFeed {
  let name: String
  let signature: Signature
  /// Makes the sequence for an instance, and what sends into it.
  let make: () -> (sequence: Any, send: (JSONValue?) throws -> Void)

  init(_ name: String, _ argument: Argument?, _ type: Any.Type, of owner: String) {
    guard let type = type as? any HostedSequence.Type else {
      preconditionFailure(
        "\(owner): the stream \(name) is no \(type) but an Observable, Driver or Signal")
    }
    let owner = "the stream \(name) of \(owner)"
    let elements: [any Decodable.Type]
    if type.element == Void.self {
      precondition(argument == nil, "\(owner) is of Void, which has no argument")
      elements = []
    } else {
      guard let decodable = type.element as? any Decodable.Type else {
        preconditionFailure("\(owner): \(type.element) is not Decodable")
      }
      elements = [decodable]
    }
    let signature = Signature(argument.map { [$0] } ?? [], types: elements, of: owner)
    self.name = name
    self.signature = signature
    make = { type.feed(signature) }
  }
}

/// A kind of sequence that a host can feed, whatever its element.
private protocol HostedSequence: ObservableConvertibleType {
  static func fed(by relay: PublishRelay<Element>) -> any ObservableConvertibleType
}

extension HostedSequence {
  fileprivate static var element: Any.Type { Element.self }

  fileprivate static func feed(
    _ signature: Signature
  ) -> (sequence: Any, send: (JSONValue?) throws -> Void) {
    let relay = PublishRelay<Element>()
    return (
      fed(by: relay),
      { json in
        var reader = try ArgumentReader(json, signature)
        relay.accept(try reader.next(elementOf: relay))
      }
    )
  }
}

extension Observable: HostedSequence {
  fileprivate static func fed(
    by relay: PublishRelay<Element>
  ) -> any ObservableConvertibleType { relay.asObservable() }
}

/// A `Driver` has no element until the first input, as with `asDriver(onErrorDriveWith: .empty())`.
extension SharedSequence: HostedSequence {
  fileprivate static func fed(
    by relay: PublishRelay<Element>
  ) -> any ObservableConvertibleType {
    relay.asSharedSequence(sharingStrategy: SharingStrategy.self, onErrorDriveWith: .empty())
  }
}

extension ArgumentReader {
  /// The only argument, or for a relay of `Void` the only element there is.
  fileprivate mutating func next<Element>(elementOf relay: PublishRelay<Element>) throws -> Element
  {
    if let element = () as? Element { return element }
    guard let type = Element.self as? any Decodable.Type, let element = try next(type) as? Element
    else { throw ArgumentError(path: [], message: "expected \(Element.self)") }
    return element
  }
}
