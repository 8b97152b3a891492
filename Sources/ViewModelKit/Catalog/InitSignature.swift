import Hosting
import JSON

/// The parameters of a ViewModel's `init`.
package struct InitSignature {
  enum Slot {
    case value
    case role(String)
    case context
    case stream(StreamFeed)
    case services([any ServiceRequest.Type], isRequired: Bool)
  }

  /// A parameter that another instance fills.
  package struct Role {
    package let name: String
    let type: Any.Type

    /// Whether an object has the type of the parameter.
    package func fits(_ object: Any) -> Bool {
      func check<Value>(_: Value.Type) -> Bool { object is Value }
      return _openExistential(type, do: check)
    }
  }

  /// The values that the frontend gives.
  package let values: Signature
  /// The roles that other instances fill, with their types.
  package let roles: [Role]
  /// The requests that the ViewModel sends, and whether it requires their services.
  let requests: [(type: any ServiceRequest.Type, isRequired: Bool)]
  /// The streams that inputs of the frontend feed.
  let feeds: [StreamFeed]
  let slots: [Slot]

  /// The name of each parameter, in order; `nil` for one that frontends do not give.
  package var names: [String?] {
    var left = values.slots.map(\.name)[...]
    return slots.map { slot in
      switch slot {
      case .value: left.popFirst()
      case .role(let name): name
      case .stream(let feed): feed.name
      case .context, .services: nil
      }
    }
  }

  /// The names of the inputs that feed streams of `init`.
  package var feedNames: [String] { feeds.map(\.name) }

  /// The types of the requests that the ViewModel sends.
  package var requestTypes: [any ServiceRequest.Type] { requests.map(\.type) }

  init(_ parameters: [Parameter], types: [Any.Type], of owner: String) throws(AuthorFault) {
    try requireCount(types.count, "parameter", named: parameters.count, in: owner)
    var values: [(Argument, any Decodable.Type)] = []
    var roles: [Role] = []
    var requests: [(any ServiceRequest.Type, Bool)] = []
    var feeds: [StreamFeed] = []
    var slots: [Slot] = []
    for (parameter, type) in zip(parameters, types) {
      switch parameter.kind {
      case .role(let role):
        roles.append(Role(name: role, type: type))
        slots.append(.role(role))
      case .context:
        guard type == ViewModelContext.self else {
          throw AuthorFault("\(owner) takes \(type) where a context is given")
        }
        slots.append(.context)
      case .stream(let name, let argument, let start):
        let feed = try StreamFeed(name, argument, startingWith: start, type, of: owner)
        feeds.append(feed)
        slots.append(.stream(feed))
      case .services(let types):
        let isRequired = !(type is any OptionalType.Type)
        for request in types { requests.append((request, isRequired)) }
        slots.append(.services(types, isRequired: isRequired))
      case .value(let argument):
        guard let decodable = type as? any Decodable.Type else {
          throw AuthorFault(
            "\(owner) takes \(type) as \(argument.name), which a frontend cannot give: it is not Decodable"
          )
        }
        values.append((argument, decodable))
        slots.append(.value)
      }
    }
    self.slots = slots
    self.values = try Signature(values.map(\.0), types: values.map(\.1), of: owner)
    self.roles = roles
    self.requests = requests
    self.feeds = feeds
    try requireUnique(roles.map(\.name), "\(owner) has two roles")
  }
}

/// The objects, the clock and the services that a new instance uses.
package struct InitEnvironment {
  /// The object that fills each role.
  let uses: [(role: String, object: Any)]
  /// The host's time.
  let clock: any ClockSource
  /// Sends service calls to the frontend.
  let services: any ServiceProvider

  package init(
    uses: [(role: String, object: Any)], clock: any ClockSource, services: any ServiceProvider
  ) {
    self.uses = uses
    self.clock = clock
    self.services = services
  }
}
