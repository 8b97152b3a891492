import TestSupport
import Testing

/// Code on pages that is said to stand in a file stands there.
@Suite struct PageTests {
  private static let marker = "```swift\n// Tests/"

  @Test(arguments: ["StreamsOfOtherLibraries"])
  func codeOfAFileIsAsItStandsThere(page: String) throws {
    let text = try Repository.text("Sources/ViewModelHost/ViewModelHost.docc/\(page).md")
    var rest = text[...]
    var count = 0
    while let start = rest.firstRange(of: Self.marker),
      let end = rest[start.upperBound...].firstRange(of: "\n```")
    {
      let block = rest[start.upperBound..<end.lowerBound]
      let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let path = "Tests/\(lines[0])"
      let code = String(try #require(lines.last))
      #expect(!code.isEmpty && lines.count == 2)
      #expect(try Repository.text(path).contains(code), "\(path) has other code")
      count += 1
      rest = rest[end.upperBound...]
    }
    #expect(count > 0)
  }
}
