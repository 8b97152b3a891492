import HostEngine
import OperatingSystem
import ViewModelHost

/// Reports which host a client would start, and the version that each candidate prints.
struct DoctorCommand: Command {
  static let name = Tool.doctor.rawValue
  static let summary = "Says which host a client starts, from where, and in which version."
  static let introduction = """
    A client that was installed with a program starts that. Another one starts the program that the
    environment variable VIEWMODEL_HOST names, else the first viewmodel-host on the PATH. Each is
    asked for its version, and has 2 s to answer.

    """
  static let notes = """
    Exits with 1 when such a client finds no host.

    """

  init(_ arguments: inout Arguments) throws { try arguments.end() }

  func run(_ about: HostInformation) throws -> ExitStatus {
    let versions = HostInformation.protocolVersions.joined(separator: ", ")
    var lines = ["\(about.name) \(about.version), protocol version \(versions)"]
    lines.append("  this program: \(Process.executable)")
    let named = Process.environment("VIEWMODEL_HOST").map(Found.init)
    let onPath = Self.programs("viewmodel-host")
    lines.append("VIEWMODEL_HOST: \(named.map { "\($0)" } ?? "not set")")
    lines.append("viewmodel-host on the PATH:\(onPath.isEmpty ? " none" : "")")
    lines += onPath.map { "  \($0)" }
    if about.name != "viewmodel-host" {
      let own = Self.programs(about.name)
      lines.append("\(about.name) on the PATH:\(own.isEmpty ? " none" : "")")
      lines += own.map { "  \($0)" }
    }
    for name in ["VIEWMODEL_HOST_RECORD", "VIEWMODEL_HOST_TRACE"] {
      if let value = Process.environment(name) { lines.append("\(name): \(value)") }
    }
    let first = named ?? onPath.first
    switch first {
    case let found? where found.version != nil:
      lines.append("A client without a program of its own starts \(found.path).")
    case let found?:
      lines.append("A client without a program of its own starts \(found.path), which is no host.")
    case nil:
      lines.append(
        "A client without a program of its own finds no host: put viewmodel-host on the PATH, or "
          + "set VIEWMODEL_HOST to the path of one.")
    }
    try Descriptor.standardOutput.show(lines.map { "\($0)\n" }.joined())
    return first?.version == nil ? .failure : .success
  }

  /// The programs with a name on the PATH, in order.
  private static func programs(_ name: String) -> [Found] { ProgramPath.all(name).map(Found.init) }

  /// A program and its version.
  private struct Found: CustomStringConvertible {
    let path: String
    /// Its name and version; `nil` when it does not print them.
    let version: String?
    /// Why it cannot be run.
    private let fault: String?

    init(_ path: String) {
      self.path = path
      // Clients look up a name without a slash on the PATH.
      guard ProgramPath.find(path) != nil else {
        version = nil
        let isThere = path.contains("/") && Files.exists(path)
        fault = isThere ? "is not executable" : "there is no such program"
        return
      }
      fault = nil
      let child = try? ChildProcess(
        "/usr/bin/env", ["--", path, "--version"], hasInput: false, isGroup: true)
      guard let child else {
        version = nil
        return
      }
      defer { child.output.close() }
      guard child.wait(seconds: 2) == .status(0) else {
        child.killGroup()
        version = nil
        return
      }
      let line = String(decoding: child.output.readAll(), as: UTF8.self).split(separator: "\n")
      version = line.count == 1 && line[0].contains(" ") ? String(line[0]) : nil
    }

    var description: String { "\(path): \(version ?? fault ?? "does not say its version")" }
  }
}
