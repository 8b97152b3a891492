import LibC

/// What is wrong with a line of an ``Interface`` or a ``Catalog``. No frontend can do anything about it.
struct AuthorFault: Error {
  /// A sentence without a full stop.
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// A line of an author's program.
struct SourceLine {
  let file: StaticString
  let line: UInt

  /// Ends the process with status 70, `EX_SOFTWARE` of `sysexits.h`, after `todo-host: Sources/todo-host/main.swift:8: …`
  /// on standard error. Not a trap: a release build would not print the sentence, and a debug build sixty lines with it.
  func fail(_ fault: AuthorFault) -> Never {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "host"
    var bytes = Array("\(program): \(path):\(line): \(fault.sentence)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { break }
      bytes = bytes.dropFirst(max(count, 0))
    }
    exit(70)
  }

  /// The path of the file, from the working directory on if it is in there.
  private var path: Substring {
    let path = "\(file)"
    guard let folder = getcwd(nil, 0) else { return path[...] }
    defer { free(folder) }
    let start = String(cString: folder) + "/"
    return path.hasPrefix(start) ? path.dropFirst(start.count) : path[...]
  }
}

/// Refuses a name that stands twice in a list that an author wrote.
///
/// - Parameter owner: what has the list, and what is in it: `TodoViewModel has two inputs`.
func requireUnique(_ names: [String], _ owner: String) throws(AuthorFault) {
  var seen: Set<String> = []
  for name in names where !seen.insert(name).inserted {
    throw AuthorFault("\(owner) named \(name)")
  }
}

/// Refuses more names, or fewer, than there are things to name.
func requireCount(
  _ count: Int, _ noun: String, named: Int, in owner: String
) throws(AuthorFault) {
  if count == named { return }
  throw AuthorFault(
    "\(owner) takes \(count) \(noun)\(count == 1 ? "" : "s"), but \(named) \(named == 1 ? "is" : "are") named"
  )
}
