/// What an asynchronous input that does not wait costs more than a synchronous one.
func asyncInput(_ programs: Programs) throws -> [Row] {
  try onOneCore {
    let plain = Load("plain", count: 100_000) { Conversation.update($0) }
    let asynchronous = Load("asynchronous", count: 100_000) { Conversation.update($0) }
    var plainTimes = Samples()
    var asyncTimes = Samples()
    for _ in 0..<5 {
      plainTimes.add(seconds: try plain.run(try programs.startProbe(), "probe"))
      asyncTimes.add(
        seconds: try asynchronous.run(try programs.startProbe(), "probe")
      )
    }
    let limit = plainTimes.median / Double(plain.count) * 1e6
    let microseconds = asyncTimes.median / Double(asynchronous.count) * 1e6
    return [
      Row(
        name: "asynchronous input, one core",
        figure: "\(digits(microseconds - limit)) µs more",
        ratio: "\(digits(microseconds / limit)) × synchronous (\(digits(limit)) µs)",
        goal: "at most 3 µs more",
        isMet: microseconds - limit <= 3
      )
    ]
  }
}
