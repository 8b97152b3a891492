import JSON

/// What is said of ViewModels, their members and their types, by the place in the contract where it belongs:
///
///     viewModels/todo
///     viewModels/todo/inputs/add
///     viewModels/todo/inputs/add/arguments/title
///     services/todos
///     $defs/App.Todo/properties/title
///
/// Types have their modules with them, unlike in the contract itself: there the name may depend on which others are
/// described. A text is Markdown; its first paragraph, which is one line, is the summary.
///
/// They are read when somebody first asks, for to serve a frontend needs none.
package final class Descriptions {
  /// What the catalog's lines have, in order: JSON objects.
  package let comments: [String]
  private lazy var texts = Self.read(comments)

  package init(_ comments: [String]) { self.comments = comments }

  /// What is said of a place.
  ///
  /// - Parameter steps: from the contract to the place: `"viewModels", "todo", "inputs", "add"`.
  package subscript(_ steps: String...) -> String? {
    comments.isEmpty ? nil : texts[Self.place(steps)]
  }

  /// The place as it stands in the file.
  package static func place(_ steps: [String]) -> String { steps.joined(separator: "/") }

  /// The first paragraph of a text.
  package static func summary(_ text: String) -> String {
    String(text.utf8.prefix { $0 != 0x0A }) ?? text
  }

  /// All texts by their places; of a text that was not written by the command none.
  private static func read(_ comments: [String]) -> [String: String] {
    var texts: [String: String] = [:]
    for comment in comments {
      guard let json = try? JSONValue(parsing: comment) else { continue }
      for (place, text) in json.objectValue ?? [:] { texts[place] = text.stringValue }
    }
    return texts
  }
}
