#if os(Linux)
  import LibC
  import OperatingSystem

  /// A terminal that a test types at and reads (pty(7)).
  package final class PseudoTerminal {
    private let side: Descriptor
    private let path: String
    private var text = ""

    package init() throws {
      let requests: (unlock: UInt, number: UInt) = (0x4004_5431, 0x8004_5430)
      var (lock, number): (CInt, CInt) = (0, 0)
      guard let side = Descriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY),
        ioctl(side.raw, requests.unlock, &lock) == 0, ioctl(side.raw, requests.number, &number) == 0
      else { throw SystemError("/dev/ptmx") }
      self.side = side
      path = "/dev/pts/\(number)"
    }

    deinit { side.close() }

    /// Starts a program whose standard streams are this terminal.
    package func start(_ program: String, _ arguments: [String]) throws -> ChildProcess {
      let script = #"terminal=$1; shift; TERM=xterm exec "$@" <"$terminal" >"$terminal" 2>&1"#
      return try ChildProcess("/bin/sh", ["-c", script, "sh", path, program] + arguments)
    }

    package func type(_ text: String) { try? side.writeAll(text, as: "terminal") }

    /// Waits until this comes.
    ///
    /// - Returns: all that has come since this was called last, with this; less when nothing more
    ///   comes for a minute.
    package func read(upTo end: String) -> String {
      while true {
        if let range = text.firstRange(of: end) {
          defer { text.removeSubrange(..<range.upperBound) }
          return String(text[..<range.upperBound])
        }
        let isReady = Poll.wait(for: [Poll.Entry(side, .read)], milliseconds: 60_000)[0].isReady
        guard isReady else { return text }
        var bytes: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
          if case .bytes(let count) = side.read(into: buffer) { bytes += buffer[..<count] }
        }
        if bytes.isEmpty { return text }
        text += String(decoding: bytes, as: UTF8.self)
      }
    }
  }
#endif
