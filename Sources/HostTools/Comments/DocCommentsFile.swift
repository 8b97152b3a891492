import JSON

/// The generated Swift file with the constant `docComments`.
enum DocCommentsFile {
  /// The file, one text a line. Equal texts give equal bytes.
  static func text(_ texts: [String: String]) -> String {
    let lines = texts.sorted { $0.key < $1.key }.map { path, text in
      "\(JSONValue.string(path)): \(JSONValue.string(text))"
    }
    let body = lines.joined(separator: ",\n")
    let marks = String(repeating: "#", count: marks(for: body))
    return """
      // What doc comments say of the ViewModels, for the program to be built with.
      // Written by `swift package describe-viewmodels`. Do not edit.
      // swift-format-ignore-file
      import ViewModelKit

      let docComments = DocComments(
      \(marks)\"""
      {
      \(body)
      }
      \"""\(marks))

      """
  }

  /// The number of `#` that a raw string needs, so that no `\` in it starts an escape. No `"""` can
  /// end it: texts are not empty, and JSON escapes quotation marks.
  private static func marks(for text: String) -> Int {
    var most = 0
    var run: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): run = 0
      case UInt8(ascii: "#"): run = run.map { $0 + 1 }
      default: run = nil
      }
      most = max(most, run ?? 0)
    }
    return most + 1
  }

  /// The texts in such a file; empty for any other file.
  static func texts(in file: String) -> [String: String] {
    guard let start = file.indices.first(where: { file[$0...].hasPrefix("{\n") }),
      let end = file.lastIndex(of: "}"), start <= end,
      let object = try? JSONValue(parsing: String(file[start...end])).objectValue
    else { return [:] }
    return object.reduce(into: [:]) { $0[$1.key] = $1.value.stringValue }
  }
}
