import OperatingSystem

/// A file into which a session is written down.
struct Recording {
  let path: String
  let file: Descriptor

  /// The environment variable that names a folder for the recordings of every start.
  static let variable = "VIEWMODEL_HOST_RECORD"

  /// Opens what `--record` names: a new or empty file; or in a folder, which is one already or ends with a slash, a
  /// file with a name of its own. A folder that is not there is made.
  ///
  /// - Parameters:
  ///   - path: the file or folder.
  ///   - program: the beginning of the names in a folder.
  static func open(_ path: String, of program: String) throws(CommandFailure) -> Recording {
    if path.hasSuffix("/") || Files.isFolder(path) {
      let file = String(path.dropLast())
      if Files.exists(file) && !Files.isFolder(path) {
        throw CommandFailure(
          .cannotWrite, "\(path): \(file) is no folder; \(file) without the / is a file")
      }
      return try open(inFolder: path, of: program)
    }
    // A frontend that starts a host anew with the same command must not destroy what it was to report.
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

  /// Makes a file in a folder that is named after the program, the local date and time, and the process:
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
