#if os(Linux) && !MAIN_QUEUE
  import JSONRPC
  import OperatingSystem

  package nonisolated enum JournalPlace {
    /// In memory; it ends with the supervisor.
    case memory
    /// In a folder, which must be new, empty, or contain an empty journal.
    case folder(String)
    /// In a folder, from which its session is resumed.
    case resumed(String)
    /// In memory, as a copy of a journal in a folder, which stays as it is. The copy ends after a
    /// turn.
    case copied(String, until: Int)

    /// - Parameter warn: receives a sentence on the missing part of a damaged journal.
    @MainActor package func open(warn: (String) -> Void) throws -> Journal {
      switch self {
      case .memory: try Journal()
      case .folder(let path): try Journal(inNewFolder: path)
      case .resumed(let path): try Journal(takenUpFrom: path, warn)
      case .copied(let path, let turn): try Journal(copiedFrom: path, until: turn, warn)
      }
    }
  }

  nonisolated extension Journal {
    /// The names of the files in a folder.
    fileprivate static let names = ["state", "records", "input", "output"]

    fileprivate init(inNewFolder folder: String) throws {
      let found = Files.exists(folder) ? Files.names(inFolder: folder) : []
      let isNew = found == []
      let refusal = CommandFailure(
        .usage,
        "--journal \(folder): is not an empty folder; --resume continues the session in one")
      guard isNew || found.map(Set.init) == Set(Self.names) else { throw refusal }
      do { try Files.makeFolder(folder) } catch {
        throw CommandFailure(.cannotWrite, "--journal \(error)")
      }
      try self.init(folder, isNew: isNew)
      guard records.lock(), isNew || hasNothing else { throw refusal }
      for file in [self.state, records] { file.cut(to: 0) }
      let state: JournalState
      do throws(SystemError) { state = try JournalState(self.state) } catch {
        throw CommandFailure(.cannotWrite, "--journal \(folder): \(error.reason)")
      }
      state.executable = try Self.executable()
    }

    /// Whether the journal is empty, as after a host that failed, so that the folder can be used
    /// again.
    private var hasNothing: Bool {
      guard input.size == 0, output.size == 0 else { return false }
      return state.size == 0 && records.size == 0 || hasState
    }

    /// Whether this executable can read its state.
    private var hasState: Bool {
      guard state.size == Int64(JournalState.size), let state = try? JournalState(state) else {
        return false
      }
      return state.isOfJournal
    }

    private init(_ folder: String, isNew: Bool) throws {
      let files = try Self.names.map { name in
        try Files.openToChange("\(folder)/\(name)", isNew: isNew)
      }
      (state, records, input, output) = (files[0], files[1], files[2], files[3])
      request = try .memoryFile("request")
      pipe = try Descriptor.pipe()
    }

    /// Returns a checksum of the executable of this process.
    static func executable() throws(SystemError) -> UInt64 {
      let path = "/proc/self/exe"
      guard let file = Descriptor.openToRead(Array(path.utf8)) else { throw SystemError(path) }
      defer { file.close() }
      var check = JournalRecord.Digest()
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 8)
      defer { chunk.deallocate() }
      while true {
        let count = try file.read(at: check.count, into: chunk)
        if count == 0 { return check.check | 1 }
        check.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      }
    }
  }

  extension Journal {
    fileprivate init(takenUpFrom folder: String, _ warn: (String) -> Void) throws {
      do { try self.init(folder, isNew: false) } catch {
        throw CommandFailure(.noInput, "--resume \(error)")
      }
      guard records.lock() else {
        throw CommandFailure(.noInput, "--resume \(folder): another host has this session")
      }
      try takeUp(folder, warn)
    }

    /// - Parameters:
    ///   - folder: for messages.
    ///   - warn: receives a sentence on the missing part of a damaged journal.
    private func takeUp(_ folder: String, _ warn: (String) -> Void) throws {
      guard hasState else {
        throw CommandFailure(
          .badData, "--resume \(folder): is no journal, or one of another version")
      }
      let old = try JournalState(state)
      guard !old.isLost else {
        throw CommandFailure(.badData, "--resume \(folder): its journal was given up")
      }
      old.resume(old.executable == (try Self.executable()) ? .anyhow : .exactly)
      do {
        if let damage = try cutDamage() { warn("--resume \(folder): \(damage)") }
      } catch let error as SystemError {
        throw CommandFailure(.badData, "--resume \(folder): \(error.reason)")
      }
      input.moveToEnd()
      output.moveToEnd()
    }

    fileprivate init(
      copiedFrom folder: String, until turn: Int, _ warn: (String) -> Void
    ) throws {
      try self.init()
      // A host that still runs the session may write meanwhile, without harm: it stores each
      // record's head last.
      for (name, file) in zip(Self.names, [state, records, input, output]) {
        let path = "\(folder)/\(name)"
        guard let original = Descriptor.openToRead(Array(path.utf8)) else {
          throw CommandFailure(.noInput, "--resume \(SystemError(path))")
        }
        defer { original.close() }
        while case .bytes = try original.send(to: file, count: 1 << 30) {}
      }
      try takeUp(folder, warn)
      let history = try TurnHistory(of: self, before: .max, lineLimit: JournaledFrontend.noLimit)
      let end: Int
      do throws(RPCError) { end = try history.end(ofTurn: turn) } catch {
        throw CommandFailure(.badData, "--until \(turn): \(error.message)")
      }
      records.cut(to: Int64(end * MemoryLayout<UInt64>.stride))
    }
  }
#endif
