/// From starting the program to having its first answer.
func startUp(_ programs: Programs) throws -> [Row] {
  var cat = Samples()
  var times = Samples()
  var linked = Samples()
  for _ in 0..<41 {
    try firstAnswer(programs.cat, &cat)
    try firstAnswer(programs.host, &times)
    if let host = programs.staticHost { try firstAnswer(host, &linked) }
  }
  var rows = [row("start to first answer, dynamic", times, cat)]
  if programs.staticHost != nil {
    rows.append(row("start to first answer, static", linked, cat, goal: 1.5))
  }
  return rows
}

private func firstAnswer(_ program: String, _ times: inout Samples) throws {
  var peer: Peer?
  try times.add {
    let started = try Peer(program)
    _ = try started.ask(Conversation.initialize)
    peer = started
  }
  try peer?.end()
}

private func row(_ name: String, _ times: Samples, _ cat: Samples, goal: Double? = nil) -> Row {
  let milliseconds = times.median * 1000
  let limit = cat.median * 1000
  return Row(
    name: name,
    figure: "\(digits(milliseconds)) ms",
    ratio: "\(digits(milliseconds / limit)) × cat (\(digits(limit)) ms)",
    goal: goal.map { "at most \($0) ms" } ?? "",
    isMet: goal.map { milliseconds <= $0 }
  )
}
