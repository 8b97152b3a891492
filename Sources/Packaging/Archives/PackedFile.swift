/// A file in an archive.
package struct PackedFile: Equatable, Sendable {
  /// The path from the root of the archive, without a leading slash.
  package var path: String
  package var bytes: [UInt8]
  package var isExecutable: Bool

  package init(_ path: String, _ bytes: [UInt8], isExecutable: Bool = false) {
    self.path = path
    self.bytes = bytes
    self.isExecutable = isExecutable
  }

  package init(_ path: String, _ text: String) { self.init(path, Array(text.utf8)) }
}
