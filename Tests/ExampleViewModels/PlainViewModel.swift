import Observation
import ViewModelKit

/// A class as in a module without default isolation: it is isolated to nothing.
@Observable
nonisolated public final class PlainViewModel {
  /// Encodable, but not Equatable.
  public struct Item: Codable {
    public let id: Int
    public let title: String
  }

  public private(set) var items: [Item]
  public private(set) var sum = 0

  public init(titles: [String], start: Int) {
    items = titles.enumerated().map { Item(id: $0, title: $1) }
    sum = start
  }

  public func add(_ item: Item, atFront: Bool?) {
    items.insert(item, at: atFront == true ? 0 : items.count)
  }

  public func addUp(_ numbers: [Int]) async -> Int {
    let total = await Self.total(numbers)
    sum += total
    return sum
  }

  /// Runs on another core when time is real.
  @concurrent
  private static func total(_ numbers: [Int]) async -> Int { numbers.reduce(0, +) }
}

extension PlainViewModel: ViewModel {
  public static let interface = Interface<PlainViewModel> {
    input("add", PlainViewModel.add, "item", "atFront")
    input("addUp", PlainViewModel.addUp, "numbers")
    output("items", \.items)
    output("sum", \.sum)
  }
}
