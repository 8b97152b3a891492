import Reactive

/// The paginated list without the defects of its article: see `ListAndPager.md` of
/// `SampleViewModels`. Its state is what the relays hold.
final class CorrectedListPipeline {
  typealias Item = ListPipeline.Item
  typealias Page = ListPipeline.Page

  private let items = BehaviorRelay<[Item]>(value: [])
  private let isBusy = BehaviorRelay(value: false)
  private let error = PublishRelay<any Error>()
  private var nextPage: Int?
  private let request: (Int) -> Observable<Page>
  private let running = SerialDisposable()
  private let bag = DisposeBag()

  init(request: @escaping (Int) -> Observable<Page>) {
    self.request = request
  }

  func transform(_ input: ListPipeline.Input) -> ListPipeline.Output {
    input.viewWillAppear.take(1)
      .subscribe(with: self, onNext: { list, _ in list.load(1) })
      .disposed(by: bag)
    input.reload
      .subscribe(with: self, onNext: { list, _ in list.reload() })
      .disposed(by: bag)
    let attempts = [input.reachedBottom, input.paginate].map {
      $0.throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance)
    }
    Observable.merge(attempts)
      .withUnretained(self)
      .compactMap { list, _ in list.isBusy.value ? nil : list.nextPage }
      .subscribe(with: self, onNext: { list, page in list.load(page) })
      .disposed(by: bag)
    input.changeItem
      .withLatestFrom(items) { item, items in items.map { $0.id == item.id ? item : $0 } }
      .bind(to: items)
      .disposed(by: bag)
    return ListPipeline.Output(
      items: items.distinctUntilChanged(), error: error.asObservable(),
      loading: isBusy.distinctUntilChanged())
  }

  private func reload() {
    running.disposable = Disposables.create()
    nextPage = nil
    items.accept([])
    load(1)
  }

  private func load(_ page: Int) {
    isBusy.accept(true)
    running.disposable = request(page).subscribe(
      with: self,
      onNext: { list, page in
        list.nextPage = page.next
        list.items.accept(page.number == 1 ? page.items : list.items.value + page.items)
      },
      onError: { list, error in
        list.error.accept(error)
        list.isBusy.accept(false)
      },
      onCompleted: { list in list.isBusy.accept(false) })
  }
}
