import LibC

/// The running programs with their own process groups, which are killed when this process exits.
enum RunningGroups {
  private static let groups = Lock<Set<pid_t>>([])

  /// Installs the exit handler, once, at the first access.
  private static let endAtExit: Void = {
    _ = atexit {
      // This does not wait for the lock: a thread that holds it may never release it.
      groups.withLockIfAvailable { groups in
        for group in groups { kill(-group, SIGKILL) }
      }
    }
  }()

  static func add(_ group: pid_t) {
    endAtExit
    groups.withLock { _ = $0.insert(group) }
  }

  /// Drops all groups in a copy of the process, which does not own them.
  static func forget() { groups.withLock { $0 = [] } }

  /// - Returns: Whether it was present, that is, not yet waited for.
  static func remove(_ group: pid_t) -> Bool {
    groups.withLock { $0.remove(group) != nil }
  }
}
