import OperatingSystem
import TestSupport
import Testing

@testable import HostTools

/// The steps from one sample to the next that the pages on the articles show.
@Suite nonisolated struct StepsTests {
  /// With `true` the steps are written into the pages; a run that does that has tested nothing, and
  /// fails.
  private let isRecording = false

  private let folder = Repository.path("Sources/Examples/SampleViewModels/SampleViewModels.docc")

  @Test func theStepsAreThoseBetweenTheFiles() throws {
    var shown: Set<String> = []
    for name in try #require(Files.names(inFolder: folder)) where name.hasSuffix(".md") {
      let path = "\(folder)/\(name)"
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      let page = try Page(text) { block in
        guard case .step(let old, let new) = block else { return nil }
        shown.insert("\(old) \(new)")
        return try Step(from: old, to: new).text
      }
      if isRecording { try Files.write(page.text, to: path) }
      #expect(page.text == text, "\(name): isRecording = true writes it")
    }
    #expect(shown.count == 5)
    #expect(!isRecording)
  }
}
