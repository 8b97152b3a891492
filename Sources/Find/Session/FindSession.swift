import Finder
import HostTools
import JSON
import OperatingSystem

/// A session of the finder in a terminal: reads keys, and draws the screen.
final class FindSession {
  var options: FindOptions
  let terminal: Terminal
  let host = FinderHost()
  var editor: LineEditor
  private var decoder = KeyDecoder()
  var region: Region
  var isShown = false
  /// Whether the screen has to be redrawn.
  var isStale = true
  /// The last query sent to the host.
  var sentQuery = ""
  /// The last requested window on the matches.
  var window = (offset: 0, rows: 1)
  var problem: String?
  var isPreviewShown: Bool
  var previewCommand: String?
  var previewProcess: PreviewProcess?
  var previewOffset = 0
  /// The previewed line number with its command.
  var previewed: String?
  var frame: Frame?
  var headerTexts: [String] = []
  let history: QueryHistory?
  /// The index of the query in the history.
  var historyIndex: Int
  /// The last press of the mouse, with its time in milliseconds.
  var lastPress: (time: Int64, row: Int)?
  /// The current line at the last `focus` trigger.
  var focused: Int?
  var hasLoaded = false
  var ending: Ending?
  /// The pending actions.
  private var pending: [Action] = []

  /// The result of a session.
  struct Ending {
    let status: CInt
    var lines: [[UInt8]] = []
    /// The command that replaces this process.
    var command: String?
    /// The message for standard error.
    var complaint: String?
  }

  static let (accepted, noMatch, failed, interrupted): (CInt, CInt, CInt, CInt) = (0, 1, 2, 130)
  /// The time limit for the rest of a key's sequence, in milliseconds.
  private static let escapeTime = 50

  init(_ options: FindOptions, _ terminal: Terminal) throws {
    self.options = options
    self.terminal = terminal
    history = try options.history.map { try QueryHistory(path: $0, limit: options.historySize) }
    historyIndex = history?.queries.count ?? 0
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

  /// Runs the session to its end.
  func run() throws -> Ending {
    // There is no screen while the options may end the session on their own.
    let waits = options.selectsOnly || options.exitsEmpty
    if !waits { try show() }
    // Restore the screen first: the host may take a moment to end.
    defer {
      hide()
      host.end()
    }
    window.rows = max(layout.listRows, 1)
    try host.create(
      options, previewLines: builtInPreviewLines, rows: window.rows, hasScreen: true)
    sendQuery()
    perform(.start)
    while ending == nil {
      try step()
      if waits, !isShown, ending == nil { try endWithoutScreen() }
      if isShown, isStale { draw() }
    }
    return ending ?? Ending(status: Self.failed)
  }

  /// Ends without a screen if no line or only one line matches, as the options say; else shows the
  /// screen.
  private func endWithoutScreen() throws {
    guard let state = host.state, state["isSearching"] == false,
      state.text("foundQuery").hasSameCodeUnits(as: query)
    else { return }
    switch state["total"]?.integerValue {
    case 0? where options.exitsEmpty: ending = Ending(status: Self.noMatch, lines: queryLines)
    case 1? where options.selectsOnly: accept()
    default: try show()
    }
  }

  /// Waits for keys and messages, and handles them.
  private func step() throws {
    var entries = host.interests
    let hostCount = entries.count
    // Keys are not read without a screen.
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
    for news in try host.exchange(isReadable: ready[0].isReady) { handle(news) }
    if ready[hostCount].isReady {
      let bytes = terminal.read()
      if bytes.isEmpty { ending = Ending(status: Self.interrupted) }
      press(decoder.feed(bytes))
    } else if isWaitingForKey {
      press(decoder.flush())
    }
  }

  private func handle(_ news: FinderHost.News) {
    isStale = true
    defer { performPending() }
    switch news {
    case .changed: performTriggers()
    case .problem(let words): problem = words
    case .accepted(let texts):
      end(with: Self.accepted, texts)
    }
  }

  private func performTriggers() {
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

  /// Handles keys. Typed or pasted text enters the query at once.
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
    pending += actions
    performPending()
  }

  /// Performs pending actions in order. Those that use the current line wait until it is known.
  private func performPending() {
    while ending == nil, let action = pending.first {
      if action.kind.isAboutLine, !host.isSettled { return }
      pending.removeFirst()
      perform(action)
    }
  }

  /// Edits the query with a key.
  func edit(_ key: Key) {
    let before = query
    _ = editor.press(key)
    if !query.hasSameCodeUnits(as: before) { queryChanged() }
  }

  func queryChanged() {
    isStale = true
    sendQuery()
    perform(.change)
    updatePreview()
  }

  /// Sends the query to the host.
  func sendQuery() {
    let wanted = options.isDisabled ? sentQuery : query
    if wanted.hasSameCodeUnits(as: sentQuery) { return }
    if wanted.hasTooManyMarks {
      problem = Filter.tooManyMarks
      return
    }
    sentQuery = wanted
    host.input("query", ["text": .string(wanted)])
    if window.offset != 0 {
      window.offset = 0
      host.moveWindow(to: 0, rows: window.rows)
    }
  }

  // MARK: Ending

  var queryLines: [[UInt8]] { options.printsQuery ? [Array(query.utf8)] : [] }

  func end(with status: CInt, _ texts: [String]) {
    var lines = queryLines
    if !options.expected.isEmpty { lines.append(Array(acceptingKey.utf8)) }
    lines += texts.map { options.printed($0) }
    if status == Self.accepted { history?.append(query) }
    ending = Ending(status: status, lines: lines)
  }

  /// The `--expect` key that accepted; empty for another key.
  private var acceptingKey = ""

  /// Ends with the selected lines, or the current line.
  func accept(with key: String = "") {
    acceptingKey = key
    host.call("accept", idOfCurrent) { [weak self] _ in
      guard let self, ending == nil, host.state?["isSearching"] == false else { return }
      // No line matches.
      end(with: Self.noMatch, [])
    }
  }

  /// The id of the visible current line; empty while inputs that may change it are running.
  var idOfCurrent: JSONObject {
    guard host.isSettled, host.state?.text("foundQuery").hasSameCodeUnits(as: sentQuery) == true,
      let current
    else { return [:] }
    return ["id": .integer(Int64(current.id))]
  }
}
