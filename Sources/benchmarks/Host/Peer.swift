import Foundation
import HostEngine
import OperatingSystem

/// A program under measurement, as a frontend has it: two pipes, raw bytes.
///
/// The frontend must not be the slow side: what is sent was prepared before, and of what comes back no more is looked
/// at than where the lines end, until the clock has stopped.
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
    try Self.writeAll(bytes, to: process.input)
    var missing = lines
    while missing > 0 {
      let count = try read(into: chunk)
      missing -= Self.lineFeeds(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
    guard missing == 0 else { throw BenchmarkError("\(-missing) lines more than expected came") }
  }

  /// Sends one line, and gives the one that comes back, without line feeds.
  func ask(_ line: String) throws -> String {
    try Self.writeAll(Array((line + "\n").utf8), to: process.input)
    var answer: [UInt8] = []
    while answer.last != 0x0A {
      let count = try read(into: chunk)
      answer += chunk[..<count]
    }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }

  /// Sends all bytes from another thread while it reads what comes back, until that ends with `end`.
  ///
  /// - Parameter buffer: takes what comes back. It should have been written to before, so that the system has given it
  ///   its pages.
  /// - Returns: how many bytes came.
  func stream(
    _ bytes: [UInt8],
    until end: [UInt8],
    into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    let written = DispatchSemaphore(value: 0)
    let input = process.input
    Foundation.Thread.detachNewThread {
      try? Self.writeAll(bytes, to: input)
      written.signal()
    }
    defer { written.wait() }
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

  private static func writeAll(_ bytes: [UInt8], to descriptor: Descriptor) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        guard case .bytes(let count) = descriptor.write(rest) else {
          throw BenchmarkError("a program no longer reads")
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  private static func lineFeeds(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = bytes
    while let start = rest.baseAddress, let found = memchr(start, 0x0A, rest.count) {
      count += 1
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start + 1)...])
    }
    return count
  }
}

extension Peer {
  /// What the program has in memory, in bytes; `nil` where the system does not tell.
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
    guard let text = try? String(contentsOfFile: "/proc/\(process.id)/\(file)", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return number * 1024
  }
}
