import HostTools
import JSON
import OperatingSystem

/// The screen.
extension FindSession {
  var layout: Layout {
    let size = terminal.size
    return Layout(
      options, width: size.columns, height: height(of: size.rows), header: headerCount,
      showsPreview: isPreviewShown && hasPreview)
  }

  /// The header lines of the list.
  var listHeader: [String] { host.state?.texts("header") ?? [] }

  private var headerCount: Int { headerTexts.count + listHeader.count }

  /// Whether a preview is available.
  var hasPreview: Bool { previewCommand != nil || builtInPreviewLines > 0 }

  /// The number of lines that the host reads of a file for the preview; 0 unless lines are file
  /// names, and the terminal is wide.
  var builtInPreviewLines: Int {
    guard options.preview == nil, options.areFiles, !options.findsFolders,
      !options.previewWindow.isHidden, terminal.size.columns >= 90
    else { return 0 }
    return min(terminal.size.rows, 1_000)
  }

  /// The number of used rows.
  private func height(of rows: Int) -> Int {
    guard let height = options.height else { return rows }
    var used = height.size.cells(of: rows)
    if case .percent = height.size { used = max(used, options.minimumHeight) }
    if height.adapts, let total = host.state?["total"]?.integerValue {
      let others = headerCount + (options.info == .line ? 2 : 1) + options.border.height
      used = min(used, Int(min(total, 10_000)) + others)
    }
    return min(max(used, 3), rows)
  }

  /// - Throws: ``FindUsageError`` without a terminal.
  func show() throws {
    guard terminal.descriptor != .none else {
      throw FindUsageError("there is no terminal; --filter needs none")
    }
    terminal.enter()
    terminal.write(region.begin(rows: height(of: terminal.size.rows)))
    isShown = true
    isStale = true
    draw()
  }

  func hide() {
    guard isShown else { return }
    terminal.write(region.end())
    terminal.leave()
    isShown = false
  }

  /// Redraws everything at the terminal's current size.
  func resize() {
    guard isShown else { return }
    terminal.write(region.renew(rows: height(of: terminal.size.rows)))
    isStale = true
    previewed = nil
    updatePreview()
  }

  func draw() {
    isStale = false
    let size = terminal.size
    if options.height?.adapts == true, height(of: size.rows) != region.rows { resize() }
    let layout = layout
    if layout.listRows != window.rows, layout.listRows > 0, host.state != nil {
      window.rows = layout.listRows
      host.moveWindow(to: window.offset, rows: window.rows)
    }
    let state = screenState
    scroll(to: state.index, total: state.total)
    let frame = Frame(state, options, layout, width: size.columns)
    self.frame = frame
    terminal.write(region.show(frame.lines, cursor: frame.cursor))
  }

  /// Moves the window if the current line is outside.
  private func scroll(to index: Int, total: Int) {
    let off = min(options.scrollOff, (window.rows - 1) / 2)
    var offset = window.offset
    if index - off < offset { offset = max(index - off, 0) }
    if index + off >= offset + window.rows { offset = index + off - window.rows + 1 }
    offset = max(min(offset, total - window.rows), 0)
    if offset == window.offset { return }
    window.offset = offset
    host.moveWindow(to: offset, rows: window.rows)
  }

  /// The current line; `nil` if it has not been received.
  var current: ScreenState.Row? {
    guard let state = host.state, let matches = state["matches"],
      let index = state["index"]?.integerValue, let offset = matches["offset"]?.integerValue
    else { return nil }
    let items = matches.list("items")
    let itemIndex = Int(index - offset)
    return items.indices.contains(itemIndex) ? ScreenState.Row(items[itemIndex]) : nil
  }

  /// The ids of the selected lines.
  var selected: Set<Int> {
    Set(host.state?.list("selected").compactMap { $0["id"]?.integerValue.map(Int.init) } ?? [])
  }

  /// The error to show; for a failed command, its status and last message.
  private var shownProblem: String? {
    guard let problem, problem.hasPrefix("\(Shell.path) -c "), !host.lastError.isEmpty,
      let colon = problem.lastIndex(of: ":")
    else { return problem }
    return "\(problem[problem.index(after: colon)...].drop { $0 == " " }): \(host.lastError)"
  }

  /// The state for the next frame.
  var screenState: ScreenState {
    var screen = ScreenState()
    screen.prompt = options.prompt
    (screen.query, screen.cursor) = (editor.text, editor.cursor)
    (screen.header, screen.listHeader, screen.problem) = (headerTexts, listHeader, shownProblem)
    (screen.isDisabled, screen.areFiles) = (options.isDisabled, options.areFiles)
    guard let state = host.state else { return screen }
    func number(_ member: String) -> Int { Int(state[member]?.integerValue ?? 0) }
    (screen.total, screen.candidates, screen.index) = (
      number("total"), number("candidates"), number("index")
    )
    screen.isSearching = state["isSearching"] == true
    screen.selected = selected
    let matches = state["matches"] ?? .null
    screen.offset = Int(matches["offset"]?.integerValue ?? 0)
    screen.rows = matches.list("items").map(ScreenState.Row.init)
    screen.preview = previewText
    return screen
  }

  // MARK: Mouse

  /// The longest time between the presses of a double click, in milliseconds.
  private static let doubleClickTime: Int64 = 500

  func press(_ mouse: Key.Mouse) {
    let row = mouse.row
    let isInPreview =
      frame?.previewArea.map { $0.rows.contains(row) && $0.columns.contains(mouse.column) } ?? false
    switch mouse.action {
    case .wheelUp, .wheelDown:
      let isUp = mouse.action == .wheelUp
      if isInPreview {
        scrollPreview(by: isUp ? -3 : 3)
      } else {
        perform([Action(kind: isUp ? .up : .down)])
      }
    case .press:
      guard !isInPreview, let index = frame?.listed[row] else { return }
      perform([Action(kind: .position, argument: "\(index + 1)")])
      let now = Process.nanoseconds() / 1_000_000
      if mouse.isSecondary {
        perform(.rightClick)
      } else if let last = lastPress, last.row == row, now - last.time < Self.doubleClickTime {
        lastPress = nil
        perform(.doubleClick)
      } else {
        lastPress = (now, row)
      }
    case .release, .drag: break
    }
  }
}

extension ScreenState.Row {
  fileprivate init(_ json: JSONValue) {
    id = Int(json["id"]?.integerValue ?? 0)
    text = json.text("text")
    line = json["line"]?.stringValue ?? text
    ranges = json.list("ranges").compactMap(Self.range)
    styles = json.list("styles").compactMap { style in
      Self.range(style).map { ($0, Style(parameters: style[2]?.stringValue ?? "")) }
    }
  }

  private static func range(_ json: JSONValue) -> Range<Int>? {
    guard let first = json[0]?.integerValue, let end = json[1]?.integerValue, first < end else {
      return nil
    }
    return Int(first)..<Int(end)
  }
}
