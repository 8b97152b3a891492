import OperatingSystem

/// The start of a file.
public enum FileHead {
  /// Reads a regular file from its start on; links are followed.
  ///
  /// - Parameters:
  ///   - path: the bytes of its path.
  ///   - limit: how many bytes at most.
  /// - Throws: what the system says: it is not there, may not be read, or is no regular file.
  public static func read(_ path: [UInt8], limit: Int) throws(FileHeadError) -> [UInt8] {
    do {
      return try Disk.read(path, limit: limit, followsLinks: true)
    } catch {
      throw FileHeadError(description: error.description)
    }
  }
}

/// A file cannot be read.
public struct FileHeadError: Error, CustomStringConvertible {
  /// What the system says.
  public let description: String
}
