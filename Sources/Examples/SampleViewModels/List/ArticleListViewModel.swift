import Reactive
import ViewModelKit

/// The list as one pipeline, with the oddities that it had in 2019: an edit is undone by the next
/// page, a page that is asked for during a reload ends the reload, and so on. The scenarios 001-…
/// show how it differs from ``ListViewModel``.
struct ArticleListViewModel {
  struct Input {
    /// Loads the first page, the first time.
    let viewWillAppear: Observable<Void>
    /// The list was scrolled to the last item.
    let reachedBottom: Observable<Void>
    /// Loads the first page.
    let reload: Observable<Void>
    let paginate: Observable<Void>
    /// Replaces the item with the same id, until the next page comes.
    let changeItem: Observable<Item>
  }

  struct Output {
    /// What has been loaded.
    let items: Observable<[Item]>
    /// Whether a page is being loaded.
    let loading: Observable<Bool>
    /// A page could not be loaded.
    let error: Observable<String>
  }

  let services: Services
  private let disposeBag = DisposeBag()

  init(services: Services) { self.services = services }

  func transform(input: Input) -> Output {
    let nextPage = PublishRelay<Int?>()
    let swipes = [input.reachedBottom, input.paginate].map {
      $0.throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance)
    }
    let load = Observable.merge(
      input.viewWillAppear.take(1).map { 1 },
      Observable.merge(swipes).withLatestFrom(nextPage).compactMap { $0 },
      input.reload.map { 1 }
    ).share()
    // Not `self`: the struct has the bag, and the bag would keep this closure.
    let replies = load.flatMapLatest { [services] page in
      services.response(to: ItemsRequest(page: page)).materialize()
    }.share()
    let pages = replies.compactMap { $0.event.element }.share()
    pages.map { $0.pages.nextPage }.bind(to: nextPage).disposed(by: disposeBag)
    let paged =
      pages
      .scan([Item]()) { items, page in
        page.pages.currentPage == 1 ? page.items : items + page.items
      }
      .startWith([])
      .share(replay: 1)
    let changed = input.changeItem.withLatestFrom(paged) { item, items in
      items.map { @Sendable in $0.id == item.id ? item : $0 }
    }
    return Output(
      items: Observable.merge(paged, input.reload.map { [] }, changed).share(replay: 1),
      loading: Observable.merge(load.map { _ in true }, replies.map { _ in false }),
      error: replies.compactMap { $0.event.error }.map { "\($0)" })
  }
}

/// What the view controller of ``ArticleListViewModel`` is to it: it owns the trigger for more
/// pages, feeds it to the ViewModel, and hands it on to the pager together with the stream of
/// items.
final class ArticleListScreen {
  /// The list was swiped to the last item.
  let paginationRequestTrigger = PublishRelay<Void>()
  let outputs: ArticleListViewModel.Output

  init(
    _ viewModel: ArticleListViewModel, viewWillAppear: Observable<Void>,
    reachedBottom: Observable<Void>, reload: Observable<Void>, changeItem: Observable<Item>
  ) {
    outputs = viewModel.transform(
      input: ArticleListViewModel.Input(
        viewWillAppear: viewWillAppear, reachedBottom: reachedBottom, reload: reload,
        paginate: paginationRequestTrigger.asObservable(), changeItem: changeItem))
  }

  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name, ArticleListViewModel.init, transform: ArticleListScreen.init,
      .services(ItemsRequest.self), .stream("viewWillAppear"), .stream("reachedBottom"),
      .stream("reload"), .stream("changeItem", "item"),
      interface: Interface {
        input("paginate", \.paginationRequestTrigger)
        output("items", \.outputs.items)
        output("loading", \.outputs.loading)
        event("error", \.outputs.error)
      })
  }
}
