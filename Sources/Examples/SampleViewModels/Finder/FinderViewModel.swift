import Finder
import Observation
import ViewModelKit

/// Finds files, or lines, while somebody types.
///
/// Candidates come in batches, and what matches is shown while more of them come. A new query ends the search for the
/// old one, whose rows stay until those of the new one are there. The disk is read and candidates are searched on other
/// threads.
///
/// - Parameters:
///   - folder: finds the files below it; with lines, these are paths from it on; with a command, it runs there.
///   - command: a program and its arguments, whose lines are searched.
///   - lines: what is searched.
///   - previewLines: how many lines of the current file are shown at most, up to 1,000.
@Observable
final class FinderViewModel {
  /// What matches, the best first.
  private(set) var matches = FinderRows()
  /// How many candidates match.
  var total: Int { matches.count }
  /// How many candidates there are so far.
  private(set) var candidates = 0
  /// Whether the rows are not yet those of the query, or more of them may come.
  private(set) var isSearching = true
  /// The current row among the matches; 0 when there are none.
  private(set) var index = 0
  /// What has been chosen, in the order in which it was.
  private(set) var selected: [FinderItem] = []
  /// The head of the current file; nothing for lines that are no files.
  private(set) var preview: FilePreview?

  /// What has been chosen, when somebody is done.
  @ObservationIgnored var onAccepted: (([String]) -> Void)?
  /// Something could not be read.
  @ObservationIgnored var onError: ((String) -> Void)?

  @ObservationIgnored private let options: FinderOptions
  @ObservationIgnored private var wanted = Query("")
  @ObservationIgnored private var all = CandidateList()
  @ObservationIgnored private var isComplete = false
  /// What is to be done with the rows of the query, once they are there.
  @ObservationIgnored private var waiting: [() -> Void] = []
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
          guard add(chunk) else { break }
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

  /// Looks for something else.
  ///
  /// - Parameter text: words in the syntax of fzf; see ``Query``. The first 4,096 bytes count.
  func query(text: String) {
    if text.utf8.count > FinderOptions.queryLimit {
      onError?("the query is too long: its first \(FinderOptions.queryLimit) bytes count")
    }
    let new = Query(String(decoding: text.utf8.prefix(FinderOptions.queryLimit), as: UTF8.self))
    if new == wanted { return }
    wanted = new
    waiting = []
    startSearch()
  }

  /// Goes to another row, not past the ends.
  ///
  /// - Parameter rows: how many on, or back when it is negative.
  func move(by rows: Int) {
    whenFound { finder in
      let (index, overflow) = finder.index.addingReportingOverflow(rows)
      finder.go(to: overflow ? (rows < 0 ? 0 : finder.matches.count) : index)
    }
  }

  /// Chooses the current row, or takes it back.
  func toggle() {
    whenFound { finder in
      guard let current = finder.current else { return }
      if let place = finder.selected.firstIndex(where: { $0.id == current }) {
        finder.selected.remove(at: place)
      } else {
        finder.selected.append(FinderItem(id: current, text: finder.all.text(current)))
      }
    }
  }

  /// Does something with the rows of the query. Whoever types fast means those that are not there yet; whoever then
  /// types on means nothing.
  private func whenFound(_ body: @escaping (FinderViewModel) -> Void) {
    if matches.query == wanted {
      body(self)
    } else {
      waiting.append { [unowned self] in body(self) }
    }
  }

  /// Ends with what has been chosen, or else with the current row. It waits for the rows of the query; when nothing
  /// matches it does nothing.
  func accept() async {
    let asked = wanted
    while selected.isEmpty || !waiting.isEmpty, wanted == asked, matches.query != asked,
      let search
    {
      await search.value
    }
    // Somebody has typed on meanwhile.
    if wanted != asked { return }
    if !selected.isEmpty {
      onAccepted?(selected.map(\.text))
    } else if let current {
      onAccepted?([all.text(current)])
    }
  }

  /// The number of the candidate in the current row.
  private var current: Int? {
    matches.indices.contains(index) ? matches.ranking.number(at: index) : nil
  }

  /// - Returns: whether there is room for more.
  private func add(_ chunk: CandidateChunk) -> Bool {
    all.append(chunk)
    candidates = all.count
    if search == nil { startSearch() }
    if all.count < options.candidateLimit && all.byteCount < FinderOptions.byteLimit { return true }
    onError?("there are too many candidates: those after the first \(all.count) are left out")
    return false
  }

  private func complete() {
    isComplete = true
    if search == nil { isSearching = false }
  }

  private func startSearch() {
    search?.cancel()
    isSearching = true
    search = Task { [weak self, matches, wanted, all] in
      let found = await matches.searched(for: wanted, in: all)
      if !Task.isCancelled { self?.show(found) }
    }
  }

  private func show(_ found: FinderRows) {
    // Who has gone to a row stays with it while more are found; who has not stays with the best.
    let isNew = found.query != matches.query
    let place = isNew || current == nil ? 0 : index
    let stays = place == 0 ? 0 : found.ranking.place(of: place, in: matches.ranking) ?? place
    matches = found
    search = nil
    if found.candidates.count < all.count { startSearch() } else { isSearching = !isComplete }
    go(to: stays)
    if found.query != wanted { return }
    for body in waiting { body() }
    waiting = []
  }

  private func go(to new: Int) {
    index = max(0, min(new, matches.count - 1))
    guard let folder = options.folder else { return }
    reading?.cancel()
    guard let id = current else {
      preview = nil
      return
    }
    if id == preview?.id { return }
    let path = Array("\(folder)/".utf8) + all.original(id)
    reading = Task { [weak self, options] in
      let read = await FilePreview.read(
        path, options.access, id: id, lines: options.previewLines)
      if !Task.isCancelled { self?.preview = read }
    }
  }
}
