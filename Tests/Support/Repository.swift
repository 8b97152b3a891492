import OperatingSystem

/// Where things are in the repository.
package enum Repository {
  package static func path(_ path: String) -> String { "/\(root)/\(path)" }

  /// The content of a file.
  package static func text(_ path: String) throws -> String {
    String(decoding: try Files.read(self.path(path)), as: UTF8.self)
  }

  /// The folder of the transcripts that are numbered scenarios.
  package static let scenarios = path("Tests/Transcripts/Scenarios")

  private static let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}
