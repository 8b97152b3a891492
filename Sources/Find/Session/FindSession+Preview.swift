import JSON
import OperatingSystem

/// The preview.
extension FindSession {
  /// The text of the preview: the output of a command, or the start of a file.
  var previewText: PreviewText {
    var text = PreviewText(offset: previewOffset)
    if previewCommand != nil {
      text.lines = previewProcess?.lines ?? []
    } else if let file = host.state?["preview"] {
      var style = Style.plain
      let message = file["message"]?.stringValue
      let lines = message.map { [$0] } ?? file.texts("lines")
      text.lines = lines.map { AnsiText($0, style: &style) }
      if file["isTruncated"] == true { text.lines.append(AnsiText("…", style: &style)) }
    }
    let most = max(text.lines.count - 1 - options.previewWindow.headerLines, 0)
    if options.previewWindow.follows, let rows = layout.preview?.rows {
      text.offset = max(text.lines.count - rows, 0)
    }
    text.offset = min(text.offset, most)
    return text
  }

  /// Restarts the command if its text or line has changed.
  func updatePreview() {
    guard isPreviewShown, let template = previewCommand, let size = layout.preview else {
      previewProcess = nil
      previewed = nil
      return
    }
    let values = values
    // Without a line, only a command with the query is useful.
    let isNeeded = values.current != nil || template.contains("{q}")
    let command = isNeeded ? CommandTemplate(template).command(values) : nil
    let shown = command.map { "\(values.current?.number ?? -1) \($0)" }
    if shown == previewed, previewProcess != nil || command == nil { return }
    previewed = shown
    previewProcess = nil
    isStale = true
    guard let command else { return }
    previewOffset = firstLine(rows: size.rows)
    do { previewProcess = try PreviewProcess(command, size: size) } catch { problem = "\(error)" }
  }

  /// The first visible line of the preview, from the window's `+SCROLL`.
  private func firstLine(rows: Int) -> Int {
    guard let scroll = options.previewWindow.scroll else { return 0 }
    let parts = scroll.split(separator: "/", maxSplits: 1)
    var total = 0
    for term in Self.terms(parts.first ?? "") {
      let sign = term.hasPrefix("-") ? -1 : 1
      let text = term.hasPrefix("-") || term.hasPrefix("+") ? term.dropFirst() : term
      let filled = CommandTemplate(String(text)).command(values) ?? ""
      total += sign * (Int(filled.filter { $0.isNumber }) ?? 0)
    }
    if parts.count > 1, let divisor = Int(parts[1]), divisor > 0 { total -= rows / divisor }
    return max(total - 1, 0)
  }

  /// Splits `{2}-5+3` into `{2}`, `-5`, `+3`.
  private static func terms(_ text: Substring) -> [Substring] {
    var terms: [Substring] = []
    var start = text.startIndex
    var depth = 0
    for index in text.indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" { depth -= 1 }
      if index > start, depth == 0, text[index] == "-" || text[index] == "+" {
        terms.append(text[start..<index])
        start = index
      }
    }
    return terms + [text[start...]]
  }

  func scrollPreview(by lines: Int) {
    let count = previewText.lines.count
    let rows = layout.preview?.rows ?? 1
    let last = max(count - 1 - options.previewWindow.headerLines, 0)
    var offset = previewOffset + lines
    if options.previewWindow.cycles { offset = offset < 0 ? last : offset > last ? 0 : offset }
    previewOffset = max(min(offset, max(last - rows + 2, 0)), 0)
    options.previewWindow.follows = false
    isStale = true
  }

  func performPreview(_ action: Action) {
    let rows = layout.preview?.rows ?? 1
    switch action.kind {
    case .preview, .changePreview:
      previewCommand = action.argument.isEmpty ? options.preview : action.argument
      isPreviewShown = true
      previewed = nil
      updatePreview()
    case .changePreviewWindow:
      try? options.previewWindow.read(action.argument)
      isPreviewShown = !options.previewWindow.isHidden
      resize()
    case .refreshPreview:
      previewed = nil
      updatePreview()
    case .togglePreview: setPreview(isShown: !isPreviewShown)
    case .showPreview: setPreview(isShown: true)
    case .hidePreview: setPreview(isShown: false)
    case .togglePreviewWrap: options.previewWindow.wraps.toggle()
    case .previewUp: scrollPreview(by: -1)
    case .previewDown: scrollPreview(by: 1)
    case .previewPageUp: scrollPreview(by: -rows)
    case .previewPageDown: scrollPreview(by: rows)
    case .previewHalfPageUp: scrollPreview(by: -rows / 2)
    case .previewHalfPageDown: scrollPreview(by: rows / 2)
    case .previewTop: scrollPreview(by: -previewOffset)
    case .previewBottom: scrollPreview(by: .max / 2)
    default: break
    }
  }

  private func setPreview(isShown: Bool) {
    isPreviewShown = isShown
    resize()
  }
}
