import Finder
import HostTools
import JSON
import OperatingSystem

/// Somebody who types, and the finder: keys go in, and the screen comes out.
final class FindSession {
  var options: FindOptions
  let terminal: Terminal
  let host = FinderHost()
  var editor: LineEditor
  private var decoder = KeyDecoder()
  var region: Region
  var isShown = false
  /// Whether something has changed since the screen was drawn.
  var isStale = true
  /// The query that the host was told last.
  var asked = ""
  /// From which line on the window on the matches was asked for, and how many lines.
  var window = (offset: 0, rows: 1)
  var problem: String?
  var isPreviewShown: Bool
  var previewCommand: String?
  var previewProcess: PreviewProcess?
  var previewOffset = 0
  /// The line that the preview is of, with the query and what is selected.
  var previewed: String?
  var frame: Frame?
  var headerTexts: [String] = []
  let history: QueryHistory?
  /// Which of the queries of before is shown.
  var historyPlace: Int
  /// When and in which row the mouse was pressed last, in milliseconds.
  var lastPress: (time: Int64, row: Int)?
  /// The line that was the current one when somebody was last told.
  var focused: Int?
  var hasLoaded = false
  var ending: Ending?
  /// What keys have asked for that is not done.
  private var held: [Action] = []

  /// How it ends.
  struct Ending {
    let status: CInt
    var lines: [[UInt8]] = []
    /// What takes the place of this process.
    var command: String?
    /// What is said on standard error.
    var complaint: String?
  }

  static let (accepted, noMatch, failed, interrupted): (CInt, CInt, CInt, CInt) = (0, 1, 2, 130)
  /// How long the rest of a key's sequence may take, in milliseconds.
  private static let escapeTime = 50

  init(_ options: FindOptions, _ terminal: Terminal) throws {
    self.options = options
    self.terminal = terminal
    history = try options.history.map { try QueryHistory(path: $0, limit: options.historySize) }
    historyPlace = history?.queries.count ?? 0
    editor = LineEditor()
    let stopsAtSlashes = options.hasWordsOfPaths
    editor.isInWord = { stopsAtSlashes ? $0 != "/" : $0.isLetter || $0.isNumber }
    editor.replace(by: options.query)
    region = Region(isWhole: options.height == nil)
    previewCommand = options.preview
    isPreviewShown = !options.previewWindow.isHidden
    headerTexts = options.header
  }

  var query: String { String(editor.text) }

  /// Begins to find, and goes on until somebody ends it.
  func run() throws -> Ending {
    // Without a screen as long as it may end by itself.
    let waits = options.selectsOnly || options.exitsEmpty
    if !waits { try show() }
    // The screen is given back first; the host may take a moment to end.
    defer {
      hide()
      host.end()
    }
    window.rows = max(layout.listRows, 1)
    try host.create(
      options, previewLines: builtInPreviewLines, rows: window.rows, hasScreen: true)
    tellQuery()
    perform(.start)
    while ending == nil {
      try step()
      if waits, !isShown, ending == nil { try endByItself() }
      if isShown, isStale { draw() }
    }
    return ending ?? Ending(status: Self.failed)
  }

  /// Ends without a screen where just one line matches, or none; else shows the screen.
  private func endByItself() throws {
    guard let state = host.state, state["isSearching"] == false,
      state.text("foundQuery").hasSameCodeUnits(as: query)
    else { return }
    switch state["total"]?.integerValue {
    case 0? where options.exitsEmpty: ending = Ending(status: Self.noMatch, lines: queryLines)
    case 1? where options.selectsOnly: accept()
    default: try show()
    }
  }

  /// Waits for a key, or for news, and deals with what has come.
  private func step() throws {
    var entries = host.interests
    let hostCount = entries.count
    // Without a screen nobody reads what is typed.
    entries.append(Poll.Entry(isShown ? terminal.descriptor : .none, .read))
    entries.append(Poll.Entry(terminal.reports, .read))
    if let previewProcess, !previewProcess.hasEnded {
      entries.append(Poll.Entry(previewProcess.descriptor, .read))
    }
    let isWaitingForKey = isShown && decoder.isIncomplete
    let ready = Poll.wait(
      for: entries, milliseconds: isWaitingForKey ? Self.escapeTime : nil)
    if ready.count > hostCount + 2, ready[hostCount + 2].isReady {
      previewProcess?.read()
      isStale = true
    }
    if ready[hostCount + 1].isReady {
      let signals = terminal.signals()
      if signals.isEnd { ending = Ending(status: Self.interrupted) }
      if signals.isResized { resize() }
    }
    for news in try host.exchange(isReadable: ready[0].isReady) { take(news) }
    if ready[hostCount].isReady {
      let bytes = terminal.read()
      if bytes.isEmpty { ending = Ending(status: Self.interrupted) }
      press(decoder.feed(bytes))
    } else if isWaitingForKey {
      press(decoder.flush())
    }
  }

