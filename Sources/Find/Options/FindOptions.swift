import HostTools

/// What `find` was asked for on its command line. The names are fzf's.
struct FindOptions {
  // MARK: What is searched

  /// Below which folder files are found; `nil` for the working directory, or for standard input if that is no terminal.
  var folder: String?
  /// A command for the shell, whose lines are searched.
  var command: String?
  /// Whether folders are found, and no files.
  var findsFolders = false
  /// The descriptor whose lines are searched.
  var inputDescriptor: CInt?
  var readsZero = false

  // MARK: How

  var query = ""
  /// What is printed without a screen.
  var filter: String?
  var isExact = false
  var letterCase = LetterCase.smart
  var isLiteral = false
  var sorts = true
  var isReversed = false
  var tiebreak: [String] = []
  var fields: String?
  /// Which fields are shown.
  var shownFields: String?
  var delimiter: String?
  var hasColors = false
  var isDisabled = false

  // MARK: How it ends

  /// How many may be selected; 1 without `--multi`.
  var selectionLimit = 1
  var selectsOnly = false
  var exitsEmpty = false
  var printsQuery = false
  var printsZero = false
  /// Keys that end it, and are printed: as they are written on the command line.
  var expected: [Key: String] = [:]

  // MARK: The screen

  var height: Height?
  var minimumHeight = 10
  var layout = Layout.bottom
  var border = Border.none
  var borderLabel = Label()
  var margin = Sides()
  var padding = Sides()
  var info = Info.line
  var infoSeparator = " < "
  /// What fills the line of the counts, again and again.
  var separator = "─"
  var prompt = "> "
  var pointer = ">"
  var marker = ">"
  var ellipsis = "…"
  var header: [String] = []
  /// So many of the first lines are a header, too.
  var headerLines = 0
  var isHeaderFirst = false
  var tabStop = 8
  var theme = Theme.usual
  var hasMouse = true
  var cycles = false
  var keepsRight = false
  var scrollOff = 0
  /// Whether keys that go over words of the query stop at slashes alone.
  var hasWordsOfPaths = false

  // MARK: The rest

  var bindings = Action.usual
  var history: String?
  var historySize = 1_000
  /// The command that shows the current line; `nil` for the start of the file, if lines are files.
  var preview: String?
  var previewWindow = PreviewWindow()
  var previewLabel = Label()

  /// What is printed for a shell, in place of all else.
  var shellScript: String?

  enum LetterCase: String { case smart, ignore, respect }
  enum Layout: String, CaseIterable {
    case bottom = "default", reverse, reverseList = "reverse-list"
  }
  enum Info { case line, inline, hidden }

  /// How many rows of the terminal are used.
  struct Height {
    var size: Size
    /// Whether fewer are used where there is less to show.
    var adapts = false
  }
}

/// A number of rows or columns, or a part of all.
enum Size: Equatable {
  case cells(Int)
  case percent(Int)

  /// - Throws: where it is none.
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

/// What is left free on each side.
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

/// A command line that makes no sense: `find` ends with status 2, as fzf does.
struct FindUsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
