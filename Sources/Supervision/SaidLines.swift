#if os(Linux) && !MAIN_QUEUE
  import HostProtocol
  import JSON
  import JSONRPC

  /// The lines that a session has said, read once from its journal, some after the others.
  struct JournaledLines: ~Copyable {
    private var messages: FileMessages

    /// - Parameter start: where the first one stands in the output, in bytes.
    init(of journal: Journal, from start: Int) {
      messages = FileMessages(journal.output, from: start, limit: JournaledFrontend.noLimit)
    }

    /// - Parameters:
    ///   - before: how many bytes were said before, without what frames them: as many as in the last call, or more.
    ///   - count: how many of them these are.
    /// - Returns: `nil` where not all of them have been sent yet, or none end there.
    mutating func lines(after before: Int, count: Int) -> SaidLines? {
      var lines: [[UInt8]] = []
      while messages.count < before + count {
        let isMeant = messages.count >= before
        guard case .complete(let line)? = messages.next() else { return nil }
        if isMeant { lines.append(Array(line)) }
      }
      let isExact = messages.count == before + count
      return isExact && lines.reduce(0) { $0 + $1.count + 1 } == count ? SaidLines(lines) : nil
    }
  }

  /// What a session has said in the turns of one cause.
  struct SaidLines {
    let lines: [[UInt8]]

    init(_ lines: [[UInt8]]) { self.lines = lines }

    /// All of them, each with its end.
    var bytes: [UInt8] { lines.flatMap { $0 + [UInt8(ascii: "\n")] } }

    /// The first line of others that is not the same, beside the one that it should be: `expected …, found …`; `nil` when
    /// all are. What is for people does not count.
    ///
    /// - Parameter others: whole lines.
    func difference(from others: [UInt8]) -> String? {
      let lines = lines.compactMap(Self.withoutWordsForPeople)
      let others = others.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        .compactMap(Self.withoutWordsForPeople)
      for index in 0..<max(lines.count, others.count) {
        let line = index < lines.count ? lines[index] : []
        let other = index < others.count ? others[index] : []
        if line == other { continue }
        let same = zip(line, other).prefix { $0 == $1 }.count
        return "expected \(Self.part(of: line, at: same)), found \(Self.part(of: other, at: same))"
      }
      return nil
    }

    private static func withoutWordsForPeople(_ line: [UInt8]) -> [UInt8]? {
      guard let json = line.withUnsafeBytes({ try? JSONValue(parsing: $0) }) else { return line }
      guard let rest = json.withoutWordsForPeople else { return nil }
      var writer = JSONWriter()
      writer.write(rest)
      return writer.withBytes { Array($0) }
    }

    /// The part of a line around a byte, with marks for what is left out.
    private static func part(of line: [UInt8], at index: Int) -> String {
      if line.isEmpty { return "nothing" }
      let start = index > before + 1 ? index - before : 0
      let part = line[start...].prefix(length)
      let text = String(decoding: part, as: UTF8.self)
      return "\(start > 0 ? "…" : "")\(text)\(part.endIndex < line.count ? "…" : "")"
    }

    // In bytes.
    private static let (before, length) = (60, 120)
  }
#endif
