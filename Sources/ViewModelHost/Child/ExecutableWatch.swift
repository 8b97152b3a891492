#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// Detects a new executable at a path.
  nonisolated final class ExecutableWatch {
    private let path: String
    private let watch: FileWatch
    /// The last version, and the one before.
    private var known: FileVersion?
    private var before: FileVersion?
    /// Whether the file may have changed.
    private var mayHaveChanged = true

    /// - Parameter running: the running executable.
    init(_ path: String, running: Program) throws(SystemError) {
      self.path = path
      known = running.version
      watch = try FileWatch(path)
    }

    /// The descriptor to poll before ``readEvents()``.
    var descriptor: Descriptor { watch.descriptor }

    func readEvents() { if watch.readEvents() { mayHaveChanged = true } }

    /// Opens the executable, if its version has changed.
    func takeNew() -> Program? {
      guard mayHaveChanged else { return nil }
      mayHaveChanged = false
      // If the file is missing, its creation will be reported.
      guard let program = Program(path), program.version != known else { return nil }
      (before, known) = (known, program.version)
      return program
    }

    /// Treats the last version as new again.
    func forgetLast() { (known, mayHaveChanged) = (before, true) }
  }
#endif
