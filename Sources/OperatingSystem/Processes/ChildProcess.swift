import LibC

/// A started program.
package struct ChildProcess: Sendable {
  /// The pipe to its standard input, or ``Descriptor/none``.
  package let input: Descriptor
  /// The pipe from its standard output, or ``Descriptor/none``.
  package let output: Descriptor
  package let id: pid_t

  /// How a program has ended.
  package enum End: Equatable {
    case status(Int)
    case signal(Int)
  }

  /// Starts a program with pipes to its standard input and from its standard output.
  ///
  /// - Parameters:
  ///   - name: The program's argument 0; by default the path.
  ///   - folder: Its working folder. The path is relative to it; a name without a slash is looked
  ///     up in `PATH`.
  ///   - heeding: Signals that it does not ignore, even if this process does because of `nohup` or
  ///     as a background job of a script.
  ///   - hasInput: Whether it reads from a pipe, or from the null device.
  ///   - errors: Its standard error; by default that of this process.
  ///   - isGroup: Whether it has its own process group, which is killed if this process exits
  ///     before ``endIfOver()`` or ``killGroup()`` has reported its end.
  package init(
    _ path: String, as name: String? = nil, _ arguments: [String], in folder: String? = nil,
    heeding: [CInt] = [], hasInput: Bool = true, errors: Descriptor? = nil, isGroup: Bool = false
  ) throws(SystemError) {
    let toChild = hasInput ? try Descriptor.pipe() : (try Descriptor.nullInput(), .none)
    let fromChild: (reading: Descriptor, writing: Descriptor)
    do throws(SystemError) { fromChild = try Descriptor.pipe() } catch {
      toChild.reading.close()
      toChild.writing.close()
      throw error
    }
    let streams = [
      (toChild.reading, Descriptor.standardInput), (fromChild.writing, .standardOutput),
    ]
    defer {
      toChild.reading.close()
      fromChild.writing.close()
    }
    do throws(SystemError) {
      id = try Self.spawn(
        path, [name ?? path] + arguments, in: folder, heeding: heeding, isGroup: isGroup,
        streams + (errors.map { [($0, .standardError)] } ?? []))
    } catch {
      toChild.writing.close()
      fromChild.reading.close()
      throw error
    }
    if isGroup { RunningGroups.add(id) }
    input = toChild.writing
    output = fromChild.reading
  }

  /// Starts a program with the standard input and output of this process.
  ///
  /// - Parameters:
  ///   - name: The program's argument 0.
  ///   - descriptors: Further descriptors that it inherits.
  ///   - first: The number of the first of these in the program; the others follow.
  ///   - errors: Its standard error.
  package init(
    _ path: String, as name: String, _ arguments: [String], inheriting descriptors: [Descriptor],
    from first: Int, errors: Descriptor
  ) throws(SystemError) {
    let inherited = descriptors.enumerated().map { index, descriptor in
      (descriptor, Descriptor(raw: CInt(first + index)))
    }
    id = try Self.spawn(
      path, [name] + arguments, heeding: [], isGroup: false,
      [(errors, .standardError)] + inherited)
    (input, output) = (.none, .none)
  }

  /// Starts a program with one descriptor, such as a terminal, as standard input, output and error.
  ///
  /// - Parameters:
  ///   - path: The program, and its argument 0.
  ///   - stream: The descriptor for all three.
  package init(_ path: String, _ arguments: [String], on stream: Descriptor) throws(SystemError) {
    id = try Self.spawn(
      path, [path] + arguments, heeding: [SIGPIPE, SIGINT, SIGQUIT], isGroup: false,
      [(stream, .standardInput), (stream, .standardOutput), (stream, .standardError)])
    (input, output) = (.none, .none)
  }

  /// - Parameters:
  ///   - folder: The working folder, in which the program is looked for as in a shell.
  ///   - descriptors: The descriptors of this process for the program's numbers.
  private static func spawn(
    _ path: String, _ arguments: [String], in folder: String? = nil, heeding: [CInt],
    isGroup: Bool, _ descriptors: [(own: Descriptor, there: Descriptor)]
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in heeding { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | (isGroup ? POSIX_SPAWN_SETPGROUP : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    if let folder, posix_spawn_file_actions_addchdir_np(&actions, folder) != 0 {
      throw SystemError(folder, code: ENOMEM)
    }
    for (own, there) in descriptors
    where posix_spawn_file_actions_adddup2(&actions, own.raw, there.raw) != 0 {
      throw SystemError("descriptor \(there.raw)", code: EMFILE)
    }
    var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for argument in list { free(argument) } }
    list.append(nil)
    var id = pid_t()
    let start = folder == nil ? posix_spawn : posix_spawnp
    var error = start(&id, path, &actions, &attributes, list, environ)
    if error == ENOEXEC, folder != nil {
      // A script without `#!` is one of the shell (POSIX.1-2017, execvp).
      let shell: [String] = ["sh", "-c", #"exec "$@""#, "sh"]
      list.insert(contentsOf: shell.map { strdup($0) }, at: 0)
      error = posix_spawn(&id, "/bin/sh", &actions, &attributes, list, environ)
    }
    if error != 0 { throw SystemError(path, code: error) }
    return id
  }

  /// Wraps a copy of this process that leads a group.
  init(id: pid_t) {
    self.id = id
    (input, output) = (.none, .none)
  }

  /// Waits for its end and kills the rest of its group.
  func endOfGroup() -> End {
    awaitEnd()
    _ = LibC.kill(-id, SIGKILL)
    return wait()
  }

  /// Waits for its end. The caller closes both pipes before or after.
  package func wait() -> End {
    var status: CInt = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    return End(status)
  }

  /// Waits for its end without reaping it, so that its process id is not reused.
  package func awaitEnd() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
  }

  /// Waits for its end with a limit.
  ///
  /// - Parameter seconds: The limit of a ``ProgressTimeout``.
  /// - Returns: nil if it has not ended in time; it must then be waited for again.
  package func wait(seconds: Int) -> End? {
    let clock = processorClock
    var timeout = ProgressTimeout(seconds: seconds, from: clock.reading)
    while true {
      if let end = endIfOver() { return end }
      if timeout.advance(to: clock.reading) { return nil }
      // A process ends soon after it has closed its output.
      Poll.nap(milliseconds: 1)
    }
  }

  /// Returns how it ended; nil while it runs. Do not call it again after the end.
  package func endIfOver() -> End? {
    var status: CInt = 0
    guard waitpid(id, &status, WNOHANG) != 0 else { return nil }
    _ = RunningGroups.remove(id)
    return End(status)
  }

  /// Whether it has ended, without reaping it.
  package var isOver: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_signo != 0
  }

  /// Kills its process group and waits for it.
  ///
  /// - Returns: how it ended; nil if that was reported before, and nothing is killed.
  @discardableResult
  package func killGroup() -> End? {
    guard RunningGroups.remove(id) else { return nil }
    _ = LibC.kill(-id, SIGKILL)
    return wait()
  }

  /// The clock of its processor time.
  package var processorClock: ProcessorClock { ProcessorClock(of: id) }

  /// Kills it; the caller must still wait for it.
  package func kill() { send(SIGKILL) }

  /// Sends it a signal.
  package func send(_ signal: CInt) {
    _ = LibC.kill(id, signal)
  }
}

