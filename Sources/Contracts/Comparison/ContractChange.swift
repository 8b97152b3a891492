/// A difference from an older contract.
package struct ContractChange: Equatable {
  /// The direction of the values.
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
  package let path: String
  /// The change, as words that follow the path: `is gone`.
  package let what: String

  package var sentence: String { "\(direction.rawValue): \(path) \(what)" }
}

/// Changes in order. The first thousand are listed; the others are counted.
struct ContractChanges {
  private(set) var listed: [ContractChange] = []
  /// Those that are not listed.
  private(set) var rest = (count: 0, breaks: false)

  /// The maximum number of listed changes.
  private static let limit = 1000

  var count: Int { listed.count + rest.count }
  var isFull: Bool { listed.count == Self.limit }
  /// Whether further changes would only increase the count of those that are not listed.
  var isDecided: Bool { isFull && (rest.breaks || listed.contains(where: \.breaks)) }

  /// - Parameter path: is evaluated only for a listed change.
  mutating func note(
    _ direction: ContractChange.Direction, _ path: @autoclosure () -> String,
    _ what: @autoclosure () -> String, breaks: Bool
  ) {
    if isFull {
      rest = (rest.count + 1, rest.breaks || breaks)
    } else {
      listed.append(
        ContractChange(breaks: breaks, direction: direction, path: path(), what: what()))
    }
  }
}
