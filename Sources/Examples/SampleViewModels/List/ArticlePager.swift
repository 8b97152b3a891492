import Reactive
import ViewModelKit

/// Swipes through the items of ``ArticleListViewModel``, one at a time, on the very stream and the
/// very trigger of the list: it has no request of its own.
///
/// It starts at the selected item, as soon as the stream has that. An empty list, as during a
/// reload, does not reach it.
final class ArticlePager {
  let items = BehaviorRelay<[Item]>(value: [])
  let index = BehaviorRelay<Int?>(value: nil)

  var hasPrevious: Observable<Bool> { neighbor(-1) }
  var hasNext: Observable<Bool> { neighbor(1) }

  private let paginationRequestTrigger: PublishRelay<Void>
  private let disposeBag = DisposeBag()

  init(
    itemsStream: Observable<[Item]>, paginationRequestTrigger: PublishRelay<Void>,
    selectedId: String
  ) {
    self.paginationRequestTrigger = paginationRequestTrigger
    itemsStream
      .filter { !$0.isEmpty }
      .bind(
        to: Binder(self) { pager, items in
          if pager.items.value.isEmpty {
            guard let start = items.firstIndex(where: { @Sendable in $0.id == selectedId })
            else { return }
            pager.index.accept(start)
          }
          pager.items.accept(items)
        }
      )
      .disposed(by: disposeBag)
  }

  /// The frontend is about to show the item at this index.
  func willTransitionTo(index: Int) throws {
    let items = items.value
    guard items.indices.contains(index) else { throw NoSuchItem(index: index, count: items.count) }
    self.index.accept(index)
    if index == items.count - 1 { paginationRequestTrigger.accept(()) }
  }

  private func neighbor(_ step: Int) -> Observable<Bool> {
    Observable.combineLatest(items, index) { items, index in
      index.map { items.indices.contains($0 + step) } ?? false
    }
  }
}

extension ArticlePager: ViewModel {
  static let interface = Interface<ArticlePager> {
    input("willTransitionTo", ArticlePager.willTransitionTo, "index")
    output("items", \.items)
    output("index", \.index)
    output("hasPrevious", \.hasPrevious)
    output("hasNext", \.hasNext)
  }
}

extension ArticlePager {
  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name,
      { (list: ArticleListScreen, selectedId: String) in
        ArticlePager(
          itemsStream: list.outputs.items,
          paginationRequestTrigger: list.paginationRequestTrigger, selectedId: selectedId)
      },
      .uses("list"), "selectedId")
  }
}
