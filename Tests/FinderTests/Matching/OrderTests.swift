import OperatingSystem
import Testing

@testable import Finder

/// What fzf 0.38 finds with `--filter`, and in which order: `orders.txt` was written by it, from the lines of
/// `texts.txt`. A block is a query, how many lines match, and the first ten.
struct OrderTests {
  struct Order: CustomTestStringConvertible, Sendable {
    let query: String
    let count: Int
    var first: [String] = []
    var testDescription: String { "\"\(query)\"" }
  }

  static let texts = lines("texts.txt")

  static let orders: [Order] = {
    var orders: [Order] = []
    for line in lines("orders.txt") {
      let rest = String(line.dropFirst(2))
      switch line.first {
      case "?": orders.append(Order(query: rest, count: 0))
      case "=": orders.append(Order(query: orders.removeLast().query, count: Int(rest) ?? -1))
      default: orders[orders.count - 1].first.append(rest)
      }
    }
    return orders
  }()

  @Test func fixtures() {
    #expect(Self.texts.count > 100)
    #expect(Self.orders.count > 100)
    #expect(Self.orders.count { $0.count > 0 } > 100)
  }

  @Test(arguments: orders)
  func sameOrder(_ order: Order) async {
    var builder = CandidateChunkBuilder()
    for text in Self.texts { builder.append(Array(text.utf8)) }
    var list = CandidateList()
    list.append(builder.finish())
    let ranking = await Search(Query(order.query), in: list).results()
    #expect(ranking.count == order.count)
    let first = (0..<min(10, ranking.count)).map { list.text(ranking.number(at: $0)) }
    #expect(first == order.first)
  }

  private static func lines(_ name: String) -> [String] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(folder)/Fixtures/\(name)"
    guard let bytes = try? Files.read(path) else { return [] }
    return bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
  }
}
