/// The state that the screen shows.
struct ScreenState {
  var prompt = "> "
  var query: [Character] = []
  /// The index of the character of the query after the cursor.
  var cursor = 0
  var rows: [Row] = []
  /// The index of the first of these rows in the list.
  var offset = 0
  /// The index of the current row in the list.
  var index = 0
  var total = 0
  var candidates = 0
  var isSearching = true
  var selected: Set<Int> = []
  var header: [String] = []
  /// The header lines of the list.
  var listHeader: [String] = []
  /// An error to show.
  var problem: String?
  var preview = PreviewText()
  var isPreviewShown = false
  /// Whether typing does not search.
  var isDisabled = false
  /// Whether lines are file names.
  var areFiles = false

  /// A matching line.
  struct Row {
    let id: Int
    let text: String
    /// The line to print; `text` can be a part of it.
    let line: String
    let ranges: [Range<Int>]
    let styles: [(Range<Int>, Style)]
  }
}

/// The text of the preview.
struct PreviewText {
  var lines: [AnsiText] = []
  /// The index of the first visible line below the fixed lines.
  var offset = 0
}
