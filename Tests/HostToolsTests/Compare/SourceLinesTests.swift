import OperatingSystem
import TestSupport
import Testing

@testable import HostTools

@Suite struct SourceLinesTests {
  @Test func theFileOfTheTypeThatTheCatalogNamesIsCounted() throws {
    let folder = try TemporaryFolder()
    try Files.makeFolder(folder.path("ViewModels"))
    _ = try folder.file(
      "Catalog.swift",
      """
      // viewModel("counter", Other.init) is only a comment.
      let catalog = Catalog {
        viewModel("counter", CounterViewModel.init)
        viewModel(
          "counter.closure", { CounterViewModel() })
        SumCounter.entry("counter.sum")
        viewModel("counter.lost", Lost.init)
      }
      """)
    _ = try folder.file(
      "ViewModels/Counter.swift",
      """
      import ViewModelKit

      /// Counts.
      final class CounterViewModel {
        // Not private.
        var count = 0
      }
      let interface = Interface<CounterViewModel> {}
      """)
    _ = try folder.file(
      "ViewModels/Sum.swift", "struct SumCounter { static let interface: Interface }")
    // A type of that name, but no ViewModel's file.
    _ = try folder.file("ViewModels/Lost.swift", "struct Lost {}\n")
    let lines = SourceLines(in: folder.path)
    #expect(lines.count(of: "counter") == 4)
    #expect(lines.count(of: "counter.closure") == 4)
    #expect(lines.count(of: "counter.sum") == 1)
    #expect(lines.count(of: "counter.lost") == nil)
    #expect(lines.count(of: "nobody") == nil)
    #expect(!lines.isEmpty)
    #expect(SourceLines(in: folder.path("none")).isEmpty)
  }
}
