import Finder
import Observation
import ViewModelKit

/// Finds files, or lines, while a query is typed.
///
/// Candidates come in batches, and what matches is shown while more of them come. A new query ends
/// the search for the old one, whose rows stay until those of the new one are there. The disk is
/// read and candidates are searched on other threads.
///
/// Texts are UTF-8. Of a name or a line that is not, each byte beyond ASCII is written as `\xFF`
/// and each backslash as `\x5C`. Where something in another name or line looks like such an escape,
/// each of its backslashes is written so, too; so whoever reads the escapes has the bytes. Texts
/// that the frontend gives are shown as they are.
///
/// - Parameters:
///   - folder: finds the files below it; with lines, these are paths from it on; with a command, it
///     runs there.
///   - command: a program and its arguments, whose lines are searched.
///   - lines: what is searched.
///   - file: the path of a file whose lines are searched. Those of a named pipe, of `/dev/stdin` or
///     of `/dev/fd/3` come as they are written there.
///   - previewLines: how many lines of the current file are shown at most, up to 1,000.
///   - options: how to search.
@Observable
final class FinderViewModel {
  /// What matches, the best first.
  private(set) var matches: FinderRows
  /// How many candidates match.
  var total: Int { matches.count }
  /// How many candidates there are so far.
  private(set) var candidates = 0
  /// Whether the rows are not yet those of the query, or more of them may come.
  private(set) var isSearching = true
  /// The current row among the matches; 0 when there are none.
  private(set) var index = 0
  /// What has been chosen, in the order in which it was; at most 100,000.
  var selected: [FinderItem] { selection.items }
  /// The head of the current file; nothing for lines that are no files.
  private(set) var preview: FilePreview?
  /// The query that the rows are of, as it was given, but for what is behind its first 4,096 bytes.
  private(set) var foundQuery = ""
  /// The first lines, with the option `headerLines`: they are no candidates.
  private(set) var header: [String] = []

  /// What has been chosen, once the choice is final.
  @ObservationIgnored var onAccepted: (([String]) -> Void)?
  /// Something could not be read, or was too much.
  @ObservationIgnored var onError: ((String) -> Void)?

  var selection = FinderSelection()
  @ObservationIgnored private let options: FinderOptions
  @ObservationIgnored private let context: ViewModelContext
  @ObservationIgnored private var wanted: Query
  /// What has been given as the query.
  @ObservationIgnored private var wantedText = ""
  @ObservationIgnored private(set) var all: FinderCandidates
  @ObservationIgnored private var isComplete = false
  /// What is to be done with the rows of the query, once they are there.
  @ObservationIgnored private var waiting: [() -> Void] = []
  @ObservationIgnored private var search: Task<Void, Never>?
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private var feeding: Task<Void, Never>?

  init(_ source: FinderSource, _ options: FinderOptions, _ context: ViewModelContext) {
    self.options = options
    self.context = context
    wanted = Query("", options.search)
    all = FinderCandidates(
      hasStyles: options.format.hasStyles, showsParts: options.shown != nil)
    matches = FinderRows(wanted, all)
    feed(source)
  }

  deinit {
    search?.cancel()
    reading?.cancel()
    feeding?.cancel()
  }