  private func take(_ news: FinderHost.News) {
    isStale = true
    defer { performHeld() }
    switch news {
    case .changed: tellTriggers()
    case .problem(let words): problem = words
    case .accepted(let texts):
      end(with: Self.accepted, texts)
    }
  }

  private func tellTriggers() {
    guard let state = host.state else { return }
    if !hasLoaded, state["isSearching"] == false {
      hasLoaded = true
      perform(.load)
    }
    let current = current?.id
    if current != focused {
      focused = current
      perform(.focus)
    }
    updatePreview()
  }

  // MARK: Keys

  /// Keys that were pressed before the last ones were dealt with. What was typed, or pasted, is put into the query at once.
  private func press(_ keys: [Key]) {
    var typed = ""
    func put() {
      if !typed.isEmpty { perform([Action(kind: .put, argument: typed)]) }
      typed = ""
    }
    for key in keys where ending == nil {
      if case .text(let text) = key, options.expected[key] == nil,
        options.bindings[.key(key)] == nil
      {
        isStale = true
        problem = nil
        typed += text
      } else {
        put()
        press(key)
      }
    }
    put()
  }

  private func press(_ key: Key) {
    isStale = true
    problem = nil
    if case .mouse(let mouse) = key { return press(mouse) }
    if let name = options.expected[key] {
      perform([Action(kind: .accept, argument: name)])
    } else if let actions = options.bindings[.key(key)] {
      perform(actions)
    }
  }

  func perform(_ trigger: Trigger) { perform(options.bindings[trigger] ?? []) }

  func perform(_ actions: [Action]) {
    held += actions
    performHeld()
  }

  /// Does what waits, in order. What is about the current line waits until that is known.
  private func performHeld() {
    while ending == nil, let action = held.first {
      if action.kind.isAboutLine, !host.isSettled { return }
      held.removeFirst()
      perform(action)
    }
  }

  /// Has a key change the query.
  func edit(_ key: Key) {
    let before = query
    _ = editor.press(key)
    if !query.hasSameCodeUnits(as: before) { queryChanged() }
  }

  func queryChanged() {
    isStale = true
    tellQuery()
    perform(.change)
    updatePreview()
  }

  /// Tells the host what is looked for.
  func tellQuery() {
    let wanted = options.isDisabled ? asked : query
    if wanted.hasSameCodeUnits(as: asked) { return }
    if wanted.hasTooManyMarks {
      problem = Filter.tooManyMarks
      return
    }
    asked = wanted
    host.input("query", ["text": .string(wanted)])
    if window.offset != 0 {
      window.offset = 0
      host.moveWindow(to: 0, rows: window.rows)
    }
  }

  // MARK: The end

  var queryLines: [[UInt8]] { options.printsQuery ? [Array(query.utf8)] : [] }

  func end(with status: CInt, _ texts: [String]) {
    var lines = queryLines
    if !options.expected.isEmpty { lines.append(Array(acceptingKey.utf8)) }
    lines += texts.map { options.printed($0) }
    if status == Self.accepted { history?.append(query) }
    ending = Ending(status: status, lines: lines)
  }

  /// The key that has accepted, if it is one of those that are expected.
  private var acceptingKey = ""

  /// Ends with what is selected, or the current line.
  func accept(with key: String = "") {
    acceptingKey = key
    host.call("accept", idOfCurrent) { [weak self] _ in
      guard let self, ending == nil, host.state?["isSearching"] == false else { return }
      // Nothing matches.
      end(with: Self.noMatch, [])
    }
  }

  /// The number of the line that is seen as the current one, unless keys are on their way that choose another one.
  var idOfCurrent: JSONObject {
    guard host.isSettled, host.state?.text("foundQuery").hasSameCodeUnits(as: asked) == true,
      let current
    else { return [:] }
    return ["id": .integer(Int64(current.id))]
  }
}
