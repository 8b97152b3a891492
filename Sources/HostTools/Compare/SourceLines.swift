import ViewModelHost
import OperatingSystem

/// Counts the lines of ViewModels.
///
/// A catalog's line names a ViewModel and its type: `viewModel("counter", CounterViewModel.init)`.
/// The count is that of the file that declares the type, without empty lines, comments and imports.
struct SourceLines {
  private let files: [[Substring]]
  /// Indices of files by the type that they declare.
  private var declarations: [String: Int] = [:]

  /// - Parameter folder: the folder whose Swift files are read, with its subfolders.
  init(in folder: String) {
    files = Self.files(in: folder)
    for (index, lines) in files.enumerated() {
      // Only files with an interface count: other files may declare types with the same name.
      guard lines.contains(where: { $0.contains("Interface") }) else { continue }
      for line in lines {
        let words = line.split { !Self.isOfName($0) }
        for (keyword, name) in zip(words, words.dropFirst())
        where ["class", "struct", "enum", "actor"].contains(keyword) {
          declarations[String(name)] = declarations[String(name)] ?? index
        }
      }
    }
  }

  var isEmpty: Bool { files.isEmpty }

  /// The number of lines of a ViewModel; `nil` if its file is not found.
  func count(of viewModel: String) -> Int? {
    for lines in files {
      for (index, line) in lines.enumerated() where line.contains("\"\(viewModel)\"") {
        // The type can precede the name, or be on the next line.
        let text = lines[index...].prefix(2).joined(separator: " ")
        for word in text.split(whereSeparator: { !Self.isOfName($0) }) {
          if let file = declarations[String(word)] { return files[file].count }
        }
      }
    }
    return nil
  }

  private static func isOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static func files(in folder: String) -> [[Substring]] {
    (Files.names(inFolder: folder) ?? []).flatMap { name -> [[Substring]] in
      let path = "\(folder)/\(name)"
      if Files.isFolder(path) { return files(in: path) }
      guard name.hasSuffix(".swift"), let bytes = try? Files.readRegular(path) else { return [] }
      return [code(of: String(decoding: bytes, as: UTF8.self))]
    }
  }

  private static func code(of text: String) -> [Substring] {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { line in
      !line.isEmpty && !line.hasPrefix("//") && !line.hasPrefix("import ")
    }
  }
}
