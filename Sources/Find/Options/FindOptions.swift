import HostTools

/// The options of `find`, with fzf's names.
struct FindOptions {
  // MARK: Source

  /// The folder to search; `nil` for the working directory, or for standard input if that is not a
  /// terminal.
  var folder: String?
  /// The shell command whose output lines are searched.
  var command: String?
  /// Whether to find folders instead of files.
  var findsFolders = false
  /// The descriptor whose lines are searched; `nil` for none.
  var inputDescriptor: CInt?
  var readsZero = false

  // MARK: Matching

  var query = ""
  /// The query to print the matches of, without a screen.
  var filter: String?
  var isExact = false
  var letterCase = LetterCase.smart
  var isLiteral = false
  var sorts = true
  var isReversed = false
  var tiebreak: [String] = []
  var fields: String?
  /// The fields to show.
  var shownFields: String?
  var delimiter: String?
  var hasColors = false
  var isDisabled = false

  // MARK: Result

  /// The most lines that can be selected; 1 without `--multi`.
  var selectionLimit = 1
  var selectsOnly = false
  var exitsEmpty = false
  var printsQuery = false
  var printsZero = false
  /// The keys that accept, with their names on the command line, which are printed.
  var expected: [Key: String] = [:]

  // MARK: Screen

  var height: Height?
  var minimumHeight = 10
  var layout = Layout.bottom
  var border = Border.none
  var borderLabel = Label()
  var margin = Sides()
  var padding = Sides()
  var info = Info.line
  var infoSeparator = " < "
  /// The repeated text that fills the line of the counts.
  var separator = "─"
  var prompt = "> "
  var pointer = ">"
  var marker = ">"
  var ellipsis = "…"
  var header: [String] = []
  /// The number of lines at the start that also form the header.
  var headerLines = 0
  var isHeaderFirst = false
  var tabStop = 8
  var theme = Theme.usual
  var hasMouse = true
  var cycles = false
  var keepsRight = false
  var scrollOff = 0
  /// Whether word keys in the query stop only at slashes.
  var hasWordsOfPaths = false

  // MARK: Others

  var bindings = Action.usual
  var history: String?
  var historySize = 1_000
  /// The preview command; `nil` for the start of the file, if lines are file names.
  var preview: String?
  var previewWindow = PreviewWindow()
  var previewLabel = Label()

  /// The script for a shell, which is printed instead of finding.
  var shellScript: String?

  enum LetterCase: String { case smart, ignore, respect }
  enum Layout: String, CaseIterable {
    case bottom = "default", reverse, reverseList = "reverse-list"
  }
  enum Info { case line, inline, hidden }

  /// The height in the terminal.
  struct Height {
    var size: Size
    /// Whether the height shrinks when there is less to show.
    var adapts = false
  }
}

/// A number of rows or columns, absolute or relative.
enum Size: Equatable {
  case cells(Int)
  case percent(Int)

  /// - Throws: if the text is not a size.
  init(_ text: some StringProtocol, of option: String) throws(FindUsageError) {
    let isPercent = text.hasSuffix("%")
    guard let number = Int(isPercent ? text.dropLast() : text[...]), number >= 0,
      !isPercent || number <= 100
    else { throw FindUsageError("\(option): expected a number, or one up to 100 with %: \(text)") }
    self = isPercent ? .percent(number) : .cells(number)
  }

  func cells(of all: Int) -> Int {
    switch self {
    case .cells(let number): number
    case .percent(let number): all * number / 100
    }
  }
}

/// The space on each side.
struct Sides {
  var top = Size.cells(0)
  var right = Size.cells(0)
  var bottom = Size.cells(0)
  var left = Size.cells(0)

  init() {}

  /// Reads `TRBL`, `TB,RL`, `T,RL,B` or `T,R,B,L`.
  init(_ text: String, of option: String) throws(FindUsageError) {
    var sizes: [Size] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      sizes.append(try Size(part, of: option))
    }
    switch sizes.count {
    case 1: (top, right, bottom, left) = (sizes[0], sizes[0], sizes[0], sizes[0])
    case 2: (top, right, bottom, left) = (sizes[0], sizes[1], sizes[0], sizes[1])
    case 3: (top, right, bottom, left) = (sizes[0], sizes[1], sizes[2], sizes[1])
    case 4: (top, right, bottom, left) = (sizes[0], sizes[1], sizes[2], sizes[3])
    default: throw FindUsageError("\(option): expected one to four numbers: \(text)")
    }
  }
}

/// A faulty command line, for which `find` exits with 2, as fzf does.
struct FindUsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
