import Observation
import TestSupport

/// ViewModels made of others.

/// An object for each section, which lead to each other.
@Observable final class DeepViewModel: Steppable {
  @Observable nonisolated final class Level: Encodable {
    var name = ""
    var next: Level?
    var tags: Set<String> = []
    var cells: [String: [Cell<String>]] = [:]
    private enum Key: CodingKey { case name, next, tags, cells }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(name, forKey: .name)
      try container.encodeIfPresent(next, forKey: .next)
      try container.encode(tags, forKey: .tags)
      try container.encode(cells, forKey: .cells)
    }
  }

  let top = Level()
  var bottom: Level {
    var level = top
    while let next = level.next { level = next }
    return level
  }
  var depth: Int {
    var (count, level) = (0, top)
    while let next = level.next { (count, level) = (count + 1, next) }
    return count
  }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0, 1: bottom.name = "\(random.next() % 10)"
    case 2, 3: if depth < 6 { bottom.next = Level() }
    case 4: top.next = nil
    case 5: bottom.tags.insert("\(random.next() % 10)")
    case 6: top.tags = []
    case 7, 8: bottom.cells["a", default: []].append(Cell("c"))
    case 9: top.cells["a"]?.last?.content = "\(random.next() % 10)"
    case 10: bottom.cells = top.cells
    default: top.name = .some(&random)
    }
  }

  static let subject = Subject(
    "deep", DeepViewModel.init,
    [
      Observed("top", \.top), Observed("bottom", \.bottom), Observed("depth", \.depth),
      Observed("name", \.bottom.name), Observed("tags", \.bottom.tags),
    ])
}

/// Outputs that come from another object than the one that is hosted.
final class FacadeViewModel: Steppable {
  private let state = ContactsViewModel()
  private let tree = TreeViewModel()

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    if choice.isMultiple(of: 2) {
      tree.change(choice, &random)
    } else {
      state.contacts.append(Contact(id: choice, name: .some(&random)))
    }
    if choice == 7 { state.contacts.removeAll() }
  }

  static let subject = Subject(
    "facade", FacadeViewModel.init,
    [
      Observed("contacts", \.state.contacts), Observed("nodes", \.tree.nodes),
      Observed("root", \.tree.root), Observed("count", \.state.contacts.count),
    ])
}

/// A class that is isolated to nothing.
@Observable nonisolated final class FreeViewModel: Steppable {
  var count = 0
  var rows = [Row(1)]
  var choices: [Bool?] = []

  @MainActor func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: count += 1
    case 4...6: rows.randomElement(using: &random)?.quantity += 1
    case 7: rows.append(Row(rows.count))
    case 8: choices = []
    default: choices.append([true, false, nil].randomElement(using: &random) ?? nil)
    }
  }

  @MainActor static let subject = Subject(
    "free", FreeViewModel.init,
    [Observed("count", \.count), Observed("rows", \.rows), Observed("choices", \.choices)])
}
