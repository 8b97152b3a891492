import Foundation
import Dispatch
import ReactiveCombine

// A view model in the ways in which apps write them with Combine, to show that it compiles with
// another import. It does nothing sensible; what the operators do is tested beside.

private struct Item: Decodable, Identifiable, Hashable { let id: Int; let name: String }
private enum APIErr: Error { case bad, other(Error) }
private protocol Svc {
  func items(_ q: String) -> AnyPublisher<[Item], Error>; func one() -> Future<Item, APIErr>
}
private final class ItemsViewModel: ObservableObject {
  enum State { case idle, loading, loaded([Item]), failed(Error) }
  @Published var query = ""
  @Published private(set) var items: [Item] = []
  @Published private(set) var state: State = .idle
  @Published var isOn = false
  @Published private var secret: Int?
  let refresh = PassthroughSubject<Void, Never>()
  private let selection = CurrentValueSubject<Int?, Never>(nil)
  var selected: AnyPublisher<Int, Never> { selection.compactMap { $0 }.eraseToAnyPublisher() }
  var itemsPublisher: Published<[Item]>.Publisher { $items }
  var cancellables = Set<AnyCancellable>()
  private var task: AnyCancellable?
  private var bag: [AnyCancellable] = []
  let svc: Svc
  init(svc: Svc) {
    self.svc = svc
    $query
      .dropFirst()
      .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
      .removeDuplicates()
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
      .handleEvents(receiveOutput: { [weak self] _ in self?.state = .loading })
      .map { [svc] q in
        svc.items(q)
          .map { State.loaded($0) }
          .catch { Just(State.failed($0)) }
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .receive(on: DispatchQueue.main)
      .sink { [weak self] in self?.state = $0 }
      .store(in: &cancellables)
    refresh
      .combineLatest($query)
      .map(\.1)
      .flatMap { [svc] q in svc.items(q).replaceError(with: []) }
      .assign(to: &$items)
    refresh.setFailureType(to: Error.self)
      .flatMap { [svc] in svc.items("") }
      .retry(2)
      .sink(
        receiveCompletion: { [weak self] completion in
          switch completion {
          case .finished: break
          case .failure(let error): self?.state = .failed(error)
          }
        }, receiveValue: { [weak self] in self?.items = $0 }
      )
      .store(in: &cancellables)
    $items.map { $0.count }.assign(to: \.count, on: self).store(in: &cancellables)
    $items.map(\.isEmpty).removeDuplicates().sink { print($0) }.store(in: &bag)
    Publishers.CombineLatest($query, $isOn).map { !$0.isEmpty && $1 }.sink { _ in }.store(
      in: &cancellables)
    Publishers.CombineLatest3($query, $isOn, selection).receive(on: RunLoop.main).sink { q, on, s in
      print(q, on, s as Any)
    }.store(in: &cancellables)
    Publishers.Merge(refresh.map { 1 }, selection.compactMap { $0 }).scan(0, +).sink { _ in }.store(
      in: &cancellables)
    Publishers.Zip(refresh, $query).sink { _, q in print(q) }.store(in: &cancellables)
    Publishers.MergeMany([refresh, refresh]).sink {}.store(in: &cancellables)
    $query.zip($isOn).sink { print($0.0, $0.1) }.store(in: &cancellables)
    $query.combineLatest($isOn, $items) { "\($0)\($1)\($2)" }.sink { _ in }.store(in: &cancellables)
    svc.one().mapError { $0 as Error }.map { [$0] }.sink(
      receiveCompletion: { _ in }, receiveValue: { _ in }
    ).store(in: &cancellables)
    svc.one().mapError(APIErr.other).eraseToAnyPublisher().sink(
      receiveCompletion: { _ in }, receiveValue: { _ in }
    ).store(in: &cancellables)
    svc.items("").tryMap { items -> Item in
      guard let f = items.first else { throw APIErr.bad }; return f
    }
    .mapError { APIErr.other($0) }.sink(
      receiveCompletion: { if case let .failure(e) = $0 { print(e) } }, receiveValue: { print($0) }
    ).store(in: &cancellables)
    Timer.publish(every: 1, on: .main, in: .common).autoconnect().prefix(3).sink { [weak self] _ in
      self?.count += 1
    }.store(in: &cancellables)
    task = Timer.publish(every: 1.5, on: RunLoop.main, in: .common).autoconnect().map { _ in () }
      .sink {}
    task?.cancel(); task = nil
    refresh.throttle(for: .seconds(1), scheduler: RunLoop.main, latest: true).sink {}.store(
      in: &cancellables)
    refresh.delay(for: .seconds(0.5), scheduler: DispatchQueue.main).sink { _ in }.store(
      in: &cancellables)
    refresh.timeout(.seconds(5), scheduler: DispatchQueue.main).sink { _ in }.store(
      in: &cancellables)
    svc.items("").timeout(.seconds(5), scheduler: DispatchQueue.main, customError: { APIErr.bad })
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &cancellables)
    objectWillChange.sink { _ in }.store(in: &cancellables)
    selected.share().sink { _ in }.store(in: &cancellables)
    selected.multicast { PassthroughSubject() }.autoconnect().sink { _ in }.store(in: &cancellables)
    [1, 2, 3].publisher.collect(2).sink { print($0) }.store(in: &cancellables)
    [1, 2, 3].publisher.collect().sink { print($0) }.store(in: &cancellables)
    Just(1).setFailureType(to: Error.self).flatMap { _ in svc.items("") }.sink(
      receiveCompletion: { _ in }, receiveValue: { _ in }
    ).store(in: &cancellables)
    Future<Int, Error> { promise in Task { promise(.success(1)) } }.sink(
      receiveCompletion: { _ in }, receiveValue: { _ in }
    ).store(in: &cancellables)
    $isOn.filter { $0 }.first().sink { _ in }.store(in: &cancellables)
    $query.subscribe(CurrentValueSubject<String, Never>("")).store(in: &cancellables)
    let r = Result<Int, Error>.success(1);
    r.publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &cancellables)
    Task { for await q in $query.values { print(q) } }
  }
  var count = 0
  func select(_ id: Int) {
    selection.send(id); selection.value = id; print(selection.value as Any);
    objectWillChange.send(); refresh.send()
  }
}
