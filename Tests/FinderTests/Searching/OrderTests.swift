import OperatingSystem
import Testing

@testable import Finder

/// What fzf 0.38 finds with `--filter`, and in which order: `orders.txt` was written by it, from
/// the lines of `texts.txt`, as was `options.txt`. A block is a query, how many lines match, and
/// the first ten.
struct OrderTests {
  struct Order: CustomTestStringConvertible, Sendable {
    let query: String
    let count: Int
    var first: [String] = []
    var testDescription: String { "\"\(query)\"" }
  }

  static let texts = lines("texts.txt")

  static let orders = orders("orders.txt")
  /// A query has a tab, and options of fzf before it.
  static let optionOrders = orders("options.txt")

  private static func orders(_ name: String) -> [Order] {
    var orders: [Order] = []
    for line in lines(name) {
      let rest = String(line.dropFirst(2))
      switch line.first {
      case "?": orders.append(Order(query: rest, count: 0))
      case "=": orders.append(Order(query: orders.removeLast().query, count: Int(rest) ?? -1))
      default: orders[orders.count - 1].first.append(rest)
      }
    }
    return orders
  }

  @Test func theFixturesAreNotEmpty() {
    #expect(Self.texts.count > 100)
    #expect(Self.orders.count > 100)
    #expect(Self.orders.count { $0.count > 0 } > 100)
    #expect(Self.optionOrders.count > 100)
  }

  @Test(arguments: orders)
  func theOrderIsThatOfFzf(_ order: Order) async { await check(order, Query(order.query)) }

  @Test(arguments: optionOrders)
  func theOrderIsThatOfFzfWithOptions(_ order: Order) async throws {
    let parts = order.query.split(separator: "\t", maxSplits: 1)
    try #require(parts.count == 2)
    await check(order, Query(String(parts[1]), try Self.options(parts[0])))
  }

  private func check(_ order: Order, _ query: Query) async {
    var builder = CandidateChunkBuilder()
    for text in Self.texts { builder.append(Array(text.utf8)) }
    var list = CandidateList()
    list.append(builder.finish())
    let ranking = await Search(query, in: list).results()
    #expect(ranking.count == order.count)
    let first = (0..<min(10, ranking.count)).map { list.text(ranking.number(at: $0)) }
    #expect(first == order.first)
  }

  private static func options(_ words: Substring) throws -> SearchOptions {
    var options = SearchOptions()
    var nth: String?
    var delimiter: String?
    for word in words.split(separator: " ") {
      let value = word.split(separator: "=").dropFirst().first.map(String.init)
      switch word {
      case "--exact": options.isExact = true
      case "-i": options.caseMode = .ignore
      case "+i": options.caseMode = .respect
      case "--literal": options.isLiteral = true
      case "+s": options.isSorted = false
      case "--tac": options.isReversed = true
      case _ where word.hasPrefix("--tiebreak"):
        try options.setTiebreaks(try #require(value).split(separator: ",").map(String.init))
      case _ where word.hasPrefix("--nth"): nth = value
      case _ where word.hasPrefix("--delimiter"): delimiter = value
      default: Issue.record("\(word)")
      }
    }
    if let nth { options.fields = try FieldSelection(nth, delimiter: delimiter) }
    return options
  }

  private static func lines(_ name: String) -> [String] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(folder)/Fixtures/\(name)"
    guard let bytes = try? Files.read(path) else { return [] }
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }
}
