import Observation
import ViewModelKit

/// A list that loads page after page, reloads, and can be edited.
///
/// Whatever starts a load ends the one that runs. The next page is only asked for when no load runs
/// and when there is one; reaching the bottom and swiping count once a second each.
///
/// - Parameters:
///   - folder: lists the entries of this folder, whether there is a service or not.
///   - pageSize: how many entries of a folder are a page.
@Observable
final class ListViewModel {
  /// What has been loaded, all pages so far.
  private(set) var items: [Item] = []
  /// Whether a page is being loaded.
  private(set) var loading = false

  /// A page could not be loaded; the items are as before. Those of a reload are gone, as it begins
  /// by emptying the list.
  @ObservationIgnored var onError: ((String) -> Void)?

  @ObservationIgnored private let service: any ItemsService
  @ObservationIgnored private var load: Task<Void, Never>?
  @ObservationIgnored private var nextPage: Int?
  @ObservationIgnored private var hasAppeared = false
  @ObservationIgnored private var bottom: Throttle<HostClock>
  @ObservationIgnored private var pagination: Throttle<HostClock>

  init(service: any ItemsService, clock: HostClock) {
    self.service = service
    bottom = Throttle(.seconds(1), clock: clock)
    pagination = Throttle(.seconds(1), clock: clock)
  }

  /// Loads the first page, the first time.
  func viewWillAppear() {
    if hasAppeared { return }
    hasAppeared = true
    load(page: 1)
  }

  /// The list was scrolled to the last item.
  func reachedBottom() {
    if bottom.lets() { loadNextPage() }
  }

  /// The list was swiped to the last item.
  func paginate() {
    if pagination.lets() { loadNextPage() }
  }

  /// Empties the list, and loads the first page.
  func reload() {
    items = []
    nextPage = nil
    load(page: 1)
  }

  /// Replaces the item with the same id, if there is one.
  ///
  /// - Parameter item: what stands there from now on.
  func changeItem(item: Item) {
    // Isolated to nothing: a closure of the main actor is checked for being there with each item.
    guard let index = items.firstIndex(where: { @Sendable in $0.id == item.id }),
      items[index] != item
    else { return }
    items[index] = item
  }

  private func loadNextPage() {
    if !loading, let nextPage { load(page: nextPage) }
  }

  private func load(page number: Int) {
    load?.cancel()
    loading = true
    load = Task { [service, weak self] in
      let result: Result<ItemsPage, any Error>
      do {
        result = .success(try await service.items(page: number))
      } catch {
        result = .failure(error)
      }
      if !Task.isCancelled { self?.finish(number, result) }
    }
  }

  private func finish(_ number: Int, _ result: Result<ItemsPage, any Error>) {
    switch result {
    case .success(let page):
      if number == 1 { items = page.items } else { items += page.items }
      nextPage = page.pages.nextPage
    case .failure(let error): onError?("\(error)")
    }
    loading = false
  }
}

extension ListViewModel: ViewModel {
  static let interface = Interface<ListViewModel> {
    input("viewWillAppear", ListViewModel.viewWillAppear)
    input("reachedBottom", ListViewModel.reachedBottom)
    input("reload", ListViewModel.reload)
    input("paginate", ListViewModel.paginate)
    input("changeItem", ListViewModel.changeItem, "item")
    output("items", \.items)
    output("loading", \.loading)
    event("error", \.onError)
  }
}

extension ListViewModel {
  /// Lists a folder if the frontend names one; else what the frontend's service gives; else the
  /// folder it was started in.
  static func entry(_ name: String) -> CatalogEntry {
    viewModel(
      name,
      { (services: Services?, folder: String?, pageSize: Int, context: ViewModelContext) in
        let service: any ItemsService =
          if folder == nil, let services {
            services
          } else {
            try Folder(folder ?? ".", pageSize: pageSize)
          }
        return ListViewModel(service: service, clock: context.clock)
      },
      .services(ItemsRequest.self), "folder", .named("pageSize", default: 20), .context)
  }
}
