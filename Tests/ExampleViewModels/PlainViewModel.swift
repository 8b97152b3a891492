import Observation
import ViewModelKit

/// A class as in a module without default isolation: it is isolated to nothing.
@Observable
nonisolated package final class PlainViewModel {
  /// Encodable, but not Equatable.
  package struct Item: Codable {
    package let id: Int
    package let title: String
  }

  package private(set) var items: [Item]
  package private(set) var sum = 0

  package init(titles: [String], start: Int) {
    items = titles.enumerated().map { Item(id: $0, title: $1) }
    sum = start
  }

  package func add(_ item: Item, atFront: Bool?) {
    items.insert(item, at: atFront == true ? 0 : items.count)
  }

  package func addUp(_ numbers: [Int]) async -> Int {
    let total = await Self.total(numbers)
    sum &+= total
    return sum
  }

  /// Runs on another core when time is real. The numbers are a frontend's, so any sum must do.
  @concurrent
  private static func total(_ numbers: [Int]) async -> Int { numbers.reduce(0, &+) }
}

extension PlainViewModel: ViewModel {
  package static let interface = Interface<PlainViewModel> {
    input("add", PlainViewModel.add, "item", "atFront")
    input("addUp", PlainViewModel.addUp, "numbers")
    output("items", \.items)
    output("sum", \.sum)
  }
}
