import OperatingSystem

/// A mistake in a line of an ``Interface`` or a ``Catalog``. Only the author can correct it.
nonisolated struct AuthorFault: Error {
  /// A sentence without a full stop.
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}

/// A mistake and its line in the author's program: `Sources/todo-host/main.swift:8: …`.
package nonisolated struct FaultyLine: Error, CustomStringConvertible {
  let line: SourceLine
  let fault: AuthorFault

  package var description: String { "\(line): \(fault.sentence)" }
}

/// A line of an author's program.
nonisolated struct SourceLine: CustomStringConvertible {
  let file: StaticString
  let line: UInt

  /// The path of the file, relative to the working directory if it is inside, and the line number.
  var description: String {
    let path = "\(file)"
    guard let folder = Process.workingFolder else { return "\(path):\(line)" }
    let start = folder + "/"
    return "\(path.hasPrefix(start) ? path.dropFirst(start.count) : path[...]):\(line)"
  }

  /// Ends the process with status 70 (`EX_SOFTWARE` of `sysexits.h`), after
  /// `todo-host: Sources/todo-host/main.swift:8: …` on standard error. A trap would not do: a
  /// release build would not print the sentence, and a debug build would add sixty lines.
  func fail(_ fault: AuthorFault) -> Never {
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? "host"
    Descriptor.standardError.warn("\(program): \(FaultyLine(line: self, fault: fault))\n")
    Process.exit(70)
  }
}

/// Refuses a name that occurs twice in a list of the author.
///
/// - Parameter owner: the start of the message: `TodoViewModel has two inputs`.
func requireUnique(
  _ names: [String], _ owner: @autoclosure () -> String
) throws(AuthorFault) {
  var known: [String] = []
  for name in names { try requireNew(name, among: &known, owner()) }
}

/// Refuses a known name, and adds a new one to the known names.
///
/// - Parameter owner: the start of the message: `TodoViewModel has two inputs`.
func requireNew(
  _ name: String, among known: inout [String], _ owner: @autoclosure () -> String
) throws(AuthorFault) {
  if known.contains(name) { throw AuthorFault("\(owner()) named \(name)") }
  known.append(name)
}

/// Refuses a number of names that differs from the number of things to name.
func requireCount(
  _ count: Int, _ noun: String, named: Int, in owner: @autoclosure () -> String
) throws(AuthorFault) {
  if count == named { return }
  throw AuthorFault(
    "\(owner()) takes \(count) \(noun)\(count == 1 ? "" : "s"), but \(named) \(named == 1 ? "is" : "are") named"
  )
}
