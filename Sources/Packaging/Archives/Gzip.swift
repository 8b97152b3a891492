import OperatingSystem

/// What the program `gzip` makes of some bytes: without a name and a time, so that the same bytes give the same bytes.
struct Gzip {
  /// A file as RFC 1952 has it.
  let file: [UInt8]

  init(_ bytes: [UInt8]) throws(CommandFailure) {
    file = try Filter.run(["gzip", "-9", "-n", "-c"], bytes)
  }

  /// The compressed bytes alone (RFC 1951).
  var content: [UInt8] { Array(file.dropFirst(Self.head).dropLast(2 * Self.field)) }

  /// The CRC-32 of what was compressed, from its lowest byte on.
  var sum: [UInt8] { Array(file.suffix(2 * Self.field).prefix(Self.field)) }

  private static let head = 10
  private static let field = 4
}
