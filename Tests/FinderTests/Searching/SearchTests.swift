import TestSupport
import Testing

@testable import Finder

struct SearchTests {
  /// Enough for several tasks.
  private static let list: CandidateList = {
    var random = SeededGenerator(seed: 7)
    var list = CandidateList()
    for _ in 0..<10 {
      var builder = CandidateChunkBuilder()
      for _ in 0..<4_000 {
        let length = Int.random(in: 1...20, using: &random)
        builder.append((0..<length).map { _ in UInt8.random(in: 97...104, using: &random) })
      }
      list.append(builder.finish())
    }
    return list
  }()

  @Test func searchingAsTheListGrowsFindsTheSame() async {
    let whole = await Search(Query("abc"), in: Self.list).results()
    #expect(whole.count > 1_000)
    var parts = Ranking()
    var list = CandidateList()
    for chunk in Self.list.chunks {
      let first = list.count
      list.append(chunk)
      parts = parts.merged(with: await Search(Query("abc"), in: list).results(from: first))
    }
    #expect(Self.places(parts) == Self.places(whole))
  }

  @Test func whatIsFoundWithinIsWhatIsFound() async {
    let wider = await Search(Query("ab"), in: Self.list).results()
    let narrower = Search(Query("abc"), in: Self.list)
    let whole = await narrower.results()
    let within = await narrower.results(within: wider)
    #expect(whole.count > 1_000)
    #expect(Self.places(within) == Self.places(whole))
  }

  private static func places(_ ranking: Ranking) -> [[Int]] {
    (0..<ranking.count).map { [ranking.number(at: $0), ranking.score(at: $0)] }
  }

  @Test func nothingToFind() async {
    #expect(await Search(Query("zz"), in: Self.list).results().count == 0)
    #expect(await Search(Query("a"), in: CandidateList()).results().count == 0)
    #expect(await Search(Query(""), in: CandidateList()).results().count == 0)
  }

  @Test func anEmptyQueryFindsAllAsTheyCome() async {
    let all = await Search(Query(""), in: Self.list).results()
    #expect((0..<all.count).map { all.number(at: $0) } == Array(0..<40_000))
  }

  @Test func aCancelledSearchEnds() async {
    let search = Search(Query("abc"), in: Self.list)
    let task = Task { await search.results() }
    task.cancel()
    _ = await task.value
  }

  @Test func aVeryLongTextIsSearched() async {
    // 16 + 2 × 10, a gap, 16: found without a table, whose size would be the product of both.
    let text = [UInt8](repeating: 97, count: 1) + [UInt8](repeating: 120, count: 200_000) + [98]
    var builder = CandidateChunkBuilder()
    builder.append(text)
    var list = CandidateList()
    list.append(builder.finish())
    #expect(await Search(Query("ab"), in: list).results().count == 1)
    #expect(await Search(Query("ba"), in: list).results().count == 0)
  }

  @Test func bytesThatAreNotUTF8AreShown() async {
    var builder = CandidateChunkBuilder()
    builder.append([97, 0xFF, 92, 98])
    builder.append(Array("a\\b".utf8))
    builder.append(Array("a\\xFF é".utf8))
    let chunk = builder.finish()
    #expect(chunk.text(0) == "a\\xFF\\x5Cb")
    #expect(chunk.original(0) == [97, 0xFF, 92, 98])
    #expect(chunk.text(1) == "a\\b")
    #expect(chunk.text(2) == "a\\x5CxFF é")
    #expect(chunk.original(2) == Array("a\\xFF é".utf8))
    var list = CandidateList()
    list.append(chunk)
    #expect(await Search(Query("xff"), in: list).results().count == 2)
    #expect(await Search(Query("'x5cx"), in: list).results().count == 1)
    #expect(Query("'x5cx").highlights(in: chunk.text(2)) == [2..<6])
  }
}
