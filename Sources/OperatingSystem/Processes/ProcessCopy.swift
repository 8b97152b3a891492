#if os(Linux)
  import LibC
  import Synchronization

  /// A copy of this process (fork(2)) that runs one piece of work, returns its result, and ends.
  ///
  /// The copy has only the calling thread, so no other thread may hold a lock that the copy needs.
  /// The copy writes no files, its prints are discarded, and it ends with this process.
  package struct ProcessCopy {
    private let id: pid_t
    private let result: Descriptor
    private let errors: Descriptor

    /// The outcome of the copy.
    package enum End {
      /// The bytes of its result.
      case done([UInt8])
      /// It has ended without a result. The lines are its standard error.
      case ended(ChildProcess.End, [String])
      /// It has reached the time limit.
      case late
    }

    /// Starts the copy.
    ///
    /// - Parameter work: The work, on the thread of the caller.
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
      // The copy and its children form one group, which ends with it.
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

    /// The signals whose handlers concern this process only.
    private static let signals = [
      SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGQUIT, SIGTERM, SIGINT, SIGHUP, SIGALRM,
    ]

    /// Precedes the result: a copy that exits on its own has no result.
    private static let mark: UInt8 = 1

    // MARK: Here

    /// Waits for its end. Call it once.
    ///
    /// - Parameter seconds: The limit of a ``ProgressTimeout``.
    package func wait(seconds: Int) -> End {
      defer {
        result.close()
        errors.close()
      }
      let clock = ProcessorClock(of: id)
      var timeout = ProgressTimeout(seconds: seconds, from: clock.reading)
      var (bytes, text): ([UInt8], [UInt8]) = ([], [])
      var isLate = false
      // The errors have no end while a program started by the copy has the pipe.
      while !isLate {
        let ready = Poll.wait(
          for: [Poll.Entry(result, .read), Poll.Entry(errors, .read)],
          milliseconds: ProgressTimeout.interval)
        if ready[1].isReady { errors.appendSome(to: &text) }
        if ready[0].isReady && !result.appendSome(to: &bytes) { break }
        isLate = timeout.advance(to: clock.reading)
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
      // The sanitizer runs its own thread once any other thread exists.
      private static let bystanders = Atomic(1)
    #else
      private static let bystanders = Atomic(0)
    #endif

    /// The number of threads that only wait and so hold no lock that a copy needs.
    package static var bystanderCount: Int { bystanders.load(ordering: .relaxed) }

    /// Adds the calling thread to ``bystanderCount``.
    package static func addBystander() { bystanders.add(1, ordering: .relaxed) }

    /// Removes the calling thread from ``bystanderCount``.
    package static func removeBystander() { bystanders.subtract(1, ordering: .relaxed) }
  }

  extension Descriptor {
    /// Appends the available bytes.
    ///
    /// - Returns: Whether more bytes may follow.
    @discardableResult
    fileprivate func appendSome(to bytes: inout [UInt8]) -> Bool {
      withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        guard case .bytes(let count) = read(into: buffer) else { return false }
        bytes += buffer[..<count]
        return true
      }
    }

    /// Moves this descriptor to the number of the other one.
    fileprivate func moveTo(_ other: Descriptor) {
      other.become(self)
      close()
    }
  }

  @_silgen_name("fork")
  private func fork() -> pid_t
#endif