  /// Takes candidates, until there are no more or others are wanted.
  private func feed(_ source: FinderSource) {
    let task = Task.immediate { [weak self] in
      var source = source
      // The first rows come soon, and later there is not an update for each few candidates.
      var count = 1_000
      do {
        while true {
          let batch = try await source.next(count)
          guard let self, !Task.isCancelled else { return }
          for failure in batch.failures { onError?(failure) }
          guard let chunk = batch.chunk else { break }
          let rest = takeHeader(chunk)
          let shown = options.shown == nil ? rest : await options.presented(rest)
          guard !Task.isCancelled else { return }
          guard add(shown) else { break }
          count = min(2 * count, 32_000)
        }
      } catch {
        if !Task.isCancelled { self?.onError?("\(error)") }
      }
      if !Task.isCancelled { self?.complete() }
    }
    feeding = task
    context.task {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }

  /// Searches what a program writes, in place of all candidates. The query stays; nothing is chosen
  /// any more.
  ///
  /// - Parameter command: a program and its arguments; it runs in the folder.
  /// - Throws: when there is none to start, or when this host runs none; then everything stays.
  func reload(command: [String]) throws {
    let output = try options.output(of: command)
    feeding?.cancel()
    search?.cancel()
    search = nil
    all = all.emptied()
    candidates = 0
    header = []
    isComplete = false
    isSearching = true
    selection = FinderSelection()
    matches = FinderRows(wanted, all)
    foundQuery = wantedText
    waiting = []
    go(to: 0)
    feed(.command(output))
  }

  /// Looks for something else.
  ///
  /// - Parameter text: words in the syntax of fzf; see ``Query``. The first 4,096 bytes count.
  func query(text: String) {
    if text.utf8.count > FinderOptions.queryLimit {
      onError?("the query is too long: its first \(FinderOptions.queryLimit) bytes count")
    }
    wantedText = String(decoding: text.utf8.prefix(FinderOptions.queryLimit), as: UTF8.self)
    want(Query(wantedText, wanted.options))
  }

  /// Sorts the rows, or not: then they come as the candidates do.
  ///
  /// - Parameter isOn: whether the best come first.
  func sort(isOn: Bool) {
    var options = wanted.options
    options.isSorted = isOn
    want(Query(wantedText, options))
  }

  private func want(_ new: Query) {
    if new == wanted {
      // Only white space has changed, and there may be no search that shows it.
      if matches.query == wanted { foundQuery = wantedText }
      return
    }
    wanted = new
    waiting = []
    startSearch()
  }

  /// Goes to another row, not past the ends; unless the option `cycle` has a step past an end go to
  /// the other.
  ///
  /// - Parameter rows: how many on, or back when it is negative.
  func move(by rows: Int) {
    whenFound { finder in
      let last = finder.matches.count - 1
      if finder.options.cycles, rows.magnitude == 1, finder.index == (rows < 0 ? 0 : last) {
        return finder.go(to: rows < 0 ? last : 0)
      }
      let (index, overflow) = finder.index.addingReportingOverflow(rows)
      finder.go(to: overflow ? (rows < 0 ? 0 : finder.matches.count) : index)
    }
  }

  /// The whole lines of rows, without what the query matches in them: for whoever wants many of
  /// them once.
  ///
  /// - Parameters:
  ///   - index: the first row, from 0 on.
  ///   - count: how many at most; 50,000 rows are given at once.
  func texts(from index: Int, count: Int) -> [String] {
    let start = min(max(index, 0), matches.count)
    let count = min(max(count, 0), 50_000, matches.count - start)
    return (start..<start + count).map { matches.line(at: $0) }
  }

  /// Does something with the rows of the query. Whoever types fast means those that are not there
  /// yet; whoever then types on means nothing.
  func whenFound(_ body: @escaping (FinderViewModel) -> Void) {
    if matches.query == wanted {
      body(self)
    } else {
      waiting.append { [unowned self] in body(self) }
    }
  }

  /// Ends with what has been chosen, or else with a row. For the current one it waits for the rows
  /// of the query; when nothing matches it does nothing.
  ///
  /// - Parameter id: of which candidate, whatever the rows are by now; of the current row when
  ///   there is none. An error is reported when there is no such candidate.
  func accept(id: Int?) async {
    if let id, !has(id) { return }
    let asked = wanted
    while selected.isEmpty && id == nil || !waiting.isEmpty, wanted == asked,
      matches.query != asked, let search
    {
      await search.value
    }
    // The query has changed meanwhile.
    if wanted != asked { return }
    if !selected.isEmpty {
      onAccepted?(selected.map(\.text))
    } else if let id = id ?? current, all.ids.contains(id) {
      onAccepted?([all.item(id).text])
    }
  }

  /// The id of the candidate in the current row.
  var current: Int? { matches.indices.contains(index) ? matches.id(at: index) : nil }

  /// - Returns: the candidates behind the header.
  private func takeHeader(_ chunk: CandidateChunk) -> CandidateChunk {
    let count = min(options.headerLines - header.count, chunk.count)
    if count == 0 { return chunk }
    header += (0..<count).map { index in
      let text = chunk.text(index)
      return options.shown?.shown(of: text) ?? text
    }
    return chunk.dropFirst(count)
  }

  /// - Returns: whether there is room for more.
  private func add(_ chunk: CandidateChunk) -> Bool {
    all.list.append(chunk)
    candidates = all.list.count
    if search == nil { startSearch() }
    if candidates < options.candidateLimit && all.list.byteCount < FinderOptions.byteLimit {
      return true
    }
    onError?("there are too many candidates: those after the first \(candidates) are left out")
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
    foundQuery = wantedText
    if found.candidates.list.count < all.list.count {
      startSearch()
    } else {
      isSearching = !isComplete
    }
    go(to: stays)
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
