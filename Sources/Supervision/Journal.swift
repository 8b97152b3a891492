#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// What a session needs to be the same once more in another process: files in memory, which belong to the supervisor,
  /// and which one worker after another has.
  package nonisolated struct Journal {
    /// What the worker and the supervisor tell each other.
    package let state: Descriptor
    /// What the turns came from: see ``JournalRecord``.
    package let records: Descriptor
    /// All bytes that came from the frontend. The position is their end.
    package let input: Descriptor
    /// All bytes for the frontend. The position is the end of what it has.
    package let output: Descriptor
    /// What a worker asks the next one for: a ``RewindPlan``.
    package let request: Descriptor
    /// Through which goes what comes from a socket: the two ends of a pipe.
    package let pipe: (reading: Descriptor, writing: Descriptor)

    /// Makes an empty one.
    package init() throws(SystemError) {
      state = try .memoryFile("state")
      records = try .memoryFile("records")
      input = try .memoryFile("input")
      output = try .memoryFile("output")
      request = try .memoryFile("request")
      pipe = try Descriptor.pipe()
    }

    /// That of the supervisor of this process.
    ///
    /// - Parameter first: the number of the first of its descriptors, which follow one another.
    /// - Returns: `nil` when there are no such descriptors.
    package init?(inheritedFrom first: Int) {
      let all = (0..<Self.count).map { Descriptor(raw: CInt(clamping: first + $0)) }
      guard all.allSatisfy(\.isOpen) else { return nil }
      for descriptor in all { descriptor.closeOnExec() }
      (state, records, input, output, request) = (all[0], all[1], all[2], all[3], all[4])
      pipe = (all[5], all[6])
    }

    /// How many descriptors it has.
    static let count = 7

    /// What a worker inherits, in order.
    package var descriptors: [Descriptor] {
      [state, records, input, output, request, pipe.reading, pipe.writing]
    }
  }
#endif
