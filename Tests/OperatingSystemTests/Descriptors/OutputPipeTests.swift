import TestSupport
import Testing

@testable import OperatingSystem

import LibC

@Suite struct OutputPipeTests {
  private func write(_ count: Int, to pipe: OutputPipe) throws -> Descriptor.Outcome {
    try [UInt8](repeating: 0x61, count: count).withUnsafeBytes { try pipe.write($0) }
  }

  @Test func aFullPipeIsNeverWaitedFor() throws {
    let (reading, writing) = try Descriptor.pipe()
    let pipe = OutputPipe(writing)
    defer {
      reading.close()
      pipe.descriptor.close()
    }
    var written = 0
    while case .bytes(let count) = try write(10_000, to: pipe) { written += count }
    #expect(written > 0)
    #expect(try write(1, to: pipe) == .wouldBlock)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let read = buffer.withUnsafeMutableBytes { reading.read(into: $0) }
    #expect(read != .wouldBlock && read != .closed)
    #expect(try write(1, to: pipe) == .bytes(1))
  }

  @Test func withoutAReaderItIsClosed() throws {
    Process.ignoreBrokenPipes()
    let (reading, writing) = try Descriptor.pipe()
    let pipe = OutputPipe(writing)
    defer { pipe.descriptor.close() }
    reading.close()
    #expect(hangsUp(pipe))
    #expect(try write(1, to: pipe) == .closed)
  }

  /// This is how a host with nothing to write finds out.
  @Test func aSocketWhoseOtherEndIsGoneHasHungUp() throws {
    var ends: [CInt] = [0, 0]
    #if os(Linux)
      // No program that another test starts is to inherit them.
      let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    #expect(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let pipe = OutputPipe(Descriptor(raw: ends[0]))
    defer { pipe.descriptor.close() }
    #expect(!hangsUp(pipe, within: 0))
    Descriptor(raw: ends[1]).close()
    #expect(hangsUp(pipe))
  }

  /// Waits, as a process that another test has just started holds copies of all descriptors until
  /// it executes its program.
  private func hangsUp(_ pipe: OutputPipe, within milliseconds: Int = 60_000) -> Bool {
    Poll.wait(for: [Poll.Entry(pipe.descriptor, .hangUp)], milliseconds: milliseconds)[0].isReady
  }

  @Test func aFileTakesAll() throws {
    let folder = try TemporaryFolder()
    let file = try Files.create(folder.path("out"))
    let pipe = OutputPipe(file)
    defer { pipe.descriptor.close() }
    #expect(try write(5, to: pipe) == .bytes(5))
    #expect(try folder.text("out") == "aaaaa")
  }
}
