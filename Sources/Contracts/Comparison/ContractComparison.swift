import JSON

/// What has changed from one contract to another, and which of it breaks a frontend that was written for the old one.
///
/// A new case is harmless where the frontend sends, and breaks one that receives; a new member the other way around.
package struct ContractComparison {
  private let old: Contract
  private let new: Contract
  /// The services that the hosts answer themselves, by their names.
  private let answered: [Set<String>]
  private var schemas: SchemaComparison

  /// The changes, up to a thousand.
  package var changes: [ContractChange] { schemas.changes.listed }

  /// Whether a frontend that was written for the old contract may fail, or miss something.
  package var breaks: Bool { schemas.changes.rest.breaks || changes.contains(where: \.breaks) }

  /// The changes for people, the last sentence for all that are too many.
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
    compareMembers(old, new, "inputs", "\(name): input") { this, old, new, place in
      this.compareInput(old, new, place)
    }
    for (member, kind) in [("outputs", "output"), ("events", "event")] {
      compareMembers(old, new, member, "\(name): \(kind)") { this, old, new, place in
        this.compare(old["schema"], new["schema"], .received, place)
        this.compareWindows(old["window"], new["window"], place)
      }
    }
  }

  /// Members of which a frontend misses what is gone, and need not care for what is new.
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

  private mutating func compareInput(_ old: JSONValue, _ new: JSONValue, _ place: String) {
    compareArguments(old, new, "arguments", "\(place): argument")
    switch (old["result"], new["result"]) {
    case (_?, nil): note(.received, "\(place): result", "is gone", breaks: true)
    case (nil, _?): note(.received, "\(place): result", "is new")
    case (let old, let new): compare(old, new, .received, "\(place): result")
    }
    if old["async"] != new["async"] {
      note(.sent, place, new["async"] == true ? "is asynchronous now" : "is synchronous now")
    }
    if old["throws"] != new["throws"] {
      note(.received, place, new["throws"] == true ? "may throw now" : "throws no more")
    }
  }

  /// Windows are asked for. Whether there is always one is told by the schema.
  private mutating func compareWindows(_ old: JSONValue?, _ new: JSONValue?, _ place: String) {
    switch (old, new) {
    case (_?, nil): note(.sent, place, "has no windows any more", breaks: true)
    case (nil, _?): note(.sent, place, "can be observed through a window now")
    case (let old, let new):
      if old?["anchor"] == new?["anchor"] { return }
      let canAnchor = new?["anchor"] == true
      note(
        .sent, place, canAnchor ? "has anchored windows now" : "has no anchored windows any more",
        breaks: !canAnchor)
    }
  }

  private mutating func compareArguments(
    _ old: JSONValue, _ new: JSONValue, _ member: String, _ kind: String
  ) {
    let (olds, news) = (Self.list(old, member), Self.list(new, member))
    Self.match(olds, news) { name, old, new in
      let place = "\(kind) \(name)"
      switch (old, new) {
      case (_, nil): note(.sent, place, "is gone", breaks: true)
      case (nil, let new?):
        let isRequired = new["required"] == true
        note(.sent, place, isRequired ? "is new and required" : "is new", breaks: isRequired)
      case (let old?, let new?):
        compare(old["schema"], new["schema"], .sent, place)
        compareDemand(old, new, .sent, place)
        if old["schema"]?["default"] != new["schema"]?["default"] {
          note(.sent, place, "has another default")
        }
      }
    }
    let names = [olds, news].map { $0.compactMap { $0["name"]?.stringValue } }
    let sets = names.map { Set($0) }
    let kept = names[0].filter(sets[1].contains)
    // Arguments may be given in order. Where one is gone, or one that is required new, that has been said.
    let isRequiredNew = news.contains {
      $0["required"] == true && !sets[0].contains($0["name"]?.stringValue ?? "")
    }
    guard kept.count == names[0].count, !isRequiredNew, !names[1].starts(with: kept) else { return }
    note(
      .sent, "\(kind)s", "have another order: \(names[1].joined(separator: ", "))", breaks: true)
  }

  private mutating func compareDemand(
    _ old: JSONValue, _ new: JSONValue, _ direction: ContractChange.Direction, _ place: String
  ) {
    guard old["required"] != new["required"] else { return }
    let isRequired = new["required"] == true
    note(direction, place, isRequired ? "is required now" : "may be left out", breaks: isRequired)
  }

  private mutating func compareRoles(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    Self.match(Self.list(old, "uses"), Self.list(new, "uses")) { role, old, new in
      let place = "\(name): role \(role)"
      guard let old, let new else {
        return note(.sent, place, new == nil ? "is gone" : "is new and required", breaks: true)
      }
      let names = [old, new].map { Set(($0["viewModels"]?.arrayValue ?? []).map(\.description)) }
      for gone in names[0].subtracting(names[1]).sorted() {
        note(.sent, place, "cannot be filled by \(gone) any more", breaks: true)
      }
      for added in names[1].subtracting(names[0]).sorted() {
        note(.sent, place, "can be filled by \(added), too")
      }
    }
  }

  /// A frontend has to answer what it is asked, unless the ViewModel can do without or the host answers.
  private mutating func compareServices(_ old: JSONValue, _ new: JSONValue, _ name: String) {
    Self.match(Self.list(old, "services"), Self.list(new, "services")) { service, old, new in
      let place = "\(name): service \(service)"
      let demands = zip([old, new], answered).map { entry, answered in
        entry?["required"] == true && !answered.contains(service)
      }
      if new == nil {
        note(.received, place, "is asked no more")
      } else if demands[1] && !demands[0] {
        note(.received, place, "has to be answered by the frontend now", breaks: true)
      } else if old == nil {
        note(.received, place, "is new, and need not be answered")
      } else if demands[0] && !demands[1] {
        note(.received, place, "need not be answered any more")
      }
    }
  }

  private mutating func compare(
    _ old: JSONValue?, _ new: JSONValue?, _ direction: ContractChange.Direction, _ place: String
  ) {
    schemas.compare(old ?? Schema.any, new ?? Schema.any, direction, place)
  }

  private mutating func note(
    _ direction: ContractChange.Direction, _ place: String, _ what: String, breaks: Bool = false
  ) {
    schemas.changes.note(direction, place, what, breaks: breaks)
  }

  private static func list(_ json: JSONValue, _ member: String) -> [JSONValue] {
    json[member]?.arrayValue ?? []
  }

  /// Each name of the one list or the other with what has it, the old ones first.
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
