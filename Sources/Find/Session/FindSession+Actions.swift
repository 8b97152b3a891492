import HostTools
import JSON
import OperatingSystem

/// Performing actions.
extension FindSession {
  func perform(_ action: Action) {
    isStale = true
    if let key = Self.keys[action.kind] { return edit(key) }
    switch action.kind {
    case .abort: ending = Ending(status: Self.interrupted)
    case .accept: accept(with: action.argument)
    case .acceptNonEmpty: if current != nil { accept() }
    case .become: become(action.argument)
    case .cancel:
      if editor.text.isEmpty { ending = Ending(status: Self.interrupted) } else { set("") }
    case .printQuery:
      history?.append(query)
      ending = Ending(status: Self.accepted, lines: [Array(query.utf8)])
    case .deleteCharOrEnd:
      if editor.text.isEmpty { ending = Ending(status: Self.interrupted) } else { edit(.delete) }
    case .backwardDeleteCharOrEnd, .backwardDeleteChar:
      if !editor.text.isEmpty {
        edit(.backspace)
      } else if action.kind == .backwardDeleteCharOrEnd {
        ending = Ending(status: Self.interrupted)
      } else {
        perform(.backwardEOF)
      }
    case .clearQuery: set("")
    case .changeQuery: set(action.argument)
    case .put: edit(.text(action.argument))
    case .replaceQuery: if let current { set(current.text) }
    case .nextHistory: recall(historyIndex + 1)
    case .previousHistory: recall(historyIndex - 1)
    case .up: move(options.layout == .bottom ? 1 : -1)
    case .down: move(options.layout == .bottom ? -1 : 1)
    case .first: jump(to: 0)
    case .last: jump(to: .max)
    case .pageUp: move(page(options.layout == .bottom ? 1 : -1))
    case .pageDown: move(page(options.layout == .bottom ? -1 : 1))
    case .halfPageUp: move(page(options.layout == .bottom ? 1 : -1) / 2)
    case .halfPageDown: move(page(options.layout == .bottom ? -1 : 1) / 2)
    case .position: if let number = Int(action.argument) { jump(to: number) }
    case .select, .deselect: select(action.kind == .select)
    case .toggle: toggle()
    case .selectAll: if options.selectionLimit > 1 { host.input("selectAll") }
    case .deselectAll, .clearSelection: if options.selectionLimit > 1 { host.input("deselectAll") }
    case .toggleAll: if options.selectionLimit > 1 { host.input("toggleAll") }
    case .toggleSort:
      options.sorts.toggle()
      host.input("sort", ["isOn": .bool(options.sorts)])
    case .toggleSearch: setSearch(isOn: options.isDisabled)
    case .enableSearch: setSearch(isOn: true)
    case .disableSearch: setSearch(isOn: false)
    case .reload, .reloadSync: reload(action.argument)
    case .execute, .executeSilent: execute(action.argument, isSilent: action.kind == .executeSilent)
    case .changePrompt: options.prompt = action.argument
    case .changeHeader:
      let lines = action.argument.split(separator: "\n", omittingEmptySubsequences: false)
      headerTexts = action.argument.isEmpty ? [] : lines.map(String.init)
      resize()
    case .toggleHeader:
      headerTexts = headerTexts.isEmpty ? options.header : []
      resize()
    case .clearScreen: resize()
    case .suspend: suspend()
    case .ignore: break
    default: performPreview(action)
    }
  }

  /// Actions that the line editor performs, with its keys.
  private static let keys: [Action.Kind: Key] = [
    .backwardChar: .left, .forwardChar: .right, .beginningOfLine: .home, .endOfLine: .end,
    .backwardWord: .wordLeft, .forwardWord: .wordRight, .deleteChar: .delete,
    .killWord: .alt("d"), .killLine: .control("K"), .unixLineDiscard: .control("U"),
    .unixWordRubout: .control("W"), .backwardKillWord: .altKey(.backspace), .yank: .control("Y"),
  ]

  private func set(_ text: String) {
    if text == query { return }
    editor.replace(by: text)
    queryChanged()
  }

  private func recall(_ index: Int) {
    guard let history, 0...history.queries.count ~= index else { return }
    history.keep(query, at: historyIndex)
    historyIndex = index
    set(history.query(at: index))
  }

  // MARK: Lines

  private func page(_ direction: Int) -> Int { direction * max(layout.listRows - 1, 1) }

  /// - Parameter rows: positive for worse matches.
  private func move(_ rows: Int) { host.input("move", ["by": .integer(Int64(rows))]) }

  private func jump(to index: Int) {
    guard let state = host.state else { return }
    let total = Int(state["total"]?.integerValue ?? 0)
    let target = index == .max ? total - 1 : index > 0 ? index - 1 : index < 0 ? total + index : 0
    move(target - Int(state["index"]?.integerValue ?? 0))
  }

  private func toggle() {
    guard options.selectionLimit > 1 else { return }
    let selected = selected
    let isSelected = current.map { selected.contains($0.id) } ?? false
    if isSelected || selected.count < options.selectionLimit {
      host.input("toggle", idOfCurrent)
    }
  }

  private func select(_ isSelected: Bool) {
    if let current, selected.contains(current.id) != isSelected { toggle() }
  }

  private func setSearch(isOn: Bool) {
    options.isDisabled = !isOn
    sendQuery()
  }

  // MARK: Commands

  /// The values of placeholders.
  var values: CommandTemplate.Values {
    var values = CommandTemplate.Values(query: query, delimiter: options.delimiter)
    values.current = current.map { .init(number: $0.id, text: $0.line) }
    values.selected =
      host.state?.list("selected").map {
        .init(number: Int($0["id"]?.integerValue ?? 0), text: $0.text("text"))
      } ?? []
    return values
  }

  private func reload(_ template: String) {
    guard let command = CommandTemplate(template).command(values) else { return }
    hasLoaded = false
    host.forgetErrors()
    host.input("reload", ["command": .array([.string(Shell.path), "-c", .string(command)])])
  }

  private func execute(_ template: String, isSilent: Bool) {
    guard let command = CommandTemplate(template).command(values) else { return }
    if isSilent {
      _ = Shell.run(command, on: nil)
      return
    }
    hide()
    TerminalMode.withoutInterrupts { _ = Shell.run(command, on: terminal.descriptor) }
    try? show()
    // The command may have changed what the preview shows.
    previewed = nil
    updatePreview()
  }

  private func become(_ template: String) {
    guard let command = CommandTemplate(template).command(values) else { return }
    history?.append(query)
    ending = Ending(status: Self.accepted, command: command)
  }

  private func suspend() {
    hide()
    terminal.suspend()
    terminal.leave()
    try? show()
  }
}
