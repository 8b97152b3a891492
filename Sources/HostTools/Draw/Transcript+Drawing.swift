import Transcripts
import ViewModelHost

/// A transcript as text or picture. Control characters are shown as ``VisibleText`` writes them.
nonisolated extension Transcript {
  /// The text of its first comment.
  var title: String {
    let line = lines.first { $0.kind == .comment }
    return VisibleText.inOneLine(String(line?.content.drop { $0 == "#" || $0 == " " } ?? ""))
  }

  /// The drawing with its title, as `draw` prints it.
  ///
  /// - Parameter columns: the width of the terminal.
  func drawing(columns: Int = .max) -> String {
    "\(title)\n\n\(MarbleDiagram(story).text(columns: columns))"
  }

  /// The drawing as an SVG document.
  ///
  /// - Parameter path: the path of the transcript.
  func picture(from path: String) -> String {
    let command = "viewmodel-host draw \(VisibleText.inOneLine(path))"
    return MarbleDiagram(story).svg(title: title, command: command)
  }
}
