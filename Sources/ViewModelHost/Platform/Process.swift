// `stdout` is a variable to C, and never changes.
#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// What concerns this process as a whole.
nonisolated enum Process {
  /// Ends the process; what stdio holds back is written.
  static func exit(_ status: CInt) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  /// Writing to a pipe that nobody reads gives an error, and does not end the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Gives the standard input to the caller alone: whoever else reads from it finds its end.
  static func takeStandardInput() throws -> Descriptor {
    guard let input = Descriptor.standardInput.duplicate(),
      let nothing = Descriptor.open("/dev/null", O_RDONLY)
    else { throw SystemError("standard input") }
    Descriptor.standardInput.become(nothing)
    nothing.close()
    return input
  }

  /// Gives the standard output to the caller alone: what is printed from now on goes to standard error.
  static func takeStandardOutput() throws -> Descriptor {
    guard let output = Descriptor.standardOutput.duplicate() else {
      throw SystemError("standard output")
    }
    Descriptor.standardOutput.become(.standardError)
    return output
  }

  /// At SIGTERM and SIGINT one byte is written to the descriptor; nothing else happens.
  static func tellTermination(to descriptor: Descriptor) {
    terminationDescriptor = descriptor.raw
    // Whoever started this process may have blocked them in the thread that did so.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT] {
      sigaddset(&signals, number)
      signal(number) { _ in
        // Only what POSIX allows in a signal handler.
        var byte: UInt8 = 0
        let saved = errno
        _ = write(terminationDescriptor, &byte, 1)
        errno = saved
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// What is printed goes out line by line, also to a pipe, so that it is not lost or late.
  static func printLineByLine() {
    setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// Nanoseconds of a clock that never goes back; its zero means nothing.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Whether the caller runs on the thread that the process began with.
  static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      pthread_equal(pthread_self(), mainThread) != 0
    #endif
  }

  #if !canImport(Darwin)
    /// The thread that asked first, which is the one that set up the event loop.
    private static let mainThread = pthread_self()
  #endif

  /// The path of the program that runs.
  static var executable: String {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&path, &size) == 0 else { return CommandLine.arguments[0] }
      return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
      var path = [UInt8](repeating: 0, count: 4096)
      let count = path.withUnsafeMutableBytes { buffer in
        buffer.withMemoryRebound(to: CChar.self) { characters in
          characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? -1
        }
      }
      guard count > 0 else { return CommandLine.arguments[0] }
      return String(decoding: path.prefix(count), as: UTF8.self)
    #endif
  }
}

/// Where the signal handler writes. A handler captures nothing, so this is global; it is set once, before the handler.
nonisolated(unsafe) private var terminationDescriptor: CInt = -1
