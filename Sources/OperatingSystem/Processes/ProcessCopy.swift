#if os(Linux)
  import LibC
  import Synchronization

  /// A copy of this process (fork(2)) that does one thing, says what that came to, and ends.
  ///
  /// Of the threads only the one that makes it is in the copy, so no other may hold a lock that the copy needs. The copy
  /// writes to no file, and what it prints nobody sees; it ends with this process.
  package struct ProcessCopy {
    private let id: pid_t
    private let result: Descriptor
    private let errors: Descriptor

    /// What came of it.
    package enum End {
      /// The bytes that it has given.
      case done([UInt8])
      /// It has ended before that. The lines are those of its standard error.
      case ended(ChildProcess.End, [String])
      /// It has taken too long.
      case late
    }

    /// Starts it.
    ///
    /// - Parameter work: what to do there, on the same thread as here.
    package init(_ work: () -> [UInt8]) throws(SystemError) {
      let result = try Descriptor.pipe()
      let errors: (reading: Descriptor, writing: Descriptor)
      do throws(SystemError) { errors = try Descriptor.pipe() } catch {
        result.reading.close()
        result.writing.close()
        throw error
      }
      let parent = getpid()
      id = fork()
      if id == 0 { Self.work(work, result.writing, errors.writing, of: parent) }
      (self.result, self.errors) = (result.reading, errors.reading)
      result.writing.close()
      errors.writing.close()
      if id < 0 {
        let error = SystemError("fork")
        result.reading.close()
        errors.reading.close()
        throw error
      }
    }

    // MARK: In the copy

    private static func work(
      _ work: () -> [UInt8], _ result: Descriptor, _ errors: Descriptor, of parent: pid_t
    ) -> Never {
      Process.sendAtEndOfParent(SIGKILL)
      if getppid() != parent { _exit(1) }
      // With what it starts it is one group, which ends with it.
      setpgid(0, 0)
      RunningGroups.forget()
      for signal in Self.signals { LibC.signal(signal, SIG_DFL) }
      errors.moveTo(.standardError)
      if let null = Descriptor.open("/dev/null", O_WRONLY) { null.moveTo(.standardOutput) }
      Process.forbidFiles()
      var bytes = work()
      bytes.insert(Self.mark, at: 0)
      try? result.writeAll(bytes, as: "the result")
      _exit(0)
    }

    /// What this process does about these it does for itself.
    private static let signals = [
      SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGTERM, SIGINT, SIGHUP, SIGALRM,
    ]

    /// Stands before the result: a copy that exits by itself has given none.
    private static let mark: UInt8 = 1

    // MARK: Here

    /// Waits for its end, once.
    ///
    /// - Parameter seconds: the limit of a ``Patience``.
    package func wait(seconds: Int) -> End {
      defer {
        result.close()
        errors.close()
      }
      let clock = ProcessorClock(of: id)
      var patience = Patience(seconds: seconds, from: clock.reading)
      var (bytes, text): ([UInt8], [UInt8]) = ([], [])
      var isLate = false
      // The end of the errors does not come while a program has the pipe that the copy has started.
      while !isLate {
        let ready = Poll.wait(
          for: [Poll.Entry(result, .read), Poll.Entry(errors, .read)],
          milliseconds: Patience.interval)
        if ready[1].isReady { errors.appendSome(to: &text) }
        if ready[0].isReady && !result.appendSome(to: &bytes) { break }
        isLate = patience.advance(to: clock.reading)
      }
      if isLate { kill(id, SIGKILL) }
      let end = ChildProcess(id: id).endOfGroup()
      if isLate { return .late }
      if end == .status(0) && bytes.first == Self.mark { return .done(Array(bytes.dropFirst())) }
      while Poll.wait(for: [Poll.Entry(errors, .read)], milliseconds: 0)[0].isReady,
        errors.appendSome(to: &text)
      {}
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      return .ended(end, lines.map(String.init))
    }

    // MARK: Other threads

    #if THREAD_SANITIZER
      // It has one of its own, once there is any other.
      private static let bystanders = Atomic(1)
    #else
      private static let bystanders = Atomic(0)
    #endif

    /// How many threads of this process hold no lock that a copy needs, as they do nothing but wait.
    package static var bystanderCount: Int { bystanders.load(ordering: .relaxed) }

    /// Says that the thread that calls is one.
    package static func addBystander() { bystanders.add(1, ordering: .relaxed) }

    /// Says that the thread that calls is none any more.
    package static func removeBystander() { bystanders.subtract(1, ordering: .relaxed) }
  }

  extension Descriptor {
    /// Reads what is there, and appends it.
    ///
    /// - Returns: whether there may be more.
    @discardableResult
    fileprivate func appendSome(to bytes: inout [UInt8]) -> Bool {
      withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        guard case .bytes(let count) = read(into: buffer) else { return false }
        bytes += buffer[..<count]
        return true
      }
    }

    /// Makes the other one stand for what this stands for, and only that.
    fileprivate func moveTo(_ other: Descriptor) {
      other.become(self)
      close()
    }
  }

  @_silgen_name("fork")
  private func fork() -> pid_t
#endif
