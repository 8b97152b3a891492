// `stdout` is a C variable that never changes.
@preconcurrency import LibC
import Synchronization

/// Functions for this process as a whole.
package enum Process {
  /// Ends the process and flushes stdio.
  package static func exit(_ status: CInt) -> Never {
    LibC.exit(status)
  }

  /// Makes writes to a pipe without readers, or beyond a file's size limit, return an error instead
  /// of ending the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Replaces this process by a program; returns only if that fails.
  package static func become(_ path: String, _ arguments: [String]) {
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    list.append(nil)
    execv(path, list)
  }

  /// The signal for writing to a pipe without readers.
  package static let brokenPipe = SIGPIPE

  /// Limits the data memory of this process in bytes (getrlimit(2), RLIMIT_DATA).
  package static func limitMemory(to bytes: Int) throws(SystemError) {
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
      let result = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    #else
      let result = setrlimit(RLIMIT_DATA, &limit)
    #endif
    if result != 0 { throw SystemError("setrlimit") }
  }

  #if os(Linux)
    /// Prevents this process and its children from extending files, and this process from dumping
    /// its memory in a crash, either into a file or to a core handler program, which no limit
    /// affects (core(5)).
    static func forbidFiles() {
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Glibc)
        for limit in [RLIMIT_FSIZE, RLIMIT_CORE] {
          setrlimit(__rlimit_resource_t(limit.rawValue), &none)
        }
      #else
        for limit in [RLIMIT_FSIZE, RLIMIT_CORE] { setrlimit(limit, &none) }
      #endif
      control(setDumpable, 0)
    }

    /// Requests a signal when the parent ends.
    static func sendAtEndOfParent(_ signal: CInt) {
      control(setParentDeathSignal, UInt(signal))
    }

    /// Sets one of the options of prctl(2).
    private static func control(_ option: CInt, _ value: UInt) {
      // Swift imports neither a function with variable arguments nor <sys/prctl.h>.
      typealias Prctl = @convention(c) (CInt, UInt, UInt, UInt, UInt) -> CInt
      guard let symbol = dlsym(nil, "prctl") else { return }
      _ = unsafeBitCast(symbol, to: Prctl.self)(option, value, 0, 0, 0)
    }

    /// `PR_SET_PDEATHSIG` of `<sys/prctl.h>`.
    private static let setParentDeathSignal: CInt = 1
    /// `PR_SET_DUMPABLE` of `<sys/prctl.h>`.
    private static let setDumpable: CInt = 4
  #endif

  /// The path of the working folder.
  package static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The id of this process.
  package static var id: Int { Int(getpid()) }

  /// Returns an environment variable; nil if it is not set or empty.
  package static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The local date and time: `20260131-120000`.
  package static var localTime: String { localTime("%Y%m%d-%H%M%S") }

  /// The local date and time with a fraction: `2026-01-31 12:00:00.125`.
  package static var localTimestamp: String {
    let milliseconds = String(nanosecondsOfDate / 1_000_000 % 1000)
    let zeros = String(repeating: "0", count: 3 - milliseconds.count)
    return "\(localTime("%Y-%m-%d %H:%M:%S")).\(zeros)\(milliseconds)"
  }

  private static var nanosecondsOfDate: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func localTime(_ format: String) -> String {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Unblocks all signals. A process inherits those that the starting thread had blocked.
  package static func unblockSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Returns the standard input and output for exclusive use: later prints go to standard error,
  /// and later reads find the end.
  package static func takeStandardStreams() throws -> (input: Descriptor, output: Descriptor) {
    // The parent may have closed some of the three, and no later file may get their numbers.
    while let null = Descriptor.open("/dev/null", O_RDWR) {
      if null.raw > 2 {
        null.close()
        break
      }
      // Later started programs inherit it.
      _ = fcntl(null.raw, F_SETFD, 0)
    }
    guard let input = Descriptor.standardInput.duplicate(),
      let output = Descriptor.standardOutput.duplicate(),
      let null = Descriptor.open("/dev/null", O_RDONLY)
    else { throw SystemError("standard input and output") }
    Descriptor.standardInput.become(null)
    null.close()
    Descriptor.standardOutput.become(.standardError)
    printLineByLine()
    return (input, output)
  }

  /// Makes SIGTERM, SIGINT and SIGHUP only record the request to end.
  ///
  /// A signal that was ignored when the process started stays ignored, as under `nohup`, or behind
  /// `&` in a script.
  package static func catchTermination() {
    let note: @convention(c) (CInt) -> Void = { _ in
      // Only async-signal-safe calls (POSIX.1-2017, 2.4.3).
      terminationRequested = true
      var byte: UInt8 = 0
      let saved = errno
      if terminationDescriptor >= 0 { _ = write(terminationDescriptor, &byte, 1) }
      errno = saved
    }
    for number in [SIGTERM, SIGINT, SIGHUP] { handle(number, note) }
  }

  /// Has a signal handled that is not ignored.
  private static func handle(_ number: CInt, _ handler: @escaping @convention(c) (CInt) -> Void) {
    let former = signal(number, handler)
    if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(number, SIG_IGN)
    }
  }

  /// Forwards SIGTERM, SIGINT and SIGHUP to another process and records the request. An earlier one
  /// is forwarded as SIGTERM.
  package static func passOnTermination(to process: ChildProcess) {
    let isFirst = terminationReceiver == 0
    terminationReceiver = process.id
    if terminationRequested { process.send(SIGTERM) }
    guard isFirst else { return }
    for number in [SIGTERM, SIGINT, SIGHUP] {
      handle(number) { number in
        // Only what POSIX allows in a signal handler.
        terminationRequested = true
        kill(terminationReceiver, number)
      }
    }
  }

  /// Runs the closure and discards its output to standard output and standard error.
  package static func withoutPrinting<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let null = Descriptor.open("/dev/null", O_WRONLY) else { return try body() }
    let streams = [Descriptor.standardOutput, .standardError]
    fflush(nil)
    let copies = streams.map { $0.duplicate() }
    for stream in streams { stream.become(null) }
    null.close()
    defer {
      fflush(nil)
      for (stream, copy) in zip(streams, copies) {
        guard let copy else { continue }
        stream.become(copy)
        copy.close()
      }
    }
    return try body()
  }

  /// Makes each of these signals write one byte to the descriptor, also one that came earlier.
  package static func reportTermination(to descriptor: Descriptor) {
    terminationDescriptor = descriptor.raw
    if terminationRequested { withUnsafeBytes(of: UInt8(0)) { _ = descriptor.write($0) } }
  }

  /// Whether one of these signals has come.
  package static var isTerminationRequested: Bool { terminationRequested }

  /// Gives sets and dictionaries the same order in each such process, where the standard library
  /// randomizes it. The setting is read at the start of a process, so this one restarts if needed.
  /// Call it first.
  package static func makeHashingDeterministic() {
    if getenv(deterministicHashing) != nil { return }
    passOnDeterministicHashing()
    // On failure only the order differs.
    execv(executable, CommandLine.unsafeArgv)
  }

  /// Makes later started programs use that order.
  package static func passOnDeterministicHashing() { setenv(deterministicHashing, "1", 1) }

  private static let deterministicHashing = "SWIFT_DETERMINISTIC_HASHING"

  /// Makes prints line-buffered, also to a pipe, so that they are not lost or late.
  private static func printLineByLine() {
    setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// Returns the nanoseconds of a monotonic clock with an arbitrary origin.
  package static func nanoseconds() -> Int64 {
    var time = timespec()
    #if os(Linux) && canImport(Glibc)
      RuntimeClock.readReal(CLOCK_MONOTONIC, &time)
    #else
      clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  #if os(Linux)
    /// The number of threads of this process; 0 if the system does not provide it.
    package static var threadCount: Int {
      (try? Files.entries(ofFolder: Array("/proc/self/task".utf8)).count) ?? 0
    }
  #endif

  /// The number of threads that can run at the same time.
  package static var processorCount: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

  /// Whether the caller runs on the main actor's thread: the last one that called
  /// ``noteMainThread()``, or with Dispatch's event loop the one that runs the main queue.
  package static var isMainThread: Bool {
    #if os(Linux) && !MAIN_QUEUE
      pthread_equal(pthread_self(), mainThread.load(ordering: .relaxed)) != 0
    #else
      MainQueue.isCurrent
    #endif
  }

  #if os(Linux) && !MAIN_QUEUE
    private static let mainThread = Atomic(pthread_self())
  #endif

  /// Records that the caller runs on the main actor. If its jobs run on Dispatch's main queue, as
  /// in a test process, their thread changes.
  @MainActor static package func noteMainThread() {
    #if os(Linux) && !MAIN_QUEUE
      mainThread.store(pthread_self(), ordering: .relaxed)
    #endif
  }

  /// The path of the running program.
  package static var executable: String {
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

/// The descriptor for the signal handler. A handler captures no variables, so this is global and
/// set once before it.
nonisolated(unsafe) private var terminationDescriptor: CInt = -1
nonisolated(unsafe) private var terminationRequested = false
/// The process that receives forwarded signals; 0 for none.
nonisolated(unsafe) private var terminationReceiver: pid_t = 0
