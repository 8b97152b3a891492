/// Something that is different from an older contract.
package struct ContractChange: Equatable {
  /// Which way the values go.
  package enum Direction: String {
    /// From the frontend to the host: parameters, arguments, results of services.
    case sent
    /// From the host to the frontend: outputs, events, results of inputs, arguments of services.
    case received
  }

  /// Whether a frontend that was written for the old contract may fail, or miss something.
  package let breaks: Bool
  package let direction: Direction
  /// `list: output items[].name`.
  package let place: String
  /// What has changed there, as words behind the place: `is gone`.
  package let what: String

  package var sentence: String { "\(direction.rawValue): \(place) \(what)" }
}
