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

/// Changes in their order, as many as somebody may read; the others are counted.
struct ContractChanges {
  private(set) var listed: [ContractChange] = []
  /// Those that are not listed.
  private(set) var rest = (count: 0, breaks: false)

  /// How many are listed.
  private static let limit = 1000

  var count: Int { listed.count + rest.count }
  var isFull: Bool { listed.count == Self.limit }
  /// Whether what else there is would change nothing but the count of those that are not listed.
  var isDecided: Bool { isFull && (rest.breaks || listed.contains(where: \.breaks)) }

  /// - Parameter place: made only for what is listed.
  mutating func note(
    _ direction: ContractChange.Direction, _ place: @autoclosure () -> String,
    _ what: @autoclosure () -> String, breaks: Bool
  ) {
    if isFull {
      rest = (rest.count + 1, rest.breaks || breaks)
    } else {
      listed.append(
        ContractChange(breaks: breaks, direction: direction, place: place(), what: what()))
    }
  }
}
