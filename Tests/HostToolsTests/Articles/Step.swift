import OperatingSystem
import TestSupport

/// What changes from one sample to another, as `diff` shows it: the class alone, without comments
/// and empty lines, under one name.
nonisolated struct Step {
  let text: String

  /// - Parameters:
  ///   - old: the file that is left, below the samples' folder and without its ending.
  ///   - new: the one that is reached.
  init(from old: String, to new: String) throws {
    let (old, new) = (try Self.lines(of: old), try Self.lines(of: new))
    var lines: [(mark: String, text: String)] = []
    let difference = new.difference(from: old)
    let gone = Set(
      difference.removals.map { change in
        if case .remove(let offset, _, _) = change { offset } else { -1 }
      })
    let come = Set(
      difference.insertions.map { change in
        if case .insert(let offset, _, _) = change { offset } else { -1 }
      })
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      if gone.contains(from) {
        lines.append(("-", old[from]))
        from += 1
      } else if come.contains(to) {
        lines.append(("+", new[to]))
        to += 1
      } else {
        lines.append((" ", old[from]))
        (from, to) = (from + 1, to + 1)
      }
    }
    // A line around what changes is enough to find it.
    let shown = lines.indices.filter { index in
      lines[max(0, index - 1)...min(lines.count - 1, index + 1)].contains { $0.mark != " " }
    }
    var text = ""
    for (place, index) in shown.enumerated() {
      if place > 0, shown[place - 1] != index - 1 { text += "@@\n" }
      text += "\(lines[index].mark) \(lines[index].text)\n"
    }
    self.text = text
  }

  private static func lines(of sample: String) throws -> [String] {
    let path = Repository.path("Sources/Examples/SampleViewModels/\(sample).swift")
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let type = sample.split(separator: "/").last.map(String.init) ?? sample
    let code = text.split(separator: "\n").prefix { !$0.hasPrefix("extension ") }
    return code.filter { line in
      let start = line.drop { $0 == " " }
      return !start.hasPrefix("//") && !start.hasPrefix("import ")
    }.map { String($0).exchanging(type, for: "ViewModel") }
  }
}
