import JSON

/// The changes between two contracts, and which of them break a frontend that was written for the
/// old one.
///
/// A new case is harmless if the frontend sends it, and breaks one that receives it. A new member
/// is the other way around.
package struct ContractComparison {
  private let old: Contract
  private let new: Contract
  /// The names of the services that each host answers.
  private let answered: [Set<String>]
  private var schemas: SchemaComparison

  /// The changes, up to a thousand.
  package var changes: [ContractChange] { schemas.changes.listed }

  /// Whether a frontend that was written for the old contract may fail, or miss something.
  package var breaks: Bool { schemas.changes.rest.breaks || changes.contains(where: \.breaks) }

  /// The changes as sentences; the last one counts those that are not listed.
  package var sentences: [(breaks: Bool, text: String)] {
    let rest = schemas.changes.rest
    return changes.map { ($0.breaks, $0.sentence) }
      + (rest.count == 0 ? [] : [(rest.breaks, "and \(rest.count) more, at least")])
  }

  package init(from old: Contract, to new: Contract) {
    let (old, new) = (Contract(old.bare), Contract(new.bare))
    self.old = old
    self.new = new
    answered = [old, new].map { contract in
      Set(
        contract.services.lazy.filter { $0["answeredByHost"] == true }
          .compactMap { $0["name"]?.stringValue })
    }
    schemas = SchemaComparison(old.definitions, new.definitions)
    compareVersions()
    Self.match(old.viewModels, new.viewModels) { name, old, new in
      switch (old, new) {
      case (_, nil): note(.received, name, "is gone", breaks: true)
      case (nil, _): note(.received, name, "is new")
      case (let old?, let new?): compare(old, new, name)
      }
    }
    Self.match(old.services, new.services) { name, old, new in
      guard let old, let new else { return }
      compare(old["arguments"], new["arguments"], .received, "service \(name): arguments")
      compare(old["result"], new["result"], .sent, "service \(name): result")
    }
  }

  private mutating func compareVersions() {
    let versions = [old, new].map { $0.json["protocolVersion"]?.stringValue ?? "" }
    guard versions[0] != versions[1] else { return }
    note(.received, "protocol version", "was \(versions[0]), is \(versions[1])", breaks: true)
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    compareArguments(old, new, "parameters", "\(name): parameter")
    compareRoles(old, new, name)
    compareServices(old, new, name)
    compareMembers(old, new, "inputs", "\(name): input") { this, old, new, path in
      this.compareInput(old, new, path)
    }
    for (member, kind) in [("outputs", "output"), ("events", "event")] {
      compareMembers(old, new, member, "\(name): \(kind)") { this, old, new, path in
        this.compare(old["schema"], new["schema"], .received, path)
        this.compareWindows(old["window"], new["window"], path)
      }
    }
  }

  /// Compares members: a removed one breaks a frontend, a new one does not.
  private mutating func compareMembers(
    _ old: JSONValue, _ new: JSONValue, _ member: String, _ kind: String,
    _ both: (inout Self, JSONValue, JSONValue, String) -> Void
  ) {
    let direction: ContractChange.Direction = member == "inputs" ? .sent : .received
    Self.match(Self.list(old, member), Self.list(new, member)) { name, old, new in
      switch (old, new) {
      case (_, nil): note(direction, "\(kind) \(name)", "is gone", breaks: true)
      case (nil, _): note(direction, "\(kind) \(name)", "is new")
      case (let old?, let new?): both(&self, old, new, "\(kind) \(name)")
      }
    }
  }

  private mutating func compareInput(_ old: JSONValue, _ new: JSONValue, _ path: String) {
    compareArguments(old, new, "arguments", "\(path): argument")
    switch (old["result"], new["result"]) {
    case (_?, nil): note(.received, "\(path): result", "is gone", breaks: true)
    case (nil, _?): note(.received, "\(path): result", "is new")
    case (let old, let new): compare(old, new, .received, "\(path): result")
    }
    if old["async"] != new["async"] {
      note(.sent, path, new["async"] == true ? "is asynchronous now" : "is synchronous now")
    }
    if old["throws"] != new["throws"] {
      note(.received, path, new["throws"] == true ? "may throw now" : "throws no more")
    }
  }

  /// Compares the windows that can be requested. The schema shows whether there is always one.
  private mutating func compareWindows(_ old: JSONValue?, _ new: JSONValue?, _ path: String) {
    switch (old, new) {
    case (_?, nil): note(.sent, path, "has no windows any more", breaks: true)
    case (nil, _?): note(.sent, path, "can be observed through a window now")
    case (let old, let new):
      if old?["anchor"] == new?["anchor"] { return }
      let canAnchor = new?["anchor"] == true
      note(
        .sent, path, canAnchor ? "has anchored windows now" : "has no anchored windows any more",
        breaks: !canAnchor)
    }
  }

  private mutating func compareArguments(
    _ old: JSONValue, _ new: JSONValue, _ member: String, _ kind: String
  ) {
    let (olds, news) = (Self.list(old, member), Self.list(new, member))
    Self.match(olds, news) { name, old, new in
      let path = "\(kind) \(name)"
      switch (old, new) {
      case (_, nil): note(.sent, path, "is gone", breaks: true)
      case (nil, let new?):
        let isRequired = new["required"] == true
        note(.sent, path, isRequired ? "is new and required" : "is new", breaks: isRequired)
      case (let old?, let new?):
        compare(old["schema"], new["schema"], .sent, path)
        compareDemand(old, new, .sent, path)
        if old["schema"]?["default"] != new["schema"]?["default"] {
          note(.sent, path, "has another default")
        }
      }
    }
    let names = [olds, news].map { $0.compactMap { $0["name"]?.stringValue } }
    let sets = names.map { Set($0) }
    let kept = names[0].filter(sets[1].contains)
    // Arguments may be given in order. A removed or a new required argument is reported above.
    let isRequiredNew = news.contains {
      $0["required"] == true && !sets[0].contains($0["name"]?.stringValue ?? "")
    }
    guard kept.count == names[0].count, !isRequiredNew, !names[1].starts(with: kept) else { return }
    note(
      .sent, "\(kind)s", "have another order: \(names[1].joined(separator: ", "))", breaks: true)
  }

  private mutating func compareDemand(
    _ old: JSONValue, _ new: JSONValue, _ direction: ContractChange.Direction, _ path: String
  ) {
    guard old["required"] != new["required"] else { return }
    let isRequired = new["required"] == true
    note(direction, path, isRequired ? "is required now" : "may be left out", breaks: isRequired)
  }

  private mutating func compareRoles(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    Self.match(Self.list(old, "uses"), Self.list(new, "uses")) { role, old, new in
      let path = "\(name): role \(role)"
      guard let old, let new else {
        return note(.sent, path, new == nil ? "is gone" : "is new and required", breaks: true)
      }
      let names = [old, new].map { Set(($0["viewModels"]?.arrayValue ?? []).map(\.description)) }
      for gone in names[0].subtracting(names[1]).sorted() {
        note(.sent, path, "cannot be filled by \(gone) any more", breaks: true)
      }
      for added in names[1].subtracting(names[0]).sorted() {
        note(.sent, path, "can be filled by \(added), too")
      }
    }
  }

  /// Compares services: a frontend must answer a required one, unless the host does.
  private mutating func compareServices(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    Self.match(Self.list(old, "services"), Self.list(new, "services")) { service, old, new in
      let path = "\(name): service \(service)"
      let demands = zip([old, new], answered).map { entry, answered in
        entry?["required"] == true && !answered.contains(service)
      }
      if new == nil {
        note(.received, path, "is asked no more")
      } else if demands[1] && !demands[0] {
        note(.received, path, "has to be answered by the frontend now", breaks: true)
      } else if old == nil {
        note(.received, path, "is new, and need not be answered")
      } else if demands[0] && !demands[1] {
        note(.received, path, "need not be answered any more")
      }
    }
  }

  private mutating func compare(
    _ old: JSONValue?, _ new: JSONValue?, _ direction: ContractChange.Direction, _ path: String
  ) {
    schemas.compare(old ?? Schema.any, new ?? Schema.any, direction, path)
  }

  private mutating func note(
    _ direction: ContractChange.Direction, _ path: String, _ what: String, breaks: Bool = false
  ) {
    schemas.changes.note(direction, path, what, breaks: breaks)
  }

  private static func list(_ json: JSONValue, _ member: String) -> [JSONValue] {
    json[member]?.arrayValue ?? []
  }

  /// Calls `body` for each name in either list, first those of the old one.
  private static func match(
    _ old: [JSONValue], _ new: [JSONValue],
    _ body: (String, JSONValue?, JSONValue?) -> Void
  ) {
    let named = [old, new].map { list in
      list.compactMap { entry in entry["name"]?.stringValue.map { (name: $0, entry: entry) } }
    }
    let entries = named.map { Dictionary($0, uniquingKeysWith: { first, _ in first }) }
    for name in Schema.uniqued(named.joined().map(\.name)) {
      body(name, entries[0][name], entries[1][name])
    }
  }
}
