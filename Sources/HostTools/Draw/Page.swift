import ViewModelHost

/// A Markdown document whose code blocks are generated where a comment asks for it.
nonisolated struct Page {
  /// The content that a comment asks for.
  enum Block: Equatable, CustomStringConvertible {
    /// `<!-- draw 003-04 -->`: the drawing of a transcript.
    case drawing(String)
    /// `<!-- compare foos --only 003 -->`: the output of that command.
    case comparison([String])
    /// `<!-- stream retry -->`: the drawing of a stream test, which that test updates.
    case stream(String)
    /// `<!-- step User/A User/B -->`: the difference between two samples, which a test updates.
    case step(from: String, to: String)

    fileprivate init?(_ line: Substring) {
      guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
      let words = line.dropFirst(5).dropLast(4).split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case ("draw", 2): self = .drawing(words[1])
      case ("stream", 2): self = .stream(words[1])
      case ("step", 3): self = .step(from: words[1], to: words[2])
      case ("compare", 2...): self = .comparison(Array(words.dropFirst()))
      default: return nil
      }
    }

    var description: String {
      switch self {
      case .drawing(let name): "draw \(name)"
      case .stream(let name): "stream \(name)"
      case .step(let old, let new): "step \(old) \(new)"
      case .comparison(let words): "compare \(words.joined(separator: " "))"
      }
    }

    /// The language of the code block.
    fileprivate var language: String {
      if case .step = self { "diff" } else { "text" }
    }
  }

  /// The document with current blocks.
  let text: String
  /// The names of the pictures `](NAME.svg)`, without the extension.
  let pictures: [String]

  /// - Parameter content: returns the content of a block, with a line feed after each line; `nil`
  ///   leaves the block unchanged.
  init(_ text: String, content: (Block) throws -> String?) rethrows {
    var lines: [Substring] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      lines.append(line)
      guard let block = Block(line), let new = try content(block) else { continue }
      // Skip the old block, if it exists.
      let old = rest.drop { $0.isEmpty }
      if old.first?.hasPrefix("```") == true {
        rest = old.dropFirst().drop { !$0.hasPrefix("```") }.dropFirst()
      }
      lines += ["", "```\(block.language)"]
      lines += new.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      lines.append("```")
    }
    self.text = lines.joined(separator: "\n")
    pictures = text.split(separator: "](").dropFirst().compactMap { part in
      guard let end = part.firstIndex(of: ")"), part[..<end].hasSuffix(".svg") else { return nil }
      return String(part[..<end].dropLast(".svg".count))
    }
  }
}
