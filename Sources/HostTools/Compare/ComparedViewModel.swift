import JSON
import Transcripts
import ViewModelKit

/// A ViewModel that is compared with others, with its description.
struct ComparedViewModel {
  let name: String
  private let description: JSONValue

  var inputs: [String] { description.names("inputs") }
  var outputs: [String] { description.names("outputs") }
  var events: [String] { description.names("events") }

  /// - Throws: if no ViewModel has that name, or its interface is faulty.
  init(_ name: String, in catalog: Catalog) throws {
    self.name = name
    description = try catalog.definition(for: name).json(in: catalog)
  }

  /// The lines of a transcript, adapted to this ViewModel; `nil` if they do not apply, because it
  /// lacks the inputs or calls other services.
  ///
  /// - Parameters:
  ///   - original: the ViewModel that the transcript is written for.
  ///   - common: the outputs that all compared ViewModels have. Other outputs are not observed, so
  ///     that ViewModels without them can take part.
  func lines(
    of styled: StyledTranscript, writtenFor original: ComparedViewModel,
    observing common: Set<String>
  ) -> [String]? {
    let needs = Needs(of: original.name, in: styled.transcript.sentMessages)
    if !styled.styles.contains(name) {
      let services = description.list("services")
      let answered = services.filter { needs.services.contains($0.text("name")) }
      guard needs.inputs.isSubset(of: inputs),
        needs.outputs.isSubset(of: outputs) || !needs.outputs.isDisjoint(with: common),
        needs.parameters.isSubset(of: description.names("parameters")),
        services.allSatisfy({ $0["required"] == false || answered.contains($0) }),
        needs.services.isEmpty || !roles.isEmpty || !answered.isEmpty,
        description.names("uses") == original.description.names("uses")
      else { return nil }
    }
    var names = [original.name: name]
    // Replace each used instance by one of a type that fits the role.
    for (role, originalRole) in zip(roles, original.roles) {
      let fillers = role.texts("viewModels")
      guard let filler = fillers.first else { continue }
      for old in originalRole.texts("viewModels") where !fillers.contains(old) {
        names[old] = filler
      }
    }
    return styled.transcript.sentLines.map {
      $0.adapted(names, observing: common, of: needs.instances)
    }
  }

  private var roles: [JSONValue] { description.list("uses") }
}

/// The members that a ViewModel needs for the lines of a frontend.
private struct Needs {
  private(set) var inputs: Set<String> = []
  private(set) var outputs: Set<String> = []
  private(set) var parameters: Set<String> = []
  private(set) var services: Set<String> = []
  /// The ids of its instances.
  private(set) var instances: Set<String> = []

  init(of name: String, in messages: [SentMessage]) {
    for message in messages {
      guard let params = message.json["params"] else { continue }
      if message.name == name {
        instances.insert(message.id)
        parameters.formUnion(params.members("parameters").keys)
      } else if instances.contains(message.id), let input = params["input"]?.stringValue {
        inputs.insert(input)
      }
      if instances.contains(message.id) { outputs.formUnion(params.texts("observe")) }
      services.formUnion(params["capabilities"]?.texts("services") ?? [])
    }
  }
}

extension Transcript {
  /// The lines that the frontend sends.
  var sentLines: [String] { lines.filter { $0.kind == .sent }.map(\.content) }
}

extension String {
  /// Replaces the names of ViewModels in a line to the host, and restricts what `instances` observe
  /// to `outputs`.
  fileprivate func adapted(
    _ names: [String: String], observing outputs: Set<String>, of instances: Set<String>
  ) -> String {
    guard let json = try? JSONValue(parsing: self) else { return self }
    let new = json.adapted(names, observing: outputs, of: instances)
    return new == json ? self : new.description
  }
}

extension JSONValue {
  fileprivate func adapted(
    _ names: [String: String], observing outputs: Set<String>, of instances: Set<String>
  ) -> JSONValue {
    if case .array(let messages) = self {
      return .array(messages.map { $0.adapted(names, observing: outputs, of: instances) })
    }
    guard case .object(var message) = self, case .object(var params)? = message["params"] else {
      return self
    }
    if let name = params["name"]?.stringValue, let new = names[name] {
      params["name"] = .string(new)
    }
    if let id = params["id"]?.stringValue, instances.contains(id),
      case .array(let observed)? = params["observe"]
    {
      params["observe"] = .array(
        observed.filter { $0.stringValue.map(outputs.contains) ?? true })
    }
    message["params"] = .object(params)
    return .object(message)
  }
}
