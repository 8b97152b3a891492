#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// Notices that there is another executable at a path.
  nonisolated final class ExecutableWatch {
    private let path: String
    private let watch: FileWatch
    /// The version that was found last, and the one before.
    private var known: FileVersion?
    private var before: FileVersion?
    /// Whether there may be another one.
    private var isUnsure = true

    /// - Parameter running: the one that runs.
    init(_ path: String, running: Program) throws(SystemError) {
      self.path = path
      known = running.version
      watch = try FileWatch(path)
    }

    /// What to poll before ``readEvents()``.
    var descriptor: Descriptor { watch.descriptor }

    func readEvents() { if watch.readEvents() { isUnsure = true } }

    /// Opens the executable, if it is another one than before.
    func takeNew() -> Program? {
      guard isUnsure else { return nil }
      isUnsure = false
      // While there is none, its arrival will be noticed.
      guard let program = Program(path), program.version != known else { return nil }
      (before, known) = (known, program.version)
      return program
    }

    /// What was opened last counts as new again.
    func takeBack() { (known, isUnsure) = (before, true) }
  }
#endif
