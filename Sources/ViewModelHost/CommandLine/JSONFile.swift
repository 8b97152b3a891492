import HostEngine
import JSON
import OperatingSystem

extension JSONValue {
  /// Reads a file that the command line names.
  ///
  /// - Throws: `noInput` when it cannot be read, `badData` when it is not JSON.
  package init(file path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path)
    } catch {
      throw CommandFailure(.noInput, error.description)
    }
    do {
      self = try JSONValue(parsing: bytes)
    } catch {
      throw CommandFailure(.badData, "\(path): \(error)")
    }
  }
}
