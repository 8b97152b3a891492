import JSON
import Observation
import Testing
import ViewModelKit

@testable import HostEngine

/// What is sent otherwise than its schema says is reported to the author and the frontend, once for
/// each member.
@Suite struct SentValuesTests {
  /// Reads a text, and writes a number.
  nonisolated struct Length: Codable, Equatable, Sendable {
    var value: Int

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(String.self).count
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  nonisolated struct Line: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var length: Length?
  }

  @Observable final class Lines {
    private(set) var lines: [Line] = [Line(id: 1)]
    private(set) var count = 0
    @ObservationIgnored var onTold: ((Length) -> Void)?

    func measure() {
      lines[0].length = Length(3)
      count += 1
      onTold?(Length(3))
    }
  }

  private static let interface = Interface<Lines> {
    input("measure", Lines.measure)
    output("lines", \.lines)
    output("count", \.count)
    event("told", \.onTold)
  }

  private static let sentences = ["event told", "output lines"].map {
    """
    lines: the \($0) is sent otherwise than its schema says: SentValuesTests.Length is written otherwise than it is \
    read
    """
  }

  private func warnings(_ options: Session.Options, observing observe: JSONValue) -> [String] {
    let host = TestHost(
      catalog: Catalog { viewModel("lines", Lines.init, interface: Self.interface) },
      options: options)
    var shown: [String] = []
    host.session.advice.show = { shown.append($0) }
    _ = host.request(
      1, "initialize", ["protocolVersions": ["1"], "capabilities": ["log": "warning"]])
    _ = host.request(
      2, "viewModel/create", ["name": "lines", "id": "l", "observe": observe])
    // What fits says nothing, and of what does not it is said once.
    #expect(shown == [])
    let lines = host.input("l", "measure") + host.input("l", "measure")
    #expect(shown.allSatisfy { sentence in lines.count { $0.contains(sentence) } == 1 })
    return shown
  }

  @Test(
    arguments: [
      ["lines", "count"], ["count", ["output": "lines", "window": ["offset": 0, "limit": 5]]],
    ] as [JSONValue])
  func whatDoesNotFitIsSaidOnce(observe: JSONValue) {
    var options = Session.Options()
    options.checksSentValues = true
    #expect(warnings(options, observing: observe) == Self.sentences)
  }

  @Test func nothingIsSaidWhereNothingIsCompared() {
    var options = Session.Options()
    options.checksSentValues = false
    #expect(warnings(options, observing: ["lines", "count"]) == [])
  }
}
