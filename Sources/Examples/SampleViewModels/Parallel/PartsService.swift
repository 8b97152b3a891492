import ViewModelKit

/// Asks for one part of the work.
struct PartRequest: ServiceRequest {
  static let service = "part"
  typealias Response = String
  let index: Int

  /// The requests for so many parts.
  ///
  /// - Throws: when the number is not among those that are possible.
  static func parts(
    _ count: Int, of possible: ClosedRange<Int> = 0...10_000
  ) throws -> [PartRequest] {
    guard possible ~= count else { throw UnreasonableCount(count: count, possible: possible) }
    return (0..<count).map(PartRequest.init)
  }

  struct UnreasonableCount: Error, CustomStringConvertible {
    let count: Int
    let possible: ClosedRange<Int>
    var description: String {
      "count: expected \(possible.lowerBound) to \(possible.upperBound), found \(count)"
    }
  }
}
