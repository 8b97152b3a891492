#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// The files from which another process can restore a session. They are in memory, belong to the
  /// supervisor, and are inherited by one worker after another.
  package nonisolated struct Journal {
    /// State that worker and supervisor share: see ``JournalState``.
    package let state: Descriptor
    /// The causes of the turns: see ``JournalRecord``.
    package let records: Descriptor
    /// The input from the frontend. The file position is its end.
    package let input: Descriptor
    /// The output for the frontend. The file position is the end of what was sent.
    package let output: Descriptor
    /// A worker's request to the next one: a ``RewindRequestFile``.
    package let request: Descriptor
    /// A pipe through which input from a socket passes.
    package let pipe: (reading: Descriptor, writing: Descriptor)

    /// Creates an empty journal.
    package init() throws(SystemError) {
      state = try .memoryFile("state")
      records = try .memoryFile("records")
      input = try .memoryFile("input")
      output = try .memoryFile("output")
      request = try .memoryFile("request")
      pipe = try Descriptor.pipe()
    }

    /// Opens the journal that this process has inherited from its supervisor.
    ///
    /// - Parameter first: the number of the first of its descriptors, which are consecutive.
    /// - Returns: `nil` when there are no such descriptors.
    package init?(inheritedFrom first: Int) {
      let all = (0..<Self.count).map { Descriptor(raw: CInt(clamping: first + $0)) }
      guard all.allSatisfy(\.isOpen) else { return nil }
      for descriptor in all { descriptor.closeOnExec() }
      (state, records, input, output, request) = (all[0], all[1], all[2], all[3], all[4])
      pipe = (all[5], all[6])
    }

    /// The number of its descriptors.
    static let count = 7

    /// The descriptors that a worker inherits, in order.
    package var descriptors: [Descriptor] {
      [state, records, input, output, request, pipe.reading, pipe.writing]
    }
  }
#endif
