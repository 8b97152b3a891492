import Hosting
import JSON

/// Reads the parameters of an `init` in order.
struct InitArguments {
  private let slots: [InitSignature.Slot]
  private let environment: InitEnvironment
  private let implementations: [ServiceImplementation]
  /// Reports errors of the instance that the ViewModel does not handle, and owns its resources.
  let scope = InstanceScope()
  /// The context of the instance, once a parameter has read it.
  private var context: ViewModelContext?
  /// The functions that send into the streams, in the order of the parameters.
  private(set) var senders: [(JSONValue?) throws -> Void] = []
  private var values: ArgumentReader
  private var index = 0

  init(
    _ parameters: JSONValue?, _ initSignature: InitSignature, in environment: InitEnvironment,
    _ implementations: [ServiceImplementation]
  ) throws {
    slots = initSignature.slots
    self.environment = environment
    self.implementations = implementations
    values = try ArgumentReader(parameters, initSignature.values)
  }

  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    defer { index += 1 }
    let value: Any?
    switch slots[index] {
    case .role(let role): value = environment.uses.first { $0.role == role }?.object
    case .context:
      value = offeredContext()
    case .stream(let feed):
      let made = feed.make()
      senders.append(made.send)
      value = made.stream
    case .services(let requests, let isRequired):
      value = try services(for: requests, isRequired: isRequired)
    case .value: value = try (type as? any Decodable.Type).map { try values.next($0) }
    }
    if value == nil, let none = (type as? any OptionalType.Type)?.none as? Value { return none }
    // The host fills every role with an object of its type, and a signature has Decodable types
    // only.
    guard let value = value as? Value else {
      throw ArgumentError(path: [], message: "parameter \(index) is no \(type)")
    }
    return value
  }

  private mutating func offeredContext() -> ViewModelContext {
    if let context { return context }
    let new = ViewModelContext(clock: environment.clock, failures: scope)
    scope.atEnd { new.end() }
    context = new
    return new
  }

  private mutating func services(
    for requests: [any ServiceRequest.Type], isRequired: Bool
  ) throws -> Any? {
    let provider = environment.services
    for request in requests
    where !provider.answers(request.service)
      && !implementations.contains(where: { $0.request == request })
    {
      if !isRequired { return nil }
      throw ServiceMissing(service: request.service)
    }
    let new = Services(provider, implementations)
    scope.atEnd { new.end() }
    return new
  }
}
