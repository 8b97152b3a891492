import TestSupport

/// Makes lines as frontends send them, and as they should not.
enum LineGenerator {
  /// A message, or an array of some.
  static func text(_ random: inout SeededGenerator) -> String {
    if !random.once(in: 5) { return message(&random) }
    let messages = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      random.once(in: 9) ? pick(["1", "[]", #""a""#, "{}"], &random) : message(&random)
    }
    return "[\(messages.joined(separator: random.once(in: 2) ? "," : " , "))]"
  }

  static func damage(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<text.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text.remove(at: place)
    case 1: text[place] = UInt8.random(in: 0...255, using: &random)
    default:
      text.insert(contentsOf: Array(#"{}[],:"\ 0é"#.utf8).shuffled(using: &random)[..<1], at: place)
    }
  }

  private static func message(_ random: inout SeededGenerator) -> String {
    let space = random.once(in: 4) ? " " : ""
    var members = [#""jsonrpc":\#(random.once(in: 30) ? #""1.0""# : #""2.0""#)"#]
    if random.once(in: 12) {
      if !random.once(in: 3) {
        members.append(pick([#""result":{"a":1}"#, #""result":null"#], &random))
      }
      if random.once(in: 2) { members.append(#""error":\#(pick(errors, &random))"#) }
      members.append(#""id":\#(pick([#""service-1""#, "1", "null", "[]"], &random))"#)
    } else {
      let isNotification = random.once(in: 4)
      let methods =
        isNotification
        ? ["viewModel/input", "viewModel/input", "$/cancelRequest", "exit"] : methods
      members.append(key("method", &random) + #""\#(pick(methods, &random))""#)
      if !random.once(in: 15) { members.append(key("params", &random) + params(&random, space)) }
      if isNotification ? random.once(in: 10) : !random.once(in: 10) {
        members.append(
          key("id", &random) + pick(["7", #""x""#, "1.0", "-0", "null", "[]"], &random))
      }
      if random.once(in: 30) {
        members.append(
          pick([#""method":"ping""#, #""params":{}"#, #""id":8"#, #""method":1"#], &random))
      }
    }
    if random.once(in: 20) { members.append(#""other":{"params":[{"a":"b"}]}"#) }
    if random.once(in: 3) { members.shuffle(using: &random) }
    return "\(space){\(space)\(members.joined(separator: space + "," + space))}\(space)"
  }

  /// Members of every method's params, some of them, with values that fit and others that do not.
  private static func params(_ random: inout SeededGenerator, _ space: String) -> String {
    if random.once(in: 15) { return pick(["null", "[]", "[1]", "1", #""a""#], &random) }
    var params: [String] = []
    for (name, values) in values where !random.once(in: 3) {
      let other = pick(["null", "1", #""a""#, "[]", "{}", "true", "1e400", "[1,\"a\"]"], &random)
      params.append(key(name, &random) + (random.once(in: 12) ? other : pick(values, &random)))
    }
    if random.once(in: 20) { params.append(#""other":1"#) }
    if random.once(in: 20), let first = params.first { params.append(first) }
    params.shuffle(using: &random)
    return "{\(params.joined(separator: "," + space))}"
  }

  /// A key with its colon; now and then with an escape.
  private static func key(_ name: String, _ random: inout SeededGenerator) -> String {
    guard random.once(in: 40), let first = name.unicodeScalars.first else { return "\"\(name)\":" }
    let digits = String(first.value, radix: 16)
    let zeros = String(repeating: "0", count: 4 - digits.count)
    return "\"\\u\(zeros)\(digits)\(name.dropFirst())\" :"
  }

  private static func pick(_ texts: [String], _ random: inout SeededGenerator) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private static let methods = ReadingLawTests.requestTypes.map { $0.method } + ["nothing"]

  private static let errors = [
    "null", #"{"code":1,"message":"no","data":{}}"#, #"{"code":"1"}"#, #""no""#,
  ]

  private static let values: [(String, [String])] = [
    ("id", [#""c""#, #""counter-1""#, #""é""#, #""a\nb""#, "1"]),
    ("input", [#""tap""#, #""plusButtonDidTap""#, #""pl\u0075s""#]),
    ("arguments", ["[1,[2]]", #"{"a":{"b":"\u00e9"}}"#, "null", "1"]),
    ("seq", ["1", "1.0", "-0", #""s""#, "2.5e3"]),
    ("name", [#""counter""#, #""todos""#]),
    ("parameters", ["[1]", #"{"a":1}"#, "1"]),
    ("uses", [#"{"list":"l"}"#, "{}"]),
    (
      "observe",
      [
        #"["a","b"]"#, #"[{"output":"a","window":{"offset":-1,"limit":5,"anchor":true}}]"#,
        #"["a",{"output":"b"},{}]"#, #"[{"output":"a","window":{"limit":-5}}]"#, "[1]",
      ]
    ),
    ("output", [#""items""#]),
    ("offset", ["0", "-3", "9007199254740993", "1.5"]),
    ("limit", ["5", "0", "-1", "5.0"]),
    ("milliseconds", ["0", "1.5", "-1", "1e15"]),
    ("task", ["1", "2"]),
    ("tasks", ["[1,2]", "[]", "[1,2.5]"]),
    ("backedUp", ["true", "false"]),
    ("full", ["true", "false"]),
    ("protocolVersions", [#"["1"]"#, "[]", "[1]"]),
    (
      "capabilities",
      [
        #"{"mergeUpdates":false,"log":"info","services":["itms"]}"#,
        #"{"log":"loud"}"#, #"{"services":[1]}"#, #"{"mergeUpdates":1}"#,
      ]
    ),
    ("contract", [#"{"viewModels":[]}"#, "{}"]),
  ]
}
