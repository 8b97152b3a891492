import Observation
import ViewModelHost
import ViewModelKit

/// Counts up, at once or in an asynchronous function that does not wait: the samples have none.
@MainActor @Observable
final class ProbeViewModel {
  private(set) var count = 0
  func plain() { count += 1 }
  func asynchronous() async { count += 1 }
}

extension ProbeViewModel: ViewModel {
  static let interface = Interface<ProbeViewModel> {
    input("plain", ProbeViewModel.plain)
    input("asynchronous", ProbeViewModel.asynchronous)
    output("count", \.count)
  }
}

/// A long list, in which one thing changes at a time.
@MainActor @Observable
final class LongListViewModel {
  private(set) var items: [Item]

  init(count: Int) { items = Documents.items(count) }

  func rename(index: Int, name: String) { items[index].name = name }
  func insert(index: Int, item: Item) { items.insert(item, at: index) }
  func remove(index: Int) { items.remove(at: index) }
}

extension LongListViewModel: ViewModel {
  static let interface = Interface<LongListViewModel> {
    input("rename", LongListViewModel.rename, "index", "name")
    input("insert", LongListViewModel.insert, "index", "item")
    input("remove", LongListViewModel.remove, "index")
    output("items", \.items)
  }
}

/// A row that is an object, of which one changes at a time.
@MainActor @Observable
final class RowProbe: Identifiable {
  let id: Int
  var name: String

  init(_ item: Item) {
    id = item.id
    name = item.name
  }
}

extension RowProbe: @MainActor Encodable {
  private enum Key: CodingKey { case id, name }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
  }
}

@MainActor @Observable
final class LongObjectListViewModel {
  private(set) var items: [RowProbe]
  init(count: Int) { items = Documents.items(count).map { RowProbe($0) } }
  func rename(index: Int, name: String) { items[index].name = name }
}

extension LongObjectListViewModel: ViewModel {
  static let interface = Interface<LongObjectListViewModel> {
    input("rename", LongObjectListViewModel.rename, "index", "name")
    output("items", \.items)
  }
}

/// Rows that are made again for each reading, with texts of their own.
@MainActor @Observable
final class ComputedListViewModel {
  private var names: [String]
  var items: [Item] { names.enumerated().map { Item(id: $0, name: "the item named \($1)") } }
  init(count: Int) { names = Documents.items(count).map(\.name) }
  func rename(index: Int, name: String) { names[index] = name }
}

extension ComputedListViewModel: ViewModel {
  static let interface = Interface<ComputedListViewModel> {
    input("rename", ComputedListViewModel.rename, "index", "name")
    output("items", \.items)
  }
}

/// Turns this process into a host that offers the probes.
@MainActor func serveProbe() -> Never {
  let catalog = Catalog {
    viewModel("probe", ProbeViewModel.init)
    viewModel("list", LongListViewModel.init, "count")
    viewModel("objects", LongObjectListViewModel.init, "count")
    viewModel("computed", ComputedListViewModel.init, "count")
  }
  Host("benchmarks", version: "1", catalog).main()
}
