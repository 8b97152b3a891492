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

/// Turns this process into a host that offers the probes.
@MainActor func serveProbe() -> Never {
  let catalog = Catalog {
    viewModel("probe", ProbeViewModel.init)
    viewModel("list", LongListViewModel.init, "count")
  }
  Host("benchmarks", version: "1", catalog).main()
}
