import Observation
import TestSupport

/// Outputs that are objects, or contain some.

@Observable final class TreeViewModel: Steppable {
  var root = Node(0, "root")
  var nodes = [Node(1, "a"), Node(2, "b")]
  var chosen: Node?
  var rootName: String { root.name }
  var byName: [String: Node] { Dictionary(nodes.map { ($0.name, $0) }) { first, _ in first } }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0: root.name = .some(&random)
    case 1: root.children.append(Node(root.children.count, "kid"))
    case 2: root.children.randomElement(using: &random)?.name = .some(&random)
    case 3: root = Node(0, "new")
    case 4: nodes.randomElement(using: &random)?.name = "n\(random.next() % 10)"
    case 5: nodes.append(Node(Int(random.next() % 1000), "x"))
    case 6: nodes.shuffle(using: &random)
    case 7: if !nodes.isEmpty { nodes.removeFirst() }
    case 8: chosen = nodes.randomElement(using: &random)
    case 9: chosen = nil
    case 10: chosen?.name = "chosen \(random.next() % 10)"
    default: chosen?.children.append(Node(9, "child"))
    }
  }

  static let subject = Subject(
    "tree", TreeViewModel.init,
    [
      Observed("root", \.root), Observed("nodes", \.nodes), Observed("rootName", \.rootName),
      Observed("chosen", \.chosen), Observed("byName", \.byName),
      Observed("count") { $0.nodes.count },
    ])
}

/// Objects that compare by their id, one of them in two outputs.
@Observable final class RowsViewModel: Steppable {
  var rows = [Row(1), Row(2), Row(3)]
  var first: Row? { rows.first }
  var total: Int { rows.reduce(0) { $0 + $1.quantity } }
  var grid: [[Row]] { [rows, rows.reversed()] }
  var sections = [Section(id: 0, title: "all", rows: [])]

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: rows.randomElement(using: &random)?.quantity += 1
    // Other objects, of which the setter says nothing.
    case 4: rows = rows.map { Row($0.id) }
    case 5: rows.append(Row(Int(random.next() % 10_000)))
    case 6: rows.shuffle(using: &random)
    case 7: if rows.count > 1 { rows.removeLast() }
    // Another object that is equal to the one that was there.
    case 8: if !rows.isEmpty { rows[0] = Row(rows[0].id) }
    case 9: sections[0].rows = rows
    case 10: sections[0].rows.first?.quantity += 1
    default: sections[0].title = .some(&random)
    }
  }

  static let subject = Subject(
    "rows", RowsViewModel.init,
    [
      Observed("rows", \.rows), Observed("first", \.first), Observed("total", \.total),
      Observed("grid", \.grid), Observed("sections", \.sections),
    ])
}

/// Objects in enums, in existentials, in base classes, in generic types.
@Observable final class ShapesViewModel: Steppable {
  var selection = Selection.none
  var shapes: [Shape] = [Shape(), Circle()]
  var any: any Encodable { shapes.last ?? Shape() }
  var cell = Cell(Cell("a"))
  var pair: [String: [Cell<Int>]] = [:]
  private let node = Node(1, "node")
  private let row = Row(1)

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0: selection = .node(node)
    case 1: selection = .rows([row, row], title: .some(&random))
    case 2: node.name = .some(&random)
    case 3: row.quantity += 1
    case 4: selection = .none
    case 5: shapes.randomElement(using: &random)?.area += 1
    case 6: (shapes.last as? Circle)?.radius += 1
    case 7: shapes.append(choice.isMultiple(of: 2) ? Shape() : Circle())
    case 8: cell.content.content = .some(&random)
    case 9: cell.content = Cell("b")
    case 10: pair["a", default: []].append(Cell(1))
    default: pair["a"]?.first?.content += 1
    }
  }

  static let subject = Subject(
    "shapes", ShapesViewModel.init,
    [
      Observed("selection", \.selection), Observed("shapes", \.shapes),
      Observed("any") { AnyValue(value: $0.any) }, Observed("cell", \.cell),
      Observed("pair", \.pair),
    ])
}

nonisolated struct AnyValue: Encodable {
  let value: any Encodable
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// Objects that another owner keeps alive.
@Observable final class WeakViewModel: Steppable {
  nonisolated struct Reference: Encodable {
    weak var row: Row?
    var name: String
  }
  var rows = [Row(1), Row(2)]
  var reference = Reference(row: nil, name: "none")
  private(set) weak var last: Row?

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: rows.randomElement(using: &random)?.quantity += 1
    case 4, 5: reference.row = rows.randomElement(using: &random)
    case 6: reference.name = .some(&random)
    case 7, 8: last = rows.last
    case 9: last?.quantity += 10
    case 10: reference.row?.quantity += 5
    default:
      // Whoever lets go of an object that others refer to weakly says so to them.
      reference.row = nil
      last = nil
      rows = [Row(Int(random.next() % 100)), Row(2)]
    }
  }

  static let subject = Subject(
    "weak", WeakViewModel.init,
    [Observed("reference", \.reference), Observed("last", \.last), Observed("rows", \.rows)])
}

/// Two instances with the same object.
@Observable final class SharingViewModel: Steppable {
  let shared: Node
  var own = 0
  init(_ shared: Node) { self.shared = shared }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: shared.name = "\(random.next() % 10)"
    case 4, 5: shared.children.append(Node(1, "c"))
    case 6: shared.children.removeAll()
    default: own += 1
    }
  }

  static let subject: Subject = {
    let node = Node(0, "shared")
    return Subject(
      "sharing", { SharingViewModel(node) }, ids: ["a", "b", "c"],
      [Observed("node", \.shared), Observed("name", \.shared.name), Observed("own", \.own)])
  }()
}
