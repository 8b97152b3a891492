#if os(Linux) && !MAIN_QUEUE
  import OperatingSystem

  /// Notices that there is another executable at a path.
  nonisolated final class ExecutableWatch {
    private let path: String
    private let watch: FileWatch
    /// The version that was found last.
    private var known: FileVersion?
    /// Whether there may be another one.
    private var isUnsure = true

    /// - Parameter running: the version that runs.
    init(_ path: String, running: FileVersion?) throws(SystemError) {
      self.path = path
      known = running
      watch = try FileWatch(path)
    }

    /// What to poll before ``takeEvents()``.
    var descriptor: Descriptor { watch.descriptor }

    func takeEvents() { if watch.takeEvents() { isUnsure = true } }

    /// Opens the executable, if it is another one than before.
    func takeNew() -> Descriptor? {
      guard isUnsure else { return nil }
      isUnsure = false
      // While there is none, its arrival will be noticed.
      guard let program = Descriptor.openToRun(path) else { return nil }
      if program.fileVersion == known {
        program.close()
        return nil
      }
      known = program.fileVersion
      return program
    }
  }
#endif
