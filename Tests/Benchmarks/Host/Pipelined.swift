/// Inputs one after another without waiting, each with its own update, all of them checked.
func pipelined(_ programs: Programs) throws -> [Row] {
  let load = Load(
    "plusButtonDidTap",
    count: 200_000,
    update: { Conversation.counterUpdate($0) }
  )
  let oneCore = try onOneCore { try measure(programs, load) }
  let freeCores = try measure(programs, load)
  return [
    row("pipelined, one core", oneCore, load, goal: 600_000),
    row("pipelined, free cores", freeCores, load),
  ]
}

/// Many inputs for one instance, and the updates that must come back.
struct Load {
  let count: Int
  let input: [UInt8]
  let output: [UInt8]
  /// Written to once, so that its pages are there.
  private let buffer: UnsafeMutableRawBufferPointer

  init(_ name: String, count: Int, update: (Int) -> String) {
    self.count = count
    let line = Conversation.input(name) + "\n"
    input = Array((String(repeating: line, count: count) + Conversation.ping + "\n").utf8)
    var output: [UInt8] = []
    for revision in 1...count { output += (update(revision) + "\n").utf8 }
    output += Self.end
    self.output = output
    buffer = .allocate(byteCount: output.count + 1_000_000, alignment: 16)
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
  }

  /// The last line; it comes also when updates are missing.
  private static let end = Array((Conversation.pong + "\n").utf8)

  /// Runs the load once, on a new host.
  func run(_ host: Peer, _ viewModel: String) throws -> Double {
    try host.begin(viewModel)
    var time = Samples()
    var length = 0
    try time.add { length = try host.stream(input, until: Self.end, into: buffer) }
    try check(buffer[..<length])
    try host.end()
    return time.median
  }

  /// The same amount of bytes through `cat`. It writes as much as it reads, while the host's output
  /// is longer than its input; so the two amounts together are what is made equal.
  func runLimit(_ cat: Peer) throws -> Double {
    let amount = (input.count + output.count) / 2
    let bytes = Array(output[..<(amount - Self.end.count)]) + Self.end
    var time = Samples()
    var length = 0
    try time.add { length = try cat.stream(bytes, until: Self.end, into: buffer) }
    guard length == bytes.count else { throw BenchmarkError("cat lost bytes") }
    try cat.end()
    return time.median
  }

  private func check(_ found: Slice<UnsafeMutableRawBufferPointer>) throws {
    if found.elementsEqual(output) { return }
    let newline = UInt8(ascii: "\n")
    for (found, expected) in zip(
      found.split(separator: newline),
      output.split(separator: newline)
    )
    where !found.elementsEqual(expected) {
      throw BenchmarkError(
        "expected \(String(decoding: expected, as: UTF8.self)), "
          + "found \(String(decoding: found, as: UTF8.self))"
      )
    }
    throw BenchmarkError("expected \(output.count) bytes, found \(found.count)")
  }
}

private func measure(_ programs: Programs, _ load: Load) throws -> (host: Double, cat: Double) {
  var hostTimes = Samples()
  var catTimes = Samples()
  for _ in 0..<5 {
    catTimes.add(seconds: try load.runLimit(try Peer(programs.cat)))
    hostTimes.add(seconds: try load.run(try Peer(programs.host), "counter"))
  }
  return (hostTimes.median, catTimes.median)
}

private func row(
  _ name: String,
  _ seconds: (host: Double, cat: Double),
  _ load: Load,
  goal: Double? = nil
) -> Row {
  let rate = Double(load.count) / seconds.host
  return Row(
    name: name,
    figure: "\(digits(rate / 1000)) k inputs/s",
    ratio: "\(digits(seconds.host / seconds.cat)) × cat (\(digits(seconds.cat * 1000)) ms)",
    goal: goal.map { "at least \(digits($0 / 1000)) k/s" } ?? "",
    isMet: goal.map { rate >= $0 }
  )
}
