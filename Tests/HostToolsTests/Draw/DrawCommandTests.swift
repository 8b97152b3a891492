import OperatingSystem
import TestSupport
import Testing

@Suite struct DrawCommandTests {
  private let overlapping = "\(Repository.scenarios)/003-04.transcript"

  @Test func aTranscriptIsDrawnInLetters() throws {
    let run = try CommandRun("viewmodel-host", ["draw", overlapping])
    #expect(
      run.output == """
        A refresh during a refresh: both run, and the later answer wins.

        ms             0 ┄┄┄┄┄┄  100  200   400
        refresh       ───────●───●────────────────
        service foos  ───────?1──?2───✓2────✓1────
        foos          ─null───────────[f2]──[f1]──

        ● input or event without a value, ?1 first call of a service, ✓1 its answer

        """)
    #expect(run.end == .status(0))
  }

  @Test func aTranscriptIsDrawnAsAPicture() throws {
    let run = try CommandRun("viewmodel-host", ["draw", "--svg", overlapping])
    #expect(run.output.hasPrefix("<svg "))
    #expect(run.output.contains("<title>A refresh during a refresh: both run, and"))
    #expect(run.end == .status(0))
  }

  @Test func whatIsNotThereIsSaid() throws {
    let folder = try TemporaryFolder()
    let page = try folder.file("page.md", "<!-- draw 999-99 -->\n")
    let path = "\(Repository.scenarios)/000-15.transcript"
    for (arguments, status, message) in [
      (["draw"], 64, "draw needs a FILE (try viewmodel-host draw --help)"),
      (
        ["draw", folder.path("none.md")], 66,
        "\(folder.path("none.md")): there is no text that can be read"
      ),
      (
        ["draw", page, "--transcripts", Repository.scenarios], 66,
        "There is no transcript 999-99 in \(Repository.scenarios)"
      ),
      (
        ["draw", "000-15", "--transcripts", Repository.scenarios], 66,
        "000-15: No such file or directory; did you mean \(path)?"
      ),
      (
        ["draw", "999-99", "--transcripts", Repository.scenarios], 66,
        "999-99: No such file or directory"
      ),
    ] {
      let run = try CommandRun("viewmodel-host", arguments)
      #expect(run.errors == "viewmodel-host: \(message)\n")
      #expect(run.end == .status(status))
    }
    #expect(String(decoding: try Files.read(page), as: UTF8.self) == "<!-- draw 999-99 -->\n")
  }
}
