import OperatingSystem
import TestSupport
import Testing

@testable import HostTools

/// The stream tests that the pages on the articles show.
@Suite struct StreamDrawingsTests {
  /// With `true` the drawings are written into the pages; a run that does that has tested nothing,
  /// and fails.
  private let isRecording = false

  private let folder = Repository.path("Sources/Examples/SampleViewModels/SampleViewModels.docc")

  @Test func theDrawingsAreWhatTheStreamsDo() throws {
    let drawings = StreamDrawing.all
    func drawing(_ name: some StringProtocol) throws -> StreamDrawing {
      try #require(drawings.first { $0.name == name }, "there is no stream \(name)")
    }
    var files: [String: String] = [:]
    var shown: [String] = []
    for name in try #require(Files.names(inFolder: folder)) where name.hasSuffix(".md") {
      let text = String(decoding: try Files.read("\(folder)/\(name)"), as: UTF8.self)
      let page = try Page(text) { block in
        guard case .stream(let name) = block else { return nil }
        shown.append(name)
        return try "$ \(StreamDrawing.command)\n\n\(drawing(name).diagram.text)"
      }
      files[name] = page.text
      for picture in page.pictures where picture.hasPrefix("stream-") {
        let drawing = try drawing(picture.dropFirst("stream-".count))
        shown.append(drawing.name)
        files["\(picture).svg"] = drawing.diagram.svg(
          title: drawing.title, command: StreamDrawing.command)
      }
    }
    let pictures = Files.names(inFolder: folder)?.filter { $0.hasPrefix("stream-") }
    #expect(Set(pictures ?? []) == Set(files.keys.filter { $0.hasPrefix("stream-") }))
    #expect(Set(shown) == Set(drawings.map(\.name)))
    for (name, text) in files {
      if isRecording { try Files.write(text, to: "\(folder)/\(name)") }
      let old = try? Files.read("\(folder)/\(name)")
      #expect(old == Array(text.utf8), "\(name): isRecording = true writes it")
    }
    #expect(!isRecording)
  }
}
