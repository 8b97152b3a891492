import HostProtocol
import JSON
import JSONRPC
import TestSupport
import Testing

/// What is read where it lies is the same as what is read by way of a tree; and what a tree refuses is not read.
struct PlainLineTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func itReadsWhatATreeReads(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var inputs = 0
    var messages = 0
    var creations = 0
    var disposals = 0
    for _ in 0..<4_000 {
      var text = Array(Self.line(&random).utf8)
      if random.once(in: 3) { Self.damage(&text, &random) }
      try text.withUnsafeBytes { bytes in
        let message = try? JSONValue(parsing: bytes).message
        let line = String(decoding: bytes, as: UTF8.self)
        switch PlainLine(bytes) {
        case nil: break
        case .message(let read)?:
          messages += 1
          #expect(read == message, "seed \(seed): \(line)")
        case .input(let input)?:
          inputs += 1
          let read: JSONObject = try {
            guard case .notification("viewModel/input", .object(let params)?)? = message else {
              throw Unlike(line: line)
            }
            return params
          }()
          #expect(input.params == read, "seed \(seed): \(line)")
        case .create(let id, let request)?:
          creations += 1
          #expect(message?.request(CreateRequest.method)?.id == id, "seed \(seed): \(line)")
          let read = try #require(message?.request(CreateRequest.method)?.params)
          let other = try CreateRequest(Params(read))
          #expect(
            request.name == other.name && request.id == other.id
              && request.parameters == other.parameters && request.uses == nil
              && other.uses == nil && request.observe == nil && other.observe == nil,
            "seed \(seed): \(line)")
        case .dispose(let id, let request)?:
          disposals += 1
          #expect(message?.request(DisposeRequest.method)?.id == id, "seed \(seed): \(line)")
          let read = try #require(message?.request(DisposeRequest.method)?.params)
          #expect(try request.id == DisposeRequest(Params(read)).id, "seed \(seed): \(line)")
        }
      }
    }
    #expect(
      min(inputs, messages, creations, disposals) > 20, "so that something was compared")
  }

  struct Unlike: Error { let line: String }

  /// Most lines are read so.
  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"c","input":"tap"}}"#,
    #" { "method" : "viewModel/input" , "jsonrpc" : "2.0" , "params" : { "seq" : 1 , "input":"tap","id":"c"} } "#,
    #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    #"{"jsonrpc":"2.0","method":"exit","params":null}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"viewModel/create","params":{"name":"counter"}}"#,
    #"{"jsonrpc":"2.0","id":1,"method":"viewModel/dispose","params":{"id":"c"}}"#,
  ])
  func itReads(_ line: String) {
    #expect(Array(line.utf8).withUnsafeBytes { PlainLine($0) != nil })
  }

  private static func line(_ random: inout SeededGenerator) -> String {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let space = random.once(in: 4) ? " " : ""
    var params = [
      #""id":\#(pick([#""c""#, #""counter-1""#, "1", #""é""#, #""a\nb""#]))"#,
      #""input":\#(pick([#""tap""#, #""plusButtonDidTap""#, "null"]))"#,
    ]
    if random.once(in: 3) { params.append(#""seq":\#(pick(["1", "1.0", "-0", #""s""#, "null"]))"#) }
    if random.once(in: 3) {
      params.append(#""arguments":\#(pick(["[1,[2]]", #"{"a":{"b":"\u00e9"}}"#, "null", "1"]))"#)
    }
    if random.once(in: 20) { params.append(#""id":"d""#) }
    if random.once(in: 20) { params.append(#""other":1"#) }
    params.shuffle(using: &random)
    var isInput = random.once(in: 2)
    var method = isInput ? "viewModel/input" : pick(["ping", "viewModel/call", "exit"])
    if random.once(in: 3) {
      isInput = false
      params = [#""id":\#(pick([#""c""#, #""counter-1""#, "1", #""é""#, "null"]))"#]
      if random.once(in: 2) {
        method = "viewModel/dispose"
      } else {
        method = "viewModel/create"
        params.append(#""name":\#(pick([#""counter""#, #""todos""#, "1"]))"#)
        if random.once(in: 3) {
          params.append(#""parameters":\#(pick(["[1]", #"{"a":1}"#, "1"]))"#)
        }
        if random.once(in: 9) { params.append(pick([#""observe":["a"]"#, #""uses":{}"#])) }
      }
      if random.once(in: 20) { params.append(pick([#""other":1"#, #""id":"d""#, #""name":"n""#])) }
      if random.once(in: 9) { params.removeFirst() }
      params.shuffle(using: &random)
    }
    var members = [
      #""jsonrpc":\#(random.once(in: 30) ? #""1.0""# : #""2.0""#)"#, #""method":"\#(method)""#,
    ]
    if !random.once(in: 10) {
      let object = "{\(params.joined(separator: "," + space))}"
      members.append(#""params":\#(random.once(in: 15) ? pick(["null", "[]", "1"]) : object)"#)
    }
    if isInput ? random.once(in: 10) : !random.once(in: 4) {
      members.append(#""id":\#(pick(["7", #""x""#, "1.0", "null", "[]"]))"#)
    }
    if random.once(in: 30) { members.append(#""method":"ping""#) }
    if random.once(in: 3) { members.shuffle(using: &random) }
    return "\(space){\(space)\(members.joined(separator: space + "," + space))}\(space)"
  }

  private static func damage(_ text: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<text.count, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: text.remove(at: place)
    case 1: text[place] = UInt8.random(in: 0...255, using: &random)
    default:
      text.insert(contentsOf: Array(#"{}[],:"\ 0é"#.utf8).shuffled(using: &random)[..<1], at: place)
    }
  }
}

extension JSONValue {
  /// The message that the text is, if it is a single one.
  fileprivate var message: Message? {
    guard case .single(let message) = Payload(self) else { return nil }
    return message
  }
}

extension Message {
  /// What it asks, if it is a request of that method.
  fileprivate func request(_ method: String) -> (id: RequestID, params: JSONValue?)? {
    guard case .request(let id, method, let params) = self else { return nil }
    return (id, params)
  }
}

extension InputLine {
  /// As the params of a tree.
  fileprivate var params: JSONObject {
    var params: JSONObject = [
      "id": .string(String(decoding: id, as: UTF8.self)),
      "input": .string(String(decoding: input, as: UTF8.self)),
    ]
    if let seq { params["seq"] = seq }
    if let arguments { params["arguments"] = arguments }
    return params
  }
}
