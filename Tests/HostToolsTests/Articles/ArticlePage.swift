import OperatingSystem
import TestSupport

/// A page on the articles, as its readers have it.
nonisolated struct ArticlePage {
  /// The name of the file, without its ending; that of a page in Japanese ends with `-ja`.
  let name: String
  let text: String

  static let folder = Repository.path("Sources/Examples/SampleViewModels/SampleViewModels.docc")

  /// All, sorted by name.
  static func all() throws -> [ArticlePage] {
    let names = (Files.names(inFolder: folder) ?? []).filter { $0.hasSuffix(".md") }
    return try names.sorted().map { name in
      ArticlePage(
        name: String(name.dropLast(".md".count)),
        text: String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self))
    }
  }

  var isJapanese: Bool { name.hasSuffix("-ja") }

  /// A command that the page shows.
  struct Command: Hashable {
    let line: String
    /// What it prints, where the page shows that.
    let output: String?
  }

  /// The lines of blocks in `sh`, those in `text` that begin with `$`, and those below pictures.
  var commands: [Command] {
    var commands: [Command] = []
    var rest = lines[...]
    while let line = rest.popFirst() {
      if line.hasPrefix("```") {
        let block = rest.prefix { !$0.hasPrefix("```") }
        rest = rest.dropFirst(block.count + 1)
        if line == "```sh" {
          commands += block.filter { !$0.isEmpty && !$0.hasPrefix("#") }
            .map { Command(line: String($0), output: nil) }
        } else if line == "```text", let first = block.first, first.hasPrefix("$ ") {
          let output = block.dropFirst().map { "\($0)\n" }.joined()
          commands.append(Command(line: String(first.dropFirst(2)), output: output))
        }
      } else if let command = Self.pictureCommand(in: line) {
        commands.append(Command(line: command, output: nil))
      }
    }
    return commands
  }

  /// The pictures, each with the command in the line below it.
  var pictures: [(name: String, command: String?)] {
    let lines = lines.filter { !$0.isEmpty }
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      guard line.hasPrefix("!["), let name = line.split(separator: "](").last else { return nil }
      return (String(name.dropLast(".svg)".count)), Self.pictureCommand(in: next))
    }
  }

  /// The lines without those of code blocks.
  var prose: [Substring] {
    var isCode = false
    return lines.filter { line in
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
        return false
      }
      return !isCode
    }
  }

  /// What the page says of its commands, in comments of the blocks in `sh`.
  var comments: [Substring] {
    var language = Substring()
    return lines.filter { line in
      if line.hasPrefix("```") { language = line }
      return language == "```sh" && line.hasPrefix("# ")
    }
  }

  /// Where the links lead, but for those to other sites.
  var targets: [String] {
    prose.flatMap { line -> [String] in
      let inline = line.split(separator: "](", omittingEmptySubsequences: false).dropFirst()
        .compactMap { $0.split(separator: ")", omittingEmptySubsequences: false).first }
      let definition = line.hasPrefix("[00") ? line.split(separator: "]: ").dropFirst() : []
      return (inline + definition).map(String.init).filter { !$0.hasPrefix("https://") }
    }
  }

  /// What the headings are called in a link, as code hosts do it.
  var anchors: Set<String> {
    Set(
      prose.filter { $0.hasPrefix("#") }.map { line in
        let heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
        return String(
          heading.compactMap { character -> Character? in
            if character == " " { return "-" }
            return character.isLetter || character.isNumber || "-_".contains(character)
              ? character : nil
          })
      })
  }

  private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private static func pictureCommand(in line: Substring) -> String? {
    guard line.hasPrefix("[`"), let end = line.dropFirst(2).firstIndex(of: "`") else { return nil }
    return String(line.dropFirst(2)[..<end])
  }
}
