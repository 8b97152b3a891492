#if os(Linux)
  import LibC

  /// What a thread is at, as the system sees it: `/proc/PID/task/TID/stat` (proc(5)).
  package struct ThreadState: Sendable {
    private let path: String

    /// That of the thread that asks; `nil` where there is no `/proc`.
    package static func ofThisThread() -> ThreadState? {
      var name = [CChar](repeating: 0, count: 64)
      let count = readlink("/proc/thread-self", &name, name.count)
      guard count > 0 else { return nil }
      let task = name.prefix(count).map { UInt8(bitPattern: $0) }
      return ThreadState(path: "/proc/\(String(decoding: task, as: UTF8.self))/stat")
    }

    /// Whether it computes, or would if it had a processor: it does not wait for anything else. To be asked as long as
    /// the thread lives.
    package var isRunnable: Bool {
      guard let file = Descriptor.open(path, O_RDONLY) else { return false }
      defer { file.close() }
      // The state stands behind the name, in parentheses, which may have any characters.
      let text = file.readAll()
      guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return false }
      return text.dropFirst(end + 2).first == UInt8(ascii: "R")
    }
  }
#endif