extension ChildProcess {
  /// Runs a program to its end, with empty input and with the standard error of this process.
  ///
  /// - Parameter command: A path, or a name that is looked up in `PATH`, and arguments.
  /// - Returns: Its output and how it ended; nil if it cannot be started.
  package static func output(of command: [String]) -> (bytes: [UInt8], end: End)? {
    guard let child = try? ChildProcess("/usr/bin/env", ["--"] + command, hasInput: false) else {
      return nil
    }
    defer { child.output.close() }
    return (child.output.readAll(), child.wait())
  }
}

extension ChildProcess.End {
  /// Decodes a status of `waitpid`.
  fileprivate init(_ status: CInt) {
    self = status & 0x7F == 0 ? .status(Int(status >> 8) & 0xFF) : .signal(Int(status & 0x7F))
  }
}

extension ChildProcess.End: CustomStringConvertible {
  package var description: String {
    switch self {
    case .status(let status): "status \(status)"
    case .signal(let number): "signal \(number)"
    }
  }
}

extension ChildProcess.End {
  /// The end in the wording of all clients: `ended by SIGKILL`, `ended (exit status 3)`.
  package var words: String {
    switch self {
    case .status(let status): "ended (exit status \(status))"
    case .signal(let number): "ended by \(Self.names[CInt(number)] ?? "signal \(number)")"
    }
  }

  /// Whether it is a signal from a trap.
  package var isTrap: Bool {
    guard case .signal(let number) = self else { return false }
    return [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].contains(CInt(number))
  }

  /// The exit status in a shell: the status, or 128 plus the signal's number.
  package var shellStatus: CInt {
    switch self {
    case .status(let status): CInt(status)
    case .signal(let number): CInt(128 + number)
    }
  }

  package var isAbort: Bool { self == .signal(Int(SIGABRT)) }

  private static let names = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
    SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
  ]
}

#if !canImport(Darwin)
  // Swift's module of the C library lacks it.
  @_silgen_name("posix_spawn_file_actions_addchdir_np")
  private func posix_spawn_file_actions_addchdir_np(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ folder: UnsafePointer<CChar>
  ) -> CInt
#endif
