import Reactive
import ViewModelKit

/// The list as one `scan` over commands: whatever changes it is a command, and only `scan` changes
/// it. So an edit and a page cannot each know another list, as in ``ArticleListViewModel``.
final class ScannedListViewModel {
  /// What has been loaded, all pages so far.
  var items: Observable<[Item]> { state.map(\.items).distinctUntilChanged() }
  /// Whether a page is being loaded.
  var loading: Observable<Bool> { state.map { $0.load != nil }.distinctUntilChanged() }
  /// A page could not be loaded.
  var error: Observable<String> { errorRelay.asObservable() }

  private enum Command {
    case appear, reload, loadMore
    case change(Item)
    case receive(Result<ItemsPage, any Error>)
  }

  private struct Load: Equatable {
    let number: Int
    let page: Int
  }

  private struct State {
    var items: [Item] = []
    /// The load that runs.
    var load: Load?
    var nextPage: Int?
    private var loadCount = 0

    mutating func apply(_ command: Command) {
      switch command {
      case .appear: begin(page: 1)
      case .reload:
        items = []
        nextPage = nil
        begin(page: 1)
      case .loadMore:
        if load == nil, let nextPage { begin(page: nextPage) }
      case .change(let item):
        if let index = items.firstIndex(where: { @Sendable in $0.id == item.id }) {
          items[index] = item
        }
      case .receive(let result):
        if case .success(let page) = result {
          items = load?.page == 1 ? page.items : items + page.items
          nextPage = page.pages.nextPage
        }
        load = nil
      }
    }

    private mutating func begin(page: Int) {
      loadCount += 1
      load = Load(number: loadCount, page: page)
    }
  }

  private let state = BehaviorRelay(value: State())
  private let errorRelay = PublishRelay<String>()
  private let disposeBag = DisposeBag()

  init(
    services: Services, viewWillAppear: Observable<Void>, reachedBottom: Observable<Void>,
    reload: Observable<Void>, paginate: Observable<Void>, changeItem: Observable<Item>
  ) {
    let answers = PublishRelay<Result<ItemsPage, any Error>>()
    let swipes = [reachedBottom, paginate].map {
      $0.throttle(.milliseconds(1000), latest: false, scheduler: MainScheduler.instance)
    }
    let commands = Observable.merge(
      viewWillAppear.take(1).map { Command.appear },
      reload.map { Command.reload },
      Observable.merge(swipes).map { Command.loadMore },
      changeItem.map(Command.change),
      answers.map(Command.receive))
    disposeBag.insert {
      commands.scan(into: State()) { $0.apply($1) }.bind(to: state)
      state.map(\.load).distinctUntilChanged()
        .flatMapLatest { load -> Observable<Result<ItemsPage, any Error>> in
          guard let load else { return .empty() }
          return services.response(to: ItemsRequest(page: load.page))
            .map { .success($0) }
            .catch { .just(.failure($0)) }
        }
        .bind(to: answers)
      answers.compactMap(\.failureDescription).bind(to: errorRelay)
    }
  }
}

extension Result {
  fileprivate var failureDescription: String? {
    if case .failure(let error) = self { "\(error)" } else { nil }
  }
}

extension ScannedListViewModel: ViewModel {
  static let interface = Interface<ScannedListViewModel> {
    output("items", \.items)
    output("loading", \.loading)
    event("error", \.error)
  }
}

extension ScannedListViewModel {
  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name, ScannedListViewModel.init, .services(ItemsRequest.self), .stream("viewWillAppear"),
      .stream("reachedBottom"), .stream("reload"), .stream("paginate"),
      .stream("changeItem", "item"))
  }
}
