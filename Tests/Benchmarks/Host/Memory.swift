/// What is in memory after the first answer. Pages that programs share (`cat` and the host the C
/// library, hosts the Swift runtime) count as resident in each; what is its own is what one more
/// host costs.
func memory(_ programs: Programs) throws -> [Row] {
  guard let cat = try memoryAfterFirstAnswer(programs.cat),
    let memory = try memoryAfterFirstAnswer(programs.host)
  else { return [Row(name: "memory", figure: "this system does not tell")] }
  var rows = [row("memory, dynamic", memory, cat)]
  if let host = programs.staticHost, let linked = try memoryAfterFirstAnswer(host) {
    rows.append(row("memory, static", linked, cat, goal: 6))
  }
  return rows
}

private func memoryAfterFirstAnswer(_ program: String) throws -> Peer.Memory? {
  let peer = try Peer(program)
  _ = try peer.ask(Conversation.initialize)
  let memory = peer.memory
  try peer.end()
  return memory
}

private func row(
  _ name: String,
  _ memory: Peer.Memory,
  _ cat: Peer.Memory,
  goal: Double? = nil
) -> Row {
  let megabytes = Double(memory.resident) / 1_000_000
  let limit = Double(cat.resident) / 1_000_000
  let own = memory.own.map { ", \(digits(Double($0) / 1_000_000)) MB its own" } ?? ""
  return Row(
    name: name,
    figure: "\(digits(megabytes)) MB\(own)",
    ratio: "\(digits(megabytes / limit)) × cat (\(digits(limit)) MB)",
    goal: goal.map { "at most \(digits($0)) MB" } ?? "",
    isMet: goal.map { megabytes <= $0 }
  )
}

/// What one more instance of the counter costs.
func instanceMemory(_ programs: Programs) throws -> [Row] {
  let count = 10_000
  let host = try Peer(programs.host)
  try host.begin("counter")
  // Whatever is made once is there after the first.
  let before = host.memory
  for number in 1...count { try host.create("counter", id: "counter-\(number)") }
  let after = host.memory
  try host.end()
  guard let before = before?.own, let after = after?.own else {
    return [Row(name: "instance", figure: "this system does not tell")]
  }
  let kilobytes = Double(after - before) / Double(count) / 1000
  return [
    Row(
      name: "memory of a counter",
      figure: "\(digits(kilobytes)) KB",
      goal: "at most 2 KB",
      isMet: kilobytes <= 2
    )
  ]
}
