import Contracts
import JSON

/// The descriptions of a ViewModel or its parts, as lines for people.
package enum DescriptionLines {
  /// The width at which lines are wrapped.
  private static let width = 96

  /// A description with indented lines. Paragraphs are wrapped; lists and code keep their lines.
  package static func lines(_ text: String?, indentation: Int) -> [String] {
    guard let text else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let own = line.prefix { $0 == " " }.count
      if own >= 4 || line.isEmpty { return [String(line)] }
      return Help.wrapped(String(line), width: width - indentation)
    }.map { $0.isEmpty ? "" : String(repeating: " ", count: indentation) + $0 }
  }

  /// The first paragraph.
  package static func summary(of json: JSONValue, indentation: Int) -> [String] {
    lines(
      json["description"]?.stringValue.map(Descriptions.summary), indentation: indentation)
  }

  /// All descriptions of an entry in `viewModel/describe`: its own, and those of its arguments, its
  /// result and the members of its value.
  package static func lines(of json: JSONValue, indentation: Int) -> [String] {
    var lines = lines(json["description"]?.stringValue, indentation: indentation)
    for argument in json.list("arguments") {
      let name = argument.text("name")
      lines += named(name, argument, indentation)
      lines += members(of: argument["schema"], name, indentation)
    }
    if let text = json["result"]?["description"]?.stringValue {
      lines += self.lines("Returns: \(text)", indentation: indentation)
    }
    return lines + members(of: json["schema"], "", indentation)
  }

  private static func named(_ name: String, _ json: JSONValue, _ indentation: Int) -> [String] {
    lines(json["description"]?.stringValue.map { "\(name): \($0)" }, indentation: indentation)
  }

  /// The descriptions of members, by their path: `items[].name`.
  private static func members(
    of schema: JSONValue?, _ path: String, _ indentation: Int
  ) -> [String] {
    guard let schema else { return [] }
    if let items = schema["items"] { return members(of: items, "\(path)[]", indentation) }
    let alternatives = (schema["anyOf"] ?? schema["oneOf"])?.arrayValue ?? []
    return alternatives.flatMap { members(of: $0, path, indentation) }
      + schema.members("properties").flatMap { name, schema in
        let inner = path.isEmpty ? name : "\(path).\(name)"
        return named(inner, schema, indentation) + members(of: schema, inner, indentation)
      }
  }
}
