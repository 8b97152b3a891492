import Reactive

/// The pipeline of a paginated list as its article has it, with its defects: the longest chain of
/// operators that the articles have, and so a test of all of them together.
struct ListPipeline {
  struct Item: Equatable, CustomStringConvertible {
    let id: String
    let name: String

    var description: String { "\(id):\(name)" }
  }

  struct Page {
    let number: Int
    let items: [Item]
    let next: Int?
  }

  struct Input {
    let viewWillAppear = PublishRelay<Void>()
    let reachedBottom = PublishRelay<Void>()
    let reload = PublishRelay<Void>()
    let paginate = PublishRelay<Void>()
    let changeItem = PublishRelay<Item>()
  }

  struct Output {
    let items: Observable<[Item]>
    let error: Observable<any Error>
    let loading: Observable<Bool>
  }

  let bag = DisposeBag()
  let request: (Int) -> Observable<Page>

  func transform(_ input: Input) -> Output {
    let nextPage = PublishRelay<Int?>()
    let attempts = [input.reachedBottom, input.paginate].map {
      $0.throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance)
    }
    let load = PublishRelay.merge(
      input.viewWillAppear.take(1).map { 1 },
      PublishRelay.merge(attempts).withLatestFrom(nextPage).compactMap { $0 },
      input.reload.map { 1 }
    ).share()
    let replies = load.flatMapLatest { request($0).materialize() }.share()
    let pages = replies.compactMap { $0.event.element }.share()
    pages.map { $0.next }.bind(to: nextPage).disposed(by: bag)
    let paged =
      pages
      .scan([]) { items, page in page.number == 1 ? page.items : items + page.items }
      .startWith([])
      .share(replay: 1)
    let changed = input.changeItem.withLatestFrom(paged) { item, items in
      items.map { $0.id == item.id ? item : $0 }
    }
    return Output(
      items: Observable.merge(paged, input.reload.map { [] }, changed).share(replay: 1),
      error: replies.compactMap { $0.event.error },
      loading: PublishRelay.merge(load.map { _ in true }, replies.map { _ in false }))
  }
}
