import Testing

@testable import ViewModelHost

/// The same ViewModel in every style: one transcript holds for all, but for the ViewModel's name.
@Suite struct StylesTests {
  @Test(arguments: [
    ("counter", "counter", ["counter.kickstarter", "counter.functional", "counter.transform"]),
    (
      "user-overlapping", "user",
      [
        "user.relays", "user.observer", "user.protocols", "user.injected", "user.method",
        "user.task", "user.combine",
      ]
    ),
  ])
  func allStylesGiveTheSameTranscript(
    transcript: String, name: String, styles: [String]
  ) throws {
    let path = Repository.path("Tests/Transcripts/\(transcript).transcript")
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    #expect(text.contains("\"name\":\"\(name)\""))
    let folder = try TemporaryFolder()
    for style in styles {
      // No `String.replacing`, which is Foundation's or the regular expressions'.
      let pieces = text.split(separator: "\"name\":\"\(name)\"", omittingEmptySubsequences: false)
      _ = try folder.file(
        "\(style).transcript", pieces.joined(separator: "\"name\":\"\(style)\""))
    }
    let run = try CommandRun("viewmodel-host", ["replay", folder.path, "--distance", "memory"])
    #expect(run.output.hasSuffix("\n\(styles.count) passed, 0 failed\n"), "\(run.output)")
    #expect(run.end == .status(0))
  }
}
