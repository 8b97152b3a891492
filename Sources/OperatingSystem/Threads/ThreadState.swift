#if os(Linux)
  import LibC

  /// The state of a thread in the kernel: `/proc/PID/task/TID/stat` (proc(5)).
  package struct ThreadState: Sendable {
    private let path: String

    /// Returns the state of the calling thread; nil without `/proc`.
    package static func ofThisThread() -> ThreadState? {
      var name = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/thread-self", &name, name.count)
      guard count > 0 else { return nil }
      let task = name.prefix(count).map { UInt8(bitPattern: $0) }
      return ThreadState(path: "/proc/\(String(decoding: task, as: UTF8.self))/stat")
    }

    private init(path: String) { self.path = path }

    /// Creates the state of the main thread of a process.
    package init(ofMainThreadOf process: pid_t) { path = "/proc/\(process)/stat" }

    /// Whether the thread runs or only waits for a processor. Valid during the thread's life.
    package var isRunnable: Bool {
      guard let file = Descriptor.open(path, O_RDONLY) else { return false }
      defer { file.close() }
      // The state follows the name, which is in parentheses and may contain any characters.
      let text = file.readAll()
      guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
      return text.dropFirst(end + 2).first == UInt8(ascii: "R")
    }
  }
#endif
