/// One input, and the update that it gives: written, then read, before the next one is written.
///
/// All processes are on one core, so what is measured is work, and not how fast cores wake each
/// other. `cat` echoes a line as long as the update. That is more than the input has, and costs it
/// next to nothing: what counts is that it makes the same four system calls and two switches of
/// process.
func roundTrip(_ programs: Programs) throws -> [Row] {
  try onOneCore {
    let rounds = 100
    let trips = 200
    let host = try Peer(programs.host)
    let cat = try Peer(programs.cat)
    try host.begin("counter")
    let input = Array((Conversation.input("plusButtonDidTap") + "\n").utf8)
    let line = Array((Conversation.counterUpdate(10_000) + "\n").utf8)

    var hostTimes = Samples()
    var catTimes = Samples()
    for _ in 0..<rounds {
      try catTimes.add { for _ in 0..<trips { try cat.exchange(line) } }
      try hostTimes.add { for _ in 0..<trips { try host.exchange(input) } }
    }
    let (question, answer) = Conversation.snapshot(count: rounds * trips)
    try host.expect(answer, to: question)
    try host.end()
    try cat.end()

    let microseconds = hostTimes.median / Double(trips) * 1e6
    let limit = catTimes.median / Double(trips) * 1e6
    return [
      Row(
        name: "round trip, one core",
        figure: "\(digits(microseconds)) µs",
        ratio: "\(digits(microseconds / limit)) × cat (\(digits(limit)) µs)",
        goal: "at most 1.5 × cat",
        isMet: microseconds / limit <= 1.5
      )
    ]
  }
}
