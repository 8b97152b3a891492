#if os(Linux) && !MAIN_QUEUE
  import HostEngine
  import JSONRPC

  /// What a session has said in the turns of one cause, as its journal has it.
  struct SaidLines {
    private(set) var lines: [[UInt8]] = []

    init(_ lines: [[UInt8]]) { self.lines = lines }

    /// - Parameters:
    ///   - start: where the output begins of which something is known, in bytes.
    ///   - before: how many bytes were said from there on before, without what frames them.
    ///   - count: how many of them these are.
    /// - Returns: `nil` where not all of them have been sent yet.
    init?(of journal: Journal, from start: Int, after before: Int, count: Int) {
      var messages = FileMessages(journal.output, from: start, limit: Int.max / 2)
      while messages.count < before + count {
        let isMeant = messages.count >= before
        guard case .complete(let line)? = messages.next() else { return nil }
        if isMeant { lines.append(Array(line)) }
      }
    }

    /// The first line of others that is not the same, beside the one that it should be: `expected …, found …`; `nil` when
    /// all are.
    ///
    /// - Parameter others: whole lines.
    func difference(from others: [UInt8]) -> String? {
      let others = others.split(separator: UInt8(ascii: "\n")).map { Array($0) }
      for index in 0..<max(lines.count, others.count) {
        let line = index < lines.count ? lines[index] : []
        let other = index < others.count ? others[index] : []
        if line == other { continue }
        let same = zip(line, other).prefix { $0 == $1 }.count
        return "expected \(Self.part(of: line, at: same)), found \(Self.part(of: other, at: same))"
      }
      return nil
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
