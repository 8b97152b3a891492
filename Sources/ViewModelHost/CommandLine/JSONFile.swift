import JSON
import OperatingSystem

extension JSONValue {
  /// Reads a file that the command line names.
  ///
  /// - Throws: `noInput` if it cannot be read, `badData` if it is not JSON.
  package init(file path: String) throws(CommandFailure) {
    let bytes = try CommandFailure.with(.noInput) { try Files.read(path) }
    self = try CommandFailure.with(.badData, of: path) { try JSONValue(parsing: bytes) }
  }
}
