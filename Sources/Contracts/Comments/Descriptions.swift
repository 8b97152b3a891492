import JSON

/// Texts on ViewModels, their members and their types, by their path in the contract:
///
///     viewModels/todo
///     viewModels/todo/inputs/add
///     viewModels/todo/inputs/add/arguments/title
///     services/todos
///     $defs/App.Todo/properties/title
///
/// Names of types include the module, unlike in the contract, where a name may depend on the other
/// described types. A text is Markdown; its first paragraph, which is one line, is the summary.
///
/// The texts are parsed at the first use, as serving a frontend needs none.
package final class Descriptions {
  /// The texts of the catalog's lines, in order: JSON objects.
  package let comments: [String]
  private lazy var texts = Self.read(comments)

  package init(_ comments: [String]) { self.comments = comments }

  /// The text at a path.
  ///
  /// - Parameter steps: the path in the contract: `"viewModels", "todo", "inputs", "add"`.
  package subscript(_ steps: String...) -> String? {
    comments.isEmpty ? nil : texts[Self.path(steps)]
  }

  /// The path as it is written in the file.
  package static func path(_ steps: [String]) -> String { steps.joined(separator: "/") }

  /// The first paragraph of a text.
  package static func summary(_ text: String) -> String {
    String(text.utf8.prefix { $0 != 0x0A }) ?? text
  }

  /// All texts by path. JSON that the command did not write is skipped.
  private static func read(_ comments: [String]) -> [String: String] {
    var texts: [String: String] = [:]
    for comment in comments {
      guard let json = try? JSONValue(parsing: comment) else { continue }
      for (path, text) in json.objectValue ?? [:] { texts[path] = text.stringValue }
    }
    return texts
  }
}
