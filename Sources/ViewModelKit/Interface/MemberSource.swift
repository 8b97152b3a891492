/// The source line of a member of an ``Interface`` in the author's program.
package struct MemberSource {
  package enum Kind: String {
    case input, output, event
  }

  package let kind: Kind
  package let name: String
  let line: SourceLine

  /// The path of the file, as the compiler gave it.
  package var file: String { "\(line.file)" }
  /// The number of the line, from 1.
  package var number: Int { Int(line.line) }
}
