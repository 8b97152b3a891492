import LibC

/// The programs that run each in a process group of its own. When this process exits, they are ended.
enum RunningGroups {
  private static let groups = Lock<Set<pid_t>>([])

  /// Set up once, when it is first asked for.
  private static let endAtExit: Void = {
    _ = atexit {
      // Nobody is waited for here: a thread that has the lock may never give it back.
      groups.withLockIfAvailable { groups in
        for group in groups { kill(-group, SIGKILL) }
      }
    }
  }()

  static func add(_ group: pid_t) {
    endAtExit
    groups.withLock { _ = $0.insert(group) }
  }

  /// They are those of another process, of which this one is a copy.
  static func forget() { groups.withLock { $0 = [] } }

  /// - Returns: whether it was there: it has not been waited for.
  static func remove(_ group: pid_t) -> Bool {
    groups.withLock { $0.remove(group) != nil }
  }
}
