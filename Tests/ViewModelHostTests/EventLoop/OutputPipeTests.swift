import Testing

@testable import ViewModelHost

@Suite struct OutputPipeTests {
  private func write(_ count: Int, to pipe: OutputPipe) -> Descriptor.Outcome {
    [UInt8](repeating: 0x61, count: count).withUnsafeBytes { pipe.write($0) }
  }

  @Test func aFullPipeIsNeverWaitedFor() throws {
    let (reading, writing) = try Descriptor.pipe()
    let pipe = OutputPipe(writing)
    defer {
      reading.close()
      pipe.descriptor.close()
    }
    var written = 0
    while case .bytes(let count) = write(10_000, to: pipe) { written += count }
    #expect(written > 0)
    #expect(write(1, to: pipe) == .wouldBlock)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let read = buffer.withUnsafeMutableBytes { reading.read(into: $0) }
    #expect(read != .wouldBlock && read != .closed)
    #expect(write(1, to: pipe) == .bytes(1))
  }

  @Test func whereNobodyReadsItIsClosed() throws {
    Process.ignoreBrokenPipes()
    let (reading, writing) = try Descriptor.pipe()
    let pipe = OutputPipe(writing)
    defer { pipe.descriptor.close() }
    reading.close()
    #expect(write(1, to: pipe) == .closed)
  }

  @Test func aFileTakesAll() throws {
    let folder = try TemporaryFolder()
    let file = try Files.create(folder.path("out"))
    let pipe = OutputPipe(file)
    defer { pipe.descriptor.close() }
    #expect(write(5, to: pipe) == .bytes(5))
    #expect(try folder.text("out") == "aaaaa")
  }
}
