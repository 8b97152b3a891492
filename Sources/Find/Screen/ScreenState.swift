/// What is to be seen.
struct ScreenState {
  var prompt = "> "
  var query: [Character] = []
  /// Before which character of the query the cursor is.
  var cursor = 0
  var rows: [Row] = []
  /// Which row of all is the first of these.
  var offset = 0
  /// Which row of all is the current one.
  var index = 0
  var total = 0
  var candidates = 0
  var isSearching = true
  var selected: Set<Int> = []
  var header: [String] = []
  /// The first lines of the list, which stay.
  var listHeader: [String] = []
  /// What went wrong.
  var problem: String?
  var preview = PreviewText()
  var isPreviewShown = false
  /// Whether what is typed is searched for.
  var isDisabled = false
  /// Whether lines are names of files.
  var areFiles = false

  /// A line that matches.
  struct Row {
    let id: Int
    let text: String
    /// What is printed, of which the text may be a part.
    let line: String
    let ranges: [Range<Int>]
    let styles: [(Range<Int>, Style)]
  }
}

/// What the preview shows.
struct PreviewText {
  var lines: [AnsiText] = []
  /// Which line is the first that is seen, below those that stay.
  var offset = 0
}
