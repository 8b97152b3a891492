/// All that a ViewModel's `init` takes.
package struct Creation {
  enum Slot {
    case value
    case role(String, Any.Type)
    case context
    case stream(StreamFeed)
    case services([any ServiceRequest.Type], isRequired: Bool)
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
  /// What is asked of services, and whether it can do without.
  let requests: [(type: any ServiceRequest.Type, isRequired: Bool)]
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
      case .services(let requests):
        return .services(requests, isRequired: !(type is any OptionalType.Type))
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
    requests = slots.flatMap { slot -> [(any ServiceRequest.Type, Bool)] in
      guard case .services(let requests, let isRequired) = slot else { return [] }
      return requests.map { ($0, isRequired) }
    }
    feeds = slots.compactMap { if case .stream(let feed) = $0 { feed } else { nil } }
    requireUnique(roles.map(\.name), "\(owner): two roles are named")
  }
}

/// What a new instance finds around it.
package struct Surroundings {
  /// For each role the object of the instance that fills it.
  let uses: [String: Any]
  /// The host's time.
  let clock: any ClockSource
  /// What puts its questions to the frontend.
  let services: any ServiceProvider

  package init(uses: [String: Any], clock: any ClockSource, services: any ServiceProvider) {
    self.uses = uses
    self.clock = clock
    self.services = services
  }
}
