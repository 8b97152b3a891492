import ViewModelHost
import Transcripts

/// What people see of a transcript; what a terminal would obey is written as ``VisibleText`` writes it.
nonisolated extension Transcript {
  /// What its first comment says.
  var title: String {
    let line = lines.first { $0.kind == .comment }
    return VisibleText.inOneLine(String(line?.content.drop { $0 == "#" || $0 == " " } ?? ""))
  }

  /// What happens when.
  var diagram: MarbleDiagram { MarbleDiagram(story) }
}
