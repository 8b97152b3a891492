// Does what `fzf --filter QUERY` does, so that the two can be compared: compare.py is beside it.
import Finder
import LibC

func readAll() -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let count = read(0, &buffer, buffer.count)
    if count <= 0 { return bytes }
    bytes += buffer[..<count]
  }
}

func write(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = LibC.write(1, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count <= 0 { exit(1) }
      rest = rest.dropFirst(count)
    }
  }
}

func candidates(_ bytes: [UInt8]) -> CandidateList {
  var list = CandidateList()
  bytes.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return }
    var builder = CandidateChunkBuilder()
    var position = 0
    while position < bytes.count {
      let found = memchr(start + position, 10, bytes.count - position)
      let end = found.map { start.distance(to: $0.assumingMemoryBound(to: UInt8.self)) }
      builder.append(UnsafeBufferPointer(rebasing: bytes[position..<(end ?? bytes.count)]))
      position = (end ?? bytes.count) + 1
      if builder.count == 32_768 {
        list.append(builder.finish())
        builder = CandidateChunkBuilder()
      }
    }
    list.append(builder.finish())
  }
  return list
}

let list = candidates(readAll())
let ranking = await Search(Query(CommandLine.arguments.dropFirst().first ?? ""), in: list).results()
var output: [UInt8] = []
for place in 0..<ranking.count {
  output += list.original(ranking.number(at: place))
  output.append(10)
}
write(output)
exit(ranking.count > 0 ? 0 : 1)
