// Does what `fzf --filter QUERY` does, so that the two can be compared: compare.py is beside it.
import Finder
import JSON
import OperatingSystem

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
  let list = candidates(Descriptor.standardInput.readAll())
  let query = Query(CommandLine.arguments.dropFirst().first ?? "")
  let ranking = await Search(query, in: list).results()
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
