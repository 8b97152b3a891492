import OperatingSystem

/// A file that records a session.
struct Recording {
  let path: String
  let file: Descriptor

  /// The environment variable with a folder for the recordings of every start.
  static let variable = "VIEWMODEL_HOST_RECORD"

  /// Opens the path of `--record`: a new or empty file; or a file with a generated name in a
  /// folder, which exists or ends with a slash. A missing folder is created.
  ///
  /// - Parameters:
  ///   - path: the file or folder.
  ///   - program: the start of the names in a folder.
  static func open(_ path: String, of program: String) throws(CommandFailure) -> Recording {
    if path.hasSuffix("/") || Files.isFolder(path) {
      let file = String(path.dropLast())
      if Files.exists(file) && !Files.isFolder(path) {
        throw CommandFailure(
          .cannotWrite, "\(path): \(file) is no folder; \(file) without the / is a file")
      }
      return try open(inFolder: path, of: program)
    }
    // A frontend that restarts a host with the same command must not overwrite the recording of a
    // failure.
    if Files.hasContent(path) {
      throw CommandFailure(
        .cannotWrite,
        "\(path): is not empty, and stays as it is; a folder, such as recordings/, takes a file for each start"
      )
    }
    return try CommandFailure.with(.cannotWrite) {
      Recording(path: path, file: try Files.createToAppend(path))
    }
  }

  /// Creates a file in a folder, named after the program, the local date and time, and the process:
  /// `todo-host-20260131-120000-4711.transcript`.
  static func open(
    inFolder folder: String, of program: String
  ) throws(CommandFailure) -> Recording {
    let base = folder.hasSuffix("/") ? folder : "\(folder)/"
    let name = "\(program)-\(Process.localTime)-\(Process.id)"
    let path = "\(base)\(String(name.map { $0 == "/" ? "-" : $0 })).transcript"
    return try CommandFailure.with(.cannotWrite) {
      try Files.makeFolder(folder)
      return Recording(path: path, file: try Files.createToAppend(path))
    }
  }
}
