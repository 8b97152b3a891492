import OperatingSystem

/// Bytes compressed by the program `gzip`, without a name and time, so that equal input gives equal
/// output.
struct Gzip {
  /// The file format of RFC 1952.
  let file: [UInt8]

  init(_ bytes: [UInt8]) throws(CommandFailure) {
    file = try Filter.run(["gzip", "-9", "-n", "-c"], bytes)
  }

  /// The compressed bytes without header and trailer (RFC 1951).
  var content: [UInt8] { Array(file.dropFirst(Self.head).dropLast(2 * Self.field)) }

  /// The CRC-32 of the input, lowest byte first.
  var sum: [UInt8] { Array(file.suffix(2 * Self.field).prefix(Self.field)) }

  private static let head = 10
  private static let field = 4
}
