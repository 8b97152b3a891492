import Transcripts
import ViewModelHost

/// What people see of a transcript; what a terminal would obey is written as ``VisibleText`` writes it.
nonisolated extension Transcript {
  /// What its first comment says.
  var title: String {
    let line = lines.first { $0.kind == .comment }
    return VisibleText.inOneLine(String(line?.content.drop { $0 == "#" || $0 == " " } ?? ""))
  }

  /// What `draw` prints of it: what happens when, below its title.
  ///
  /// - Parameter columns: how many columns the terminal has.
  func drawing(columns: Int = .max) -> String {
    "\(title)\n\n\(MarbleDiagram(story).text(columns: columns))"
  }

  /// The same as an SVG document.
  ///
  /// - Parameter path: the file that it was read from.
  func picture(from path: String) -> String {
    let command = "viewmodel-host draw \(VisibleText.inOneLine(path))"
    return MarbleDiagram(story).svg(title: title, command: command)
  }
}
