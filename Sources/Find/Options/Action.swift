import HostTools

/// An action of a key, with fzf's name.
struct Action: Equatable {
  var kind: Kind
  /// The argument in parentheses after its name.
  var argument = ""

  enum Kind: String, CaseIterable {
    // Ending.
    case abort, accept, become
    case acceptNonEmpty = "accept-non-empty"
    case cancel, printQuery = "print-query"
    case deleteCharOrEnd = "delete-char/eof"
    case backwardDeleteCharOrEnd = "backward-delete-char/eof"
    // Query.
    case backwardChar = "backward-char"
    case backwardDeleteChar = "backward-delete-char"
    case backwardKillWord = "backward-kill-word"
    case backwardWord = "backward-word"
    case beginningOfLine = "beginning-of-line"
    case clearQuery = "clear-query"
    case deleteChar = "delete-char"
    case endOfLine = "end-of-line"
    case forwardChar = "forward-char"
    case forwardWord = "forward-word"
    case killLine = "kill-line"
    case killWord = "kill-word"
    case put, yank
    case replaceQuery = "replace-query"
    case changeQuery = "change-query"
    case unixLineDiscard = "unix-line-discard"
    case unixWordRubout = "unix-word-rubout"
    case nextHistory = "next-history"
    case previousHistory = "prev-history"
    // Lines.
    case up, down, first, last
    case pageUp = "page-up"
    case pageDown = "page-down"
    case halfPageUp = "half-page-up"
    case halfPageDown = "half-page-down"
    case position = "pos"
    case select, deselect, toggle
    case selectAll = "select-all"
    case deselectAll = "deselect-all"
    case clearSelection = "clear-selection"
    case toggleAll = "toggle-all"
    case toggleSort = "toggle-sort"
    case toggleSearch = "toggle-search"
    case enableSearch = "enable-search"
    case disableSearch = "disable-search"
    case reload
    case reloadSync = "reload-sync"
    // Preview.
    case preview
    case changePreview = "change-preview"
    case changePreviewWindow = "change-preview-window"
    case refreshPreview = "refresh-preview"
    case togglePreview = "toggle-preview"
    case togglePreviewWrap = "toggle-preview-wrap"
    case showPreview = "show-preview"
    case hidePreview = "hide-preview"
    case previewUp = "preview-up"
    case previewDown = "preview-down"
    case previewPageUp = "preview-page-up"
    case previewPageDown = "preview-page-down"
    case previewHalfPageUp = "preview-half-page-up"
    case previewHalfPageDown = "preview-half-page-down"
    case previewTop = "preview-top"
    case previewBottom = "preview-bottom"
    // Others.
    case execute
    case executeSilent = "execute-silent"
    case changePrompt = "change-prompt"
    case changeHeader = "change-header"
    case clearScreen = "clear-screen"
    case toggleHeader = "toggle-header"
    case suspend, ignore

    /// Whether it uses the current line, so that earlier inputs have to finish first.
    var isAboutLine: Bool {
      switch self {
      case .accept, .acceptNonEmpty, .become, .execute, .executeSilent, .reload, .reloadSync,
        .replaceQuery, .first, .last, .position, .select, .deselect, .toggle:
        true
      default: false
      }
    }

    var takesArgument: Bool {
      switch self {
      case .become, .changeQuery, .position, .reload, .reloadSync, .preview, .changePreview,
        .changePreviewWindow, .execute, .executeSilent, .changePrompt, .changeHeader, .put:
        true
      default: false
      }
    }
  }

  /// All names, sorted.
  static var names: [String] { (Kind.allCases.map(\.rawValue) + synonyms.keys).sorted() }

  /// Names for one or more other actions.
  static let synonyms: [String: [Kind]] = [
    "top": [.first], "toggle-down": [.toggle, .down], "toggle-up": [.toggle, .up],
    "toggle-in": [.toggle, .down], "toggle-out": [.toggle, .up],
    "previous-history": [.previousHistory], "execute-multi": [.execute],
    "close": [.abort],
  ]

  /// The default bindings.
  static var usual: [Trigger: [Action]] {
    var bindings: [Trigger: [Action]] = [
      .doubleClick: [Action(kind: .accept)], .rightClick: [Action(kind: .toggle)],
      .key(.tab): [Action(kind: .toggle), Action(kind: .down)],
      .key(.backTab): [Action(kind: .toggle), Action(kind: .up)],
    ]
    for (kind, keys) in usualKeys {
      for key in keys { bindings[.key(key)] = [Action(kind: kind)] }
    }
    return bindings
  }

  private static let usualKeys: [(Kind, [Key])] = [
    (.beginningOfLine, [.control("A"), .home]), (.endOfLine, [.control("E"), .end]),
    (.backwardChar, [.control("B"), .left]), (.forwardChar, [.control("F"), .right]),
    (.backwardWord, [.alt("b"), .shiftLeft, .wordLeft]),
    (.forwardWord, [.alt("f"), .shiftRight, .wordRight]),
    (.backwardDeleteChar, [.control("H"), .backspace]), (.deleteChar, [.delete]),
    (.deleteCharOrEnd, [.control("D")]), (.killWord, [.alt("d")]),
    (.backwardKillWord, [.altKey(.backspace)]), (.unixWordRubout, [.control("W")]),
    (.unixLineDiscard, [.control("U")]), (.yank, [.control("Y")]),
    (.abort, [.control("C"), .control("G"), .control("Q"), .escape]),
    (.down, [.control("J"), .control("N"), .down]), (.up, [.control("K"), .control("P"), .up]),
    (.pageUp, [.pageUp]), (.pageDown, [.pageDown]), (.accept, [.enter]),
    (.clearScreen, [.control("L")]), (.suspend, [.control("Z")]),
    (.previewUp, [.shiftUp]), (.previewDown, [.shiftDown]), (.togglePreview, [.control("_")]),
  ]
}
