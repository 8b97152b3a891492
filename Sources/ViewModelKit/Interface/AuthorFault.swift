import OperatingSystem

/// What is wrong with a line of an ``Interface`` or a ``Catalog``. No frontend can do anything about it.
nonisolated struct AuthorFault: Error {
  /// A sentence without a full stop.
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// A line of an author's program, and what is wrong with it: `Sources/todo-host/main.swift:8: …`.
package nonisolated struct FaultyLine: Error, CustomStringConvertible {
  let line: SourceLine
  let fault: AuthorFault

  package var description: String { "\(line): \(fault.sentence)" }
}

/// A line of an author's program.
nonisolated struct SourceLine: CustomStringConvertible {
  let file: StaticString
  let line: UInt

  /// The path of the file, from the working directory on if it is in there, and the number of the line.
  var description: String {
    let path = "\(file)"
    guard let folder = Process.workingFolder else { return "\(path):\(line)" }
    let start = folder + "/"
    return "\(path.hasPrefix(start) ? path.dropFirst(start.count) : path[...]):\(line)"
  }

  /// Ends the process with status 70, `EX_SOFTWARE` of `sysexits.h`, after `todo-host: Sources/todo-host/main.swift:8:
  /// …` on standard error. Not a trap: a release build would not print the sentence, and a debug build sixty lines with
  /// it.
  func fail(_ fault: AuthorFault) -> Never {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "host"
    Descriptor.standardError.warn("\(program): \(FaultyLine(line: self, fault: fault))\n")
    Process.exit(70)
  }
}

/// Refuses a name that stands twice in a list that an author wrote.
///
/// - Parameter owner: what has the list, and what is in it: `TodoViewModel has two inputs`.
func requireUnique(
  _ names: [String], _ owner: @autoclosure () -> String
) throws(AuthorFault) {
  var known: [String] = []
  for name in names { try requireNew(name, among: &known, owner()) }
}

/// Refuses a name that is known, and notes it.
///
/// - Parameter owner: as above.
func requireNew(
  _ name: String, among known: inout [String], _ owner: @autoclosure () -> String
) throws(AuthorFault) {
  if known.contains(name) { throw AuthorFault("\(owner()) named \(name)") }
  known.append(name)
}

/// Refuses more names, or fewer, than there are things to name.
func requireCount(
  _ count: Int, _ noun: String, named: Int, in owner: @autoclosure () -> String
) throws(AuthorFault) {
  if count == named { return }
  throw AuthorFault(
    "\(owner()) takes \(count) \(noun)\(count == 1 ? "" : "s"), but \(named) \(named == 1 ? "is" : "are") named"
  )
}
