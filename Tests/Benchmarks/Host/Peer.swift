import JSON
import OperatingSystem

/// A program under measurement, as a frontend has it: two pipes, raw bytes.
///
/// The frontend must not be the slow side: what is sent was prepared before, and of what comes back
/// no more is looked at than where the lines end, until the clock has stopped.
final class Peer {
  private let process: ChildProcess
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  init(_ path: String, _ arguments: String...) throws {
    process = try ChildProcess(path, arguments)
  }

  deinit { chunk.deallocate() }

  /// Closes the program's input and waits until it has ended, as it should.
  func end() throws {
    process.input.close()
    let end = process.wait()
    process.output.close()
    guard end == .status(0) else { throw BenchmarkError("a program ended with \(end)") }
  }

  /// Sends some bytes, and waits for as many lines in answer.
  func exchange(_ bytes: [UInt8], lines: Int = 1) throws {
    try process.input.writeAll(bytes, as: "a program")
    var missing = lines
    while missing > 0 {
      let count = try read(into: chunk)
      missing -= Self.lineFeeds(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
    guard missing == 0 else { throw BenchmarkError("\(-missing) lines more than expected came") }
  }

  /// Sends one line, and gives the one that comes back, without line feeds.
  func ask(_ line: String) throws -> String {
    try process.input.writeAll(line + "\n", as: "a program")
    var answer: [UInt8] = []
    while answer.last != 0x0A {
      let count = try read(into: chunk)
      answer += chunk[..<count]
    }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }

  /// Sends all bytes from another thread while it reads what comes back, until that ends with
  /// `end`.
  ///
  /// - Parameter buffer: takes what comes back. It should have been written to before, so that the
  ///   system has given it its pages.
  /// - Returns: how many bytes came.
  func stream(
    _ bytes: [UInt8],
    until end: [UInt8],
    into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    let writer = try Thread { [input = process.input] in
      try? input.writeAll(bytes, as: "a program")
    }
    defer { writer.join() }
    var count = 0
    while count < end.count || !buffer[(count - end.count)..<count].elementsEqual(end) {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      guard !free.isEmpty else { throw BenchmarkError("more bytes than expected came") }
      count += try read(into: free)
    }
    return count
  }

  /// - Returns: how many bytes have come, at least one.
  private func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard case .bytes(let count) = process.output.read(into: buffer) else {
      throw BenchmarkError("a program ended before it had answered")
    }
    return count
  }

  private static func lineFeeds(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var start = 0
    while let found = bytes.firstOffset(of: 0x0A, from: start) {
      count += 1
      start = found + 1
    }
    return count
  }
}

extension Peer {
  /// What the program has in memory, in bytes; `nil` where the system does not say.
  var memory: Memory? {
    guard let resident = figure("VmRSS:", in: "status") else { return nil }
    let file = "smaps_rollup"
    let clean = figure("Private_Clean:", in: file)
    let dirty = figure("Private_Dirty:", in: file)
    return Memory(resident: resident, own: clean.flatMap { clean in dirty.map { clean + $0 } })
  }

  struct Memory {
    /// All that is resident, also what it shares with other programs.
    let resident: Int
    /// What is resident for this process alone.
    let own: Int?
  }

  /// A line such as `VmRSS:     1234 kB`.
  private func figure(_ name: String, in file: String) -> Int? {
    guard let bytes = try? Files.read("/proc/\(process.id)/\(file)"),
      case let text = String(decoding: bytes, as: UTF8.self),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return number * 1024
  }
}
