import JSON

/// What a ViewModel's `init` takes, as frontends name it: a string literal names a value that the frontend gives.
public struct Parameter: ExpressibleByStringLiteral {
  enum Kind {
    case value(Argument)
    case role(String)
    case context
    case stream(String, Argument?)
  }
  let kind: Kind

  /// A value; it may be left out when its type is optional.
  public init(stringLiteral name: String) {
    kind = .value(Argument(stringLiteral: name))
  }

  init(_ kind: Kind) { self.kind = kind }

  /// A value that may be left out. The default's type must be exactly the parameter's.
  public static func named(_ name: String, default value: some Any) -> Parameter {
    Parameter(.value(.named(name, default: value)))
  }

  /// Another instance: the new one gets the very same object, and is closed when that one is disposed.
  public static func uses(_ role: String) -> Parameter {
    Parameter(.role(role))
  }

  /// The ``ViewModelContext`` of the new instance.
  public static var context: Parameter { Parameter(.context) }
}

/// All that a ViewModel's `init` takes.
package struct Creation {
  enum Slot {
    case value
    case role(String, Any.Type)
    case context
    case stream(StreamFeed)
  }

  /// A part that another instance plays.
  package struct Role {
    package let name: String
    let type: Any.Type

    /// Whether an object is of the type that is asked for.
    package func fits(_ object: Any) -> Bool {
      func check<Value>(_: Value.Type) -> Bool { object is Value }
      return _openExistential(type, do: check)
    }
  }

  /// The values that the frontend gives.
  package let values: Signature
  /// The roles that other instances fill, with the types that they must have.
  package let roles: [Role]
  /// The sequences that inputs of the frontend feed.
  let feeds: [StreamFeed]
  let slots: [Slot]

  init(_ parameters: [Parameter], types: [Any.Type], of owner: String) {
    precondition(
      parameters.count == types.count,
      "\(owner) takes \(types.count) parameters, but \(parameters.count) are named")
    var values: [(Argument, any Decodable.Type)] = []
    slots = zip(parameters, types).map { parameter, type in
      switch parameter.kind {
      case .role(let role): return .role(role, type)
      case .context:
        precondition(
          type == ViewModelContext.self, "\(owner): a context is no \(type) but a ViewModelContext")
        return .context
      case .stream(let name, let argument):
        return .stream(StreamFeed(name, argument, type, of: owner))
      case .value(let argument):
        guard let decodable = type as? any Decodable.Type else {
          preconditionFailure(
            "\(owner): \(argument.name) cannot be given, \(type) is not Decodable")
        }
        values.append((argument, decodable))
        return .value
      }
    }
    self.values = Signature(values.map(\.0), types: values.map(\.1), of: owner)
    roles = slots.compactMap { slot in
      if case .role(let name, let type) = slot { Role(name: name, type: type) } else { nil }
    }
    feeds = slots.compactMap { if case .stream(let feed) = $0 { feed } else { nil } }
    requireUnique(roles.map(\.name), "\(owner): two roles are named")
  }
}

/// Reads what an `init` takes, one after another.
struct CreationReader {
  private let slots: [Creation.Slot]
  private let uses: [String: Any]
  private let clock: any ClockSource
  /// Takes the errors of the instance that nobody else handles.
  let failures = FailureRelay()
  /// What the instance was offered, if it asked.
  private(set) var context: ViewModelContext?
  /// What sends into the sequences that were made, in the order of the parameters.
  private(set) var senders: [(JSONValue?) throws -> Void] = []
  private var values: ArgumentReader
  private var index = 0

  init(
    _ parameters: JSONValue?, _ creation: Creation, uses: [String: Any], clock: any ClockSource
  ) throws {
    slots = creation.slots
    self.uses = uses
    self.clock = clock
    values = try ArgumentReader(parameters, creation.values)
  }

  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    defer { index += 1 }
    let value: Any?
    switch slots[index] {
    case .role(let role, _): value = uses[role]
    case .context:
      context = context ?? ViewModelContext(clock: clock, failures: failures)
      value = context
    case .stream(let feed):
      let made = feed.make()
      senders.append(made.send)
      value = made.sequence
    case .value: value = try nextValue(type)
    }
    // The host fills every role with an object of its type, and a signature knows that its types are Decodable.
    guard let value = value as? Value else {
      throw ArgumentError(path: [], message: "parameter \(index) is no \(type)")
    }
    return value
  }

  private mutating func nextValue<Value>(_ type: Value.Type) throws -> Any? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    return try values.next(decodable)
  }
}
