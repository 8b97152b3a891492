import Foundation

/// What it costs that a session survives a crash, as a multiple of a host without supervision: the
/// time of a round trip on one core, and the processor time of all processes for 20,000 round trips
/// and then 200,000 inputs at once, on free cores.
func supervision(_ programs: Programs) throws -> [Row] {
  let load = Load(
    "plusButtonDidTap", count: 200_000, update: { Conversation.counterUpdate($0) })
  var plain = Cost()
  var supervised = Cost()
  for _ in 0..<5 {
    try plain.measure(load) { try Peer(programs.host) }
    try supervised.measure(load) { try Peer(programs.host, "--supervised") }
  }
  return [
    row("supervised round trip, one core", supervised.time, plain.time, goal: 1.5),
    row("supervised, processor time", supervised.processorTime, plain.processorTime, goal: 1.6),
  ]
}

private struct Cost {
  var time = Samples()
  var processorTime = Samples()

  mutating func measure(_ load: Load, _ start: () throws -> Peer) throws {
    try onOneCore { time.add(seconds: try roundTrips(start())) }
    let before = processorTimeOfChildren()
    _ = try roundTrips(start())
    _ = try load.run(start(), "counter")
    processorTime.add(seconds: processorTimeOfChildren() - before)
  }

  /// - Returns: the seconds of 20,000 round trips.
  private func roundTrips(_ host: Peer) throws -> Double {
    let count = 20_000
    let input = Array((Conversation.input("plusButtonDidTap") + "\n").utf8)
    try host.begin("counter")
    var time = Samples()
    try time.add { for _ in 0..<count { try host.exchange(input) } }
    let (question, answer) = Conversation.snapshot(count: count)
    try host.expect(answer, to: question)
    try host.end()
    return time.median
  }
}

/// The processor time of all processes that have ended and were waited for, in seconds.
private func processorTimeOfChildren() -> Double {
  var usage = rusage()
  // RUSAGE_CHILDREN, whose type in Swift depends on the platform.
  getrusage(-1, &usage)
  return [usage.ru_utime, usage.ru_stime].reduce(0) { sum, time in
    sum + Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

private func row(_ name: String, _ supervised: Samples, _ plain: Samples, goal: Double) -> Row {
  let ratio = supervised.median / plain.median
  return Row(
    name: name,
    figure: "\(digits(supervised.median * 1000)) ms",
    ratio: "\(digits(ratio)) × unsupervised (\(digits(plain.median * 1000)) ms)",
    goal: "at most \(goal) ×",
    isMet: ratio <= goal
  )
}
