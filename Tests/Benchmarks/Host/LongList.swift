/// One thing that changes in a long list: from writing the input to having the update, which must
/// be one operation.
func longList(_ programs: Programs) throws -> [Row] {
  let count = 100_000
  let rounds = 50
  return try onOneCore {
    let host = try programs.startProbe()
    let cat = try Peer(programs.cat)
    try host.begin("list", "[\(count)]")
    var revision = 0
    var cats = Samples()
    var renames = Samples()
    var insertions = Samples()
    var removals = Samples()

    func change(_ input: String, _ operation: String, _ samples: inout Samples) throws {
      revision += 1
      let update = Conversation.listUpdate(revision, operation)
      try cats.add { _ = try cat.ask(update) }
      try samples.add { try host.expect(update, to: input) }
    }

    for round in 0..<rounds {
      let index = round * (count / rounds) + 7
      try change(
        Conversation.input("rename", #"[\#(index),"\#(round)"]"#),
        #"{"op":"replace","path":"/items/\#(index)/name","value":"\#(round)"}"#, &renames)
      let item = #"{"id":\#(count + round),"name":"new"}"#
      try change(
        Conversation.input("insert", "[\(index),\(item)]"),
        #"{"op":"add","path":"/items/\#(index)","value":\#(item)}"#, &insertions)
      try change(
        Conversation.input("remove", "[\(index + 9)]"),
        #"{"op":"remove","path":"/items/\#(index + 9)"}"#, &removals)
    }
    try host.end()
    try cat.end()
    return [
      row("rename in a list of \(count)", renames, cats),
      row("insertion in a list of \(count)", insertions, cats),
      row("removal in a list of \(count)", removals, cats),
    ]
  }
}

/// One row that changes in a long list of objects, and in one that is computed again for each
/// reading.
func otherLongLists(_ programs: Programs) throws -> [Row] {
  try onOneCore {
    [
      try renaming("objects", "a name in a list of 100,000 objects", prefix: "", programs),
      try renaming(
        "computed", "a name in a list of 100,000, computed", prefix: "the item named ", programs),
    ]
  }
}

private func renaming(
  _ viewModel: String, _ name: String, prefix: String, _ programs: Programs
) throws -> Row {
  let count = 100_000
  let host = try programs.startProbe()
  try host.begin(viewModel, "[\(count)]")
  var times = Samples()
  for round in 1...10 {
    let index = round * 9_001
    let operation =
      #"{"op":"replace","path":"/items/\#(index)/name","value":"\#(prefix)\#(round)"}"#
    let update = Conversation.listUpdate(round, operation)
    try times.add {
      try host.expect(update, to: Conversation.input("rename", #"[\#(index),"\#(round)"]"#))
    }
  }
  try host.end()
  return Row(name: name, figure: "\(digits(times.median * 1000)) ms")
}

private func row(_ name: String, _ times: Samples, _ cats: Samples) -> Row {
  let milliseconds = times.median * 1000
  let limit = cats.median * 1000
  return Row(
    name: name, figure: "\(digits(milliseconds)) ms",
    ratio: "\(digits(milliseconds / limit)) × cat (\(digits(limit * 1000)) µs)",
    goal: "at most 0.5 ms", isMet: milliseconds <= 0.5)
}
