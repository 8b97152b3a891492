import Finder
import Observation
import ViewModelKit

/// Finds files, or lines, while somebody types.
///
/// Candidates come in batches, and what matches is shown while more of them come. A new query ends the search for the
/// old one, whose rows stay until those of the new one are there. The disk is read and candidates are searched on other
/// threads.
@Observable
final class FinderViewModel {
  /// The best rows. With a window on it, it may be `rows` itself.
  private(set) var matches: [FinderRow] = []
  /// How many candidates match.
  private(set) var total = 0
  /// How many candidates there are so far.
  private(set) var candidates = 0
  /// Whether rows may still come.
  private(set) var isSearching = true
  /// The current row among the matches; 0 when there are none.
  private(set) var index = 0
  /// What has been chosen, in the order in which it was.
  private(set) var selected: [FinderItem] = []
  /// The head of the current file; nothing for lines that a service gave.
  private(set) var preview: FilePreview?

  @ObservationIgnored var onAccepted: (([String]) -> Void)?
  @ObservationIgnored var onError: ((String) -> Void)?

  @ObservationIgnored private let options: FinderOptions
  @ObservationIgnored private var wanted = Query("")
  @ObservationIgnored private var all = CandidateList()
  @ObservationIgnored private var rows = FinderRows()
  @ObservationIgnored private var isComplete = false
  @ObservationIgnored private var search: Task<Void, Never>?
  @ObservationIgnored private var reading: Task<Void, Never>?

  init(_ source: FinderSource, _ options: FinderOptions, _ context: ViewModelContext) {
    self.options = options
    context.task { [weak self] in
      var source = source
      // The first rows come soon, and later there is not an update for each few candidates.
      var count = 1_000
      do {
        while true {
          let batch = try await source.next(count)
          guard let self, !Task.isCancelled else { return }
          for failure in batch.failures { onError?(failure) }
          guard let chunk = batch.chunk else { break }
          add(chunk)
          count = min(2 * count, 32_000)
        }
      } catch {
        if !Task.isCancelled { self?.onError?("\(error)") }
      }
      self?.complete()
    }
  }

  deinit {
    search?.cancel()
    reading?.cancel()
  }

  /// Looks for something else; see ``Query`` for how it is written.
  func query(text: String) {
    let new = Query(text)
    if new == wanted { return }
    wanted = new
    startSearch()
  }

  /// Goes so many rows on, or back when it is negative; not past the ends.
  func move(by rows: Int) {
    let (index, overflow) = index.addingReportingOverflow(rows)
    go(to: overflow ? (rows < 0 ? 0 : matches.count) : index)
  }

  /// Chooses the current row, or takes it back.
  func toggle() {
    guard matches.indices.contains(index) else { return }
    let row = matches[index]
    if let place = selected.firstIndex(where: { $0.id == row.id }) {
      selected.remove(at: place)
    } else {
      selected.append(FinderItem(id: row.id, text: row.text))
    }
  }

  /// Ends with what has been chosen, or with the current row when that is nothing.
  func accept() {
    if !selected.isEmpty {
      onAccepted?(selected.map(\.text))
    } else if matches.indices.contains(index) {
      onAccepted?([matches[index].text])
    }
  }

  private func add(_ chunk: CandidateChunk) {
    all.append(chunk)
    candidates = all.count
    if search == nil { startSearch() }
  }

  private func complete() {
    isComplete = true
    if search == nil { isSearching = false }
  }

  private func startSearch() {
    search?.cancel()
    isSearching = true
    search = Task { [weak self, rows, wanted, all] in
      let found = await rows.searched(for: wanted, in: all)
      if !Task.isCancelled { self?.show(found) }
    }
  }

  private func show(_ found: FinderRows) {
    let isNew = found.query != rows.query
    let current = matches.indices.contains(index) ? matches[index].id : nil
    rows = found
    total = found.count
    matches = Array(found.prefix(options.limit))
    search = nil
    if found.candidates.count < all.count { startSearch() } else { isSearching = !isComplete }
    // Who has gone to a row stays with it while more are found; who has not stays with the best.
    let stays = isNew || index == 0 ? 0 : matches.firstIndex { $0.id == current } ?? index
    go(to: stays)
  }

  private func go(to new: Int) {
    index = max(0, min(new, matches.count - 1))
    let id = matches.indices.contains(index) ? matches[index].id : nil
    guard let folder = options.folder else { return }
    reading?.cancel()
    guard let id else {
      preview = nil
      return
    }
    if id == preview?.id { return }
    let path = Array("\(folder)/".utf8) + all.original(id)
    reading = Task { [weak self, options] in
      let read = await FilePreview.read(path, id: id, lines: options.previewLines)
      if !Task.isCancelled { self?.preview = read }
    }
  }
}
