#if os(Linux) && !MAIN_QUEUE
  import HostProtocol
  import JSON
  import JSONRPC

  /// Reads the recorded output of a session once, part after part.
  struct JournaledLines: ~Copyable {
    private var messages: FileMessages

    /// - Parameter start: where the first line begins in the output file, in bytes.
    init(of journal: Journal, from start: Int) {
      messages = FileMessages(journal.output, from: start, limit: JournaledFrontend.noLimit)
    }

    /// - Parameters:
    ///   - before: the size of the output before the part, in bytes without framing; not less than
    ///     in the last call.
    ///   - count: the size of the part.
    /// - Returns: `nil` if a part of it has not been stored, or it does not end with a line.
    mutating func lines(after before: Int, count: Int) -> OutputLines? {
      var lines: [[UInt8]] = []
      while messages.count < before + count {
        let isMeant = messages.count >= before
        guard case .complete(let line)? = messages.next() else { return nil }
        if isMeant { lines.append(Array(line)) }
      }
      let isExact = messages.count == before + count
      return isExact && lines.reduce(0) { $0 + $1.count + 1 } == count ? OutputLines(lines) : nil
    }
  }

  /// The output of a session in the turns of one cause.
  struct OutputLines {
    let lines: [[UInt8]]

    init(_ lines: [[UInt8]]) { self.lines = lines }

    /// The lines with their line breaks.
    var bytes: [UInt8] { lines.flatMap { $0 + [UInt8(ascii: "\n")] } }

    /// Returns the first difference from other lines: `expected …, found …`; `nil` when there is
    /// none. Texts for people are ignored.
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

    /// Returns the part of a line around a byte, with marks for omissions.
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
