import LibC

/// A program that was started, with a pipe from its standard output. What it still does at the end of this is ended,
/// and so is what it has started in its process group.
final class CommandProcess: Sendable {
  private let name: String
  private let output: CInt
  private let id: pid_t

  init(_ command: [String], in folder: String) throws(CommandError) {
    var ends: [CInt] = [-1, -1]
    name = command.first ?? ""
    guard pipe(&ends) == 0 else { throw Self.error(name, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var id = pid_t()
    let code = Self.spawn(command, in: folder, writing: ends[1], &id)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw Self.error(name, code)
    }
    output = ends[0]
    self.id = id
    RunningCommands.add(id)
  }

  deinit {
    close(output)
    guard RunningCommands.remove(id) else { return }
    kill(-id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
  }

  /// Whether something can be read, be it the end.
  ///
  /// - Parameter isWaiting: whether to wait for it, until the task is cancelled.
  func isReadable(waiting isWaiting: Bool) -> Bool {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while true {
      if poll(&request, 1, isWaiting ? 100 : 0) > 0 { return true }
      if !isWaiting || Task.isCancelled { return false }
    }
  }

  /// What can be read; nothing at the end.
  func read() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      repeat {
        count = LibC.read(output, buffer.baseAddress, buffer.count)
      } while count < 0 && errno == EINTR
      count = max(0, count)
    }
  }

  /// Waits for its end, until the task is cancelled, and says how it failed, if it did.
  func failure() -> String? {
    var status: CInt = 0
    while waitpid(id, &status, WNOHANG) == 0 {
      if Task.isCancelled { return nil }
      // It ends very soon after it has closed its output.
      _ = poll(nil, 0, 1)
    }
    _ = RunningCommands.remove(id)
    if status == 0 { return nil }
    let signal = status & 0x7F
    if signal != 0 { return "\(name): signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 127 ? "\(name): command not found" : "\(name): status \(code)"
  }

  private static func error(_ name: String, _ code: CInt) -> CommandError {
    CommandError(description: "\(name): \(String(cString: strerror(code)))")
  }

  private static func spawn(
    _ command: [String], in folder: String, writing end: CInt, _ id: inout pid_t
  ) -> CInt {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, end, 1)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A process group of its own, and the signal that the host ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    // Not every C library can change the folder of what it starts.
    let folder = folder.hasPrefix("/") ? folder : "./\(folder)"
    let line = ["sh", "-c", #"cd "$0" && exec "$@""#, folder] + command
    var arguments: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    return posix_spawn(&id, "/bin/sh", &actions, &attributes, &arguments, environ)
  }
}
