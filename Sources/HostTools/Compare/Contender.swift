import JSON
import Transcripts
import ViewModelKit

/// A ViewModel that is compared with others: what its description says.
struct Contender {
  let name: String
  private let description: JSONValue

  var inputs: [String] { description.names("inputs") }
  var outputs: [String] { description.names("outputs") }
  var events: [String] { description.names("events") }

  /// - Throws: when there is none of that name, or its interface is faulty.
  init(_ name: String, in catalog: Catalog) throws {
    self.name = name
    description = try catalog.definition(for: name).json(in: catalog)
  }

  /// The lines that a frontend sends it in a transcript that is written for another; `nil` when they make no sense for
  /// this one: it has not got the inputs, or asks for other services.
  ///
  /// - Parameter original: for which the transcript is written.
  func lines(of styled: StyledTranscript, writtenFor original: Contender) -> [String]? {
    if !styled.styles.contains(name) {
      let needs = Needs(of: original.name, in: styled.transcript.sentMessages)
      let services = description.list("services")
      let answered = services.filter { needs.services.contains($0.text("name")) }
      guard needs.inputs.isSubset(of: inputs), needs.outputs.isSubset(of: outputs),
        needs.parameters.isSubset(of: description.names("parameters")),
        services.allSatisfy({ $0["required"] == false || answered.contains($0) }),
        needs.services.isEmpty || !roles.isEmpty || !answered.isEmpty,
        description.names("uses") == original.description.names("uses")
      else { return nil }
    }
    var names = [original.name: name]
    // Who uses another instance gets one of a type that it can use.
    for (role, originalRole) in zip(roles, original.roles) {
      let fillers = role.texts("viewModels")
      guard let filler = fillers.first else { continue }
      for old in originalRole.texts("viewModels") where !fillers.contains(old) {
        names[old] = filler
      }
    }
    return styled.transcript.sentLines.map { $0.naming(names) }
  }

  private var roles: [JSONValue] { description.list("uses") }
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
        parameters.formUnion(params.members("parameters").keys)
      } else if ids.contains(message.id), let input = params["input"]?.stringValue {
        inputs.insert(input)
      }
      if ids.contains(message.id) { outputs.formUnion(params.texts("observe")) }
      services.formUnion(params["capabilities"]?.texts("services") ?? [])
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
