#if os(Linux)
  import LibC
  import TestSupport
  import Testing

  @testable import OperatingSystem

  /// What stays with the kernel from wait to wait is ready when `poll` says so.
  @Suite struct PollSetTests {
    /// Descriptors in all the states that matter, with what keeps them so.
    private struct Subjects {
      var named: [(name: String, descriptor: Descriptor)] = []
      private var kept: [Descriptor] = []
      private let folder: TemporaryFolder

      init() throws {
        folder = try TemporaryFolder()
        let (empty, writable) = try Descriptor.pipe()
        let (filled, full) = try Descriptor.pipe()
        _ = fcntl(full.raw, F_SETFL, O_NONBLOCK)
        let zeros = [UInt8](repeating: 0, count: 65_536)
        while case .bytes = zeros.withUnsafeBytes({ full.write($0) }) {}
        let (ended, closing) = try Descriptor.pipe()
        closing.close()
        let (leaving, unread) = try Descriptor.pipe()
        leaving.close()
        let file = try #require(Descriptor.open(folder.file("file", "text"), O_RDWR))
        let null = try #require(Descriptor.open("/dev/null", O_RDWR))
        named = [
          ("an empty pipe", empty), ("a pipe with room", writable),
          ("a pipe with bytes", filled), ("a full pipe", full),
          ("a pipe that nobody writes", ended), ("a pipe that nobody reads", unread),
          ("a file", file), ("the null device", null), ("nothing", Descriptor(raw: 9_999)),
        ]
        kept = named.map(\.descriptor).filter { $0.raw != 9_999 }
      }

      func close() { for descriptor in kept { descriptor.close() } }
    }

    @Test(arguments: 1...8) func whatIsReadyIsWhatPollSays(seed: UInt64) throws {
      let subjects = try Subjects()
      defer { subjects.close() }
      Process.ignoreBrokenPipes()
      var random = SeededGenerator(seed: seed)
      var set = try PollSet(slots: subjects.named.count)
      var interests = [Poll.Interest?](repeating: nil, count: subjects.named.count)
      var readyCount = 0
      for _ in 0..<200 {
        let slot = Int.random(in: 0..<interests.count, using: &random)
        let all: [Poll.Interest?] = [nil, .read, .write, .hangUp]
        interests[slot] = all.randomElement(using: &random) ?? nil
        set.set(slot, to: subjects.named[slot].descriptor, interests[slot])
        let ready = set.wait(milliseconds: 0)
        for (slot, interest) in interests.enumerated() {
          let (name, descriptor) = subjects.named[slot]
          let expected =
            interest.map {
              Poll.wait(for: [Poll.Entry(descriptor, $0)], milliseconds: 0)[0].isReady
            } ?? false
          #expect(ready.contains(slot) == expected, "\(name), \(interest.map { "\($0)" } ?? "nil")")
          if expected { readyCount += 1 }
        }
      }
      #expect(readyCount > 100)
    }

    @Test func aWaitEndsWithWhatComes() throws {
      let (reading, writing) = try Descriptor.pipe()
      defer { reading.close() }
      var set = try PollSet(slots: 2)
      set.set(1, to: reading, .read)
      #expect(set.wait(milliseconds: 0).isEmpty)
      try writing.writeAll("x", as: "the pipe")
      #expect(set.wait(milliseconds: nil).contains(1))
      writing.close()
      #expect(set.wait(milliseconds: nil).contains(1))
    }
  }
#endif
