// Does what `fzf --filter QUERY` does, so that the two can be compared: compare.py is beside it.
import Finder
import JSON
import OperatingSystem

/// What of fzf's command line is understood.
struct Choices {
  var query = ""
  var options = SearchOptions()
  /// Other candidates than lines as they are.
  var format: LineFormat?

  init(_ arguments: some Sequence<String>) throws {
    var nth: String?
    var delimiter: String?
    for argument in arguments {
      let value = argument.split(separator: "=", maxSplits: 1).dropFirst().first.map(String.init)
      switch argument {
      case "--exact": options.isExact = true
      case "-i": options.caseMode = .ignore
      case "+i": options.caseMode = .respect
      case "--literal": options.isLiteral = true
      case "+s": options.isSorted = false
      case "--tac": options.isReversed = true
      case "--read0": format = LineFormat(endsWithNUL: true, hasStyles: format?.hasStyles ?? false)
      case "--ansi": format = LineFormat(endsWithNUL: format?.endsWithNUL ?? false, hasStyles: true)
      case _ where argument.hasPrefix("--tiebreak="):
        try options.setTiebreaks(value?.split(separator: ",").map(String.init) ?? [])
      case _ where argument.hasPrefix("--nth="): nth = value
      case _ where argument.hasPrefix("--delimiter="): delimiter = value
      default: query = argument
      }
    }
    if let nth { options.fields = try FieldSelection(nth, delimiter: delimiter) }
  }
}

func candidates(_ bytes: [UInt8]) -> CandidateList {
  var list = CandidateList()
  bytes.withUnsafeBufferPointer { bytes in
    var builder = CandidateChunkBuilder()
    var position = 0
    while position < bytes.count {
      let end = UnsafeRawBufferPointer(bytes).firstOffset(of: 0x0A, from: position) ?? bytes.count
      builder.append(UnsafeBufferPointer(rebasing: bytes[position..<end]))
      position = end + 1
      if builder.count == 32_768 {
        list.append(builder.finish())
        builder = CandidateChunkBuilder()
      }
    }
    list.append(builder.finish())
  }
  return list
}

Task.detached {
  let choices = try Choices(CommandLine.arguments.dropFirst())
  var list = CandidateList()
  if let format = choices.format {
    var input = try FileInput(Array("/dev/stdin".utf8), format)
    while let chunk = input.next(32_768) { list.append(chunk) }
  } else {
    list = candidates(Descriptor.standardInput.readAll())
  }
  let ranking = await Search(Query(choices.query, choices.options), in: list).results()
  var output: [UInt8] = []
  for place in 0..<ranking.count {
    output += list.original(ranking.number(at: place))
    output.append(10)
  }
  try Descriptor.standardOutput.writeAll(output, as: "standard output")
  Process.exit(ranking.count > 0 ? 0 : 1)
}
// An await would end the main thread, which valgrind does not survive.
while true { Poll.nap(milliseconds: 1_000) }
