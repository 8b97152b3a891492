import LibC

/// A program that was started.
package struct ChildProcess: Sendable {
  /// Where to write what it reads; ``Descriptor/none`` when that is no pipe.
  package let input: Descriptor
  /// Where to read what it writes; ``Descriptor/none`` when that is no pipe.
  package let output: Descriptor
  package let id: pid_t

  /// How a program ended.
  package enum End: Equatable {
    case status(Int)
    case signal(Int)
  }

  /// Starts a program with pipes to its standard input and from its standard output.
  ///
  /// - Parameters:
  ///   - name: what the program is told that it is called; the path if not given.
  ///   - heeding: signals that it does not ignore, even if this process, started by `nohup` or in the background of a
  ///     script, was told to.
  ///   - hasInput: whether it reads from a pipe, or from the null device.
  ///   - errors: where its standard error goes; that of this process if not given.
  ///   - isGroup: whether it has a process group of its own, which is killed when this process exits before
  ///     ``endIfOver()`` or ``killGroup()`` has said that it is over.
  package init(
    _ path: String, as name: String? = nil, _ arguments: [String], heeding: [CInt] = [],
    hasInput: Bool = true, errors: Descriptor? = nil, isGroup: Bool = false
  ) throws(SystemError) {
    let toChild = hasInput ? try Descriptor.pipe() : try Descriptor.nullInput()
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
        path, [name ?? path] + arguments, heeding: heeding, isGroup: isGroup,
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
  ///   - name: what the program is told that it is called.
  ///   - descriptors: what else it inherits.
  ///   - first: the number that the first of these has there; the others follow.
  ///   - errors: where its standard error goes.
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

  /// Starts a program whose standard input, output and error are one thing, such as a terminal.
  ///
  /// - Parameters:
  ///   - path: what is started; it is told that it is called so.
  ///   - stream: what the three stand for.
  package init(_ path: String, _ arguments: [String], on stream: Descriptor) throws(SystemError) {
    id = try Self.spawn(
      path, [path] + arguments, heeding: [SIGPIPE, SIGINT, SIGQUIT], isGroup: false,
      [(stream, .standardInput), (stream, .standardOutput), (stream, .standardError)])
    (input, output) = (.none, .none)
  }

  /// - Parameter descriptors: those of this process that are to have these numbers there.
  private static func spawn(
    _ path: String, _ arguments: [String], heeding: [CInt], isGroup: Bool,
    _ descriptors: [(own: Descriptor, there: Descriptor)]
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
    for (own, there) in descriptors
    where posix_spawn_file_actions_adddup2(&actions, own.raw, there.raw) != 0 {
      throw SystemError("descriptor \(there.raw)", code: EMFILE)
    }
    var list: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for argument in list { free(argument) } }
    list.append(nil)
    var id = pid_t()
    let error = posix_spawn(&id, path, &actions, &attributes, list, environ)
    if error != 0 { throw SystemError(path, code: error) }
    return id
  }

  /// A copy of this process, with the leadership of a group.
  init(id: pid_t) {
    self.id = id
    (input, output) = (.none, .none)
  }

  /// Waits until it has ended, and ends what is left of its group.
  func endOfGroup() -> End {
    awaitEnd()
    _ = LibC.kill(-id, SIGKILL)
    return wait()
  }

  /// Waits until it has ended. Both pipes are to be closed before or after by the caller.
  package func wait() -> End {
    var status: CInt = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    return End(status)
  }

  /// Waits until it has ended; it is still to be waited for, so that its number is nobody else's.
  package func awaitEnd() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
  }

  /// Waits until it has ended, but not for ever.
  ///
  /// - Parameter seconds: the limit of a ``Patience``.
  /// - Returns: `nil` when the time is over, and it has not ended; it is to be waited for again then.
  package func wait(seconds: Int) -> End? {
    let clock = processorClock
    var patience = Patience(seconds: seconds, from: clock.reading)
    while true {
      if let end = endIfOver() { return end }
      if patience.advance(to: clock.reading) { return nil }
      // A process ends very soon after it has closed its output.
      Poll.nap(milliseconds: 1)
    }
  }

  /// How it ended; `nil` while it has not. Not to be asked again after that.
  package func endIfOver() -> End? {
    var status: CInt = 0
    guard waitpid(id, &status, WNOHANG) != 0 else { return nil }
    _ = RunningGroups.remove(id)
    return End(status)
  }

  /// Kills its process group, unless it is known to be over, and waits for it.
  package func killGroup() {
    guard RunningGroups.remove(id) else { return }
    _ = LibC.kill(-id, SIGKILL)
    _ = wait()
  }

  /// The processor time that it uses.
  package var processorClock: ProcessorClock { ProcessorClock(of: id) }

  /// Ends it the hard way; it is still to be waited for.
  package func kill() { send(SIGKILL) }

  /// Sends it a signal.
  package func send(_ signal: CInt) {
    _ = LibC.kill(id, signal)
  }
}

extension ChildProcess {
  /// Runs a program to its end. It reads nothing; what it writes to standard error is seen.
  ///
  /// - Parameter command: a path, or a name that is looked for where a shell does, and arguments.
  /// - Returns: what it has printed, and how it has ended; `nil` when nothing can be started.
  package static func output(of command: [String]) -> (bytes: [UInt8], end: End)? {
    guard let child = try? ChildProcess("/usr/bin/env", ["--"] + command, hasInput: false) else {
      return nil
    }
    defer { child.output.close() }
    return (child.output.readAll(), child.wait())
  }
}

extension ChildProcess.End {
  /// What `waitpid` tells.
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
  /// As all clients say it: `ended by SIGKILL`, `ended (exit status 3)`.
  package var words: String {
    switch self {
    case .status(let status): "ended (exit status \(status))"
    case .signal(let number): "ended by \(Self.names[CInt(number)] ?? "signal \(number)")"
    }
  }

  /// Whether that is a signal which a trap raises.
  package var isTrap: Bool {
    guard case .signal(let number) = self else { return false }
    return [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV].contains(CInt(number))
  }

  /// What a shell tells of it: a status, or 128 more than the number of the signal.
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
