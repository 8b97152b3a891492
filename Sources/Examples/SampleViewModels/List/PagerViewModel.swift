import Observation
import Reactive
import ViewModelKit

/// Swipes through the items of a list, one at a time.
///
/// It shares the list's state, and has it load more when the last item is reached. It starts at the
/// selected item, as soon as the list has that. While the list is empty, as during a reload, it
/// keeps what it had.
@Observable
final class PagerViewModel {
  /// The items of the list.
  private(set) var items: [Item] = []
  /// Which of them is shown; nothing before the selected one is there.
  private(set) var index: Int?

  /// Whether an item stands before this one.
  var hasPrevious: Bool { (index ?? 0) > 0 }
  /// Whether an item stands behind this one.
  var hasNext: Bool { index.map { $0 + 1 < items.count } ?? false }

  @ObservationIgnored private let list: ListViewModel
  @ObservationIgnored private let disposeBag = DisposeBag()

  /// - Parameters:
  ///   - list: whose items they are.
  ///   - selectedId: the item to start at.
  init(list: ListViewModel, selectedId: String) {
    self.list = list
    Observable.observing { list.items }
      .filter { !$0.isEmpty }
      .subscribe(onNext: { [weak self] in self?.update($0, selectedId: selectedId) })
      .disposed(by: disposeBag)
  }

  /// The frontend is about to show an item.
  ///
  /// - Parameter index: which, from 0.
  /// - Throws: when there is none.
  func willTransitionTo(index: Int) throws {
    guard items.indices.contains(index) else { throw NoSuchItem(index: index, count: items.count) }
    self.index = index
    if index == items.count - 1 { list.paginate() }
  }

  private func update(_ new: [Item], selectedId: String) {
    if let index {
      items = new
      self.index = min(index, new.count - 1)
    } else if let start = new.firstIndex(where: { @Sendable in $0.id == selectedId }) {
      items = new
      index = start
    }
  }
}

extension PagerViewModel: ViewModel {
  static let interface = Interface<PagerViewModel> {
    input("willTransitionTo", PagerViewModel.willTransitionTo, "index")
    output("items", \.items)
    output("index", \.index)
    output("hasPrevious", \.hasPrevious)
    output("hasNext", \.hasNext)
  }
}
