import ViewModelHost
import JSON
import Transcripts
import ViewModelKit

/// A ViewModel that is compared with others: what its description says.
struct Contender {
  let name: String
  let inputs: [String]
  let outputs: [String]
  let events: [String]
  private let parameters: [String]
  private let roles: [(name: String, fillers: [String])]
  private let services: [String]
  private let requiredServices: [String]

  /// - Throws: when there is none of that name, or its interface is faulty.
  init(_ name: String, in catalog: Catalog) throws {
    let description = try catalog.definition(for: name).description.json(in: catalog)
    func members(_ kind: String) -> [JSONValue] { description[kind]?.arrayValue ?? [] }
    func names(_ members: [JSONValue]) -> [String] {
      members.compactMap { $0["name"]?.stringValue }
    }
    self.name = name
    inputs = names(members("inputs"))
    outputs = names(members("outputs"))
    events = names(members("events"))
    parameters = names(members("parameters"))
    roles = members("uses").map { role in
      let fillers = (role["viewModels"]?.arrayValue ?? []).compactMap(\.stringValue)
      return (role["name"]?.stringValue ?? "", fillers)
    }
    services = names(members("services"))
    requiredServices = names(members("services").filter { $0["required"] != false })
  }

  /// The lines that a frontend sends it in a transcript that is written for another; `nil` when they make no sense for
  /// this one: it has not got the inputs, or asks for other services.
  ///
  /// - Parameter original: for which the transcript is written.
  func lines(of styled: StyledTranscript, writtenFor original: Contender) -> [String]? {
    if !styled.styles.contains(name) {
      let needs = Needs(of: original.name, in: styled.transcript.sentMessages)
      guard needs.inputs.allSatisfy(inputs.contains), needs.outputs.allSatisfy(outputs.contains),
        needs.parameters.allSatisfy(parameters.contains),
        requiredServices.allSatisfy(needs.services.contains),
        needs.services.isEmpty || !roles.isEmpty
          || services.contains(where: needs.services.contains),
        roles.map(\.name) == original.roles.map(\.name)
      else { return nil }
    }
    var names = [original.name: name]
    // Who uses another instance gets one of a type that it can use.
    for (role, originalRole) in zip(roles, original.roles) {
      guard let filler = role.fillers.first else { continue }
      for old in originalRole.fillers where !role.fillers.contains(old) { names[old] = filler }
    }
    return styled.transcript.sentLines.map { $0.naming(names) }
  }
}

/// What a ViewModel needs to have for the lines of a frontend.
private struct Needs {
  private(set) var inputs: Set<String> = []
  private(set) var outputs: Set<String> = []
  private(set) var parameters: Set<String> = []
  private(set) var services: Set<String> = []

  init(of name: String, in messages: [SentMessage]) {
    var ids: Set<String> = []
    for message in messages {
      guard let params = message.json["params"] else { continue }
      if message.name == name {
        ids.insert(message.id)
        parameters.formUnion((params["parameters"]?.objectValue ?? [:]).keys)
      } else if ids.contains(message.id), let input = params["input"]?.stringValue {
        inputs.insert(input)
      }
      if ids.contains(message.id) {
        outputs.formUnion((params["observe"]?.arrayValue ?? []).compactMap(\.stringValue))
      }
      let answered = params["capabilities"]?["services"]?.arrayValue ?? []
      services.formUnion(answered.compactMap(\.stringValue))
    }
  }
}

extension Transcript {
  /// What the frontend sends.
  var sentLines: [String] { lines.filter { $0.kind == .sent }.map(\.content) }
}

extension String {
  /// A line to the host in which each ViewModel that stands on the left is called as on the right.
  fileprivate func naming(_ names: [String: String]) -> String {
    guard let json = try? JSONValue(parsing: self) else { return self }
    let new = json.naming(names)
    return new == json ? self : new.description
  }
}

extension JSONValue {
  fileprivate func naming(_ names: [String: String]) -> JSONValue {
    if case .array(let messages) = self { return .array(messages.map { $0.naming(names) }) }
    guard case .object(var message) = self, case .object(var params)? = message["params"],
      let name = params["name"]?.stringValue, let new = names[name]
    else { return self }
    params["name"] = .string(new)
    message["params"] = .object(params)
    return .object(message)
  }
}
