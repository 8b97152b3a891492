import OperatingSystem

/// The transcripts of a folder, for tests.
nonisolated package enum TranscriptFolder {
  /// Plays all transcripts of a folder, each to its own host.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - program: the name of an executable in the folder of the running one.
  ///   - isUpdate: whether to write the host's output into the files.
  /// - Returns: the reports on files that differ, or were updated.
  /// - Throws: an error with a `description`: the folder or a file cannot be read, or the host
  ///   cannot be started.
  package static func replay(
    _ folder: String, with program: String, isUpdate: Bool
  ) throws -> [String] {
    Process.ignoreBrokenPipes()
    // Otherwise each host would restart itself for it.
    Process.passOnDeterministicHashing()
    let path = Process.executable.split(separator: "/").dropLast() + [Substring(program)]
    let stage = ProcessStage(program: "/" + path.joined(separator: "/"))
    return try TranscriptFile.all(at: [folder]).compactMap { result in
      let file: TranscriptFile
      switch result {
      case .success(let read): file = read
      case .failure(let fault): return "failed  \(fault)\n"
      }
      let replay = try stage.play(file.transcript, seconds: ReplayCommand.ordinaryTimeout)
      let outcome: TranscriptOutcome =
        isUpdate ? try .updating(file, replay) : .checking(file, replay)
      return outcome.isGood && !outcome.isChanged ? nil : outcome.text
    }
  }
}
