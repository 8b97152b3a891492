import OperatingSystem

/// A program of the system that makes bytes of bytes.
enum Filter {
  /// - Parameter command: its name and arguments.
  /// - Throws: when there is no such program, or it fails.
  static func run(_ command: [String], _ bytes: [UInt8]) throws(CommandFailure) -> [UInt8] {
    let failure = CommandFailure(.unavailable, "\(command[0]), which packages need, does not run")
    guard let child = try? ChildProcess("/usr/bin/env", command) else { throw failure }
    // It writes while it still reads.
    let writer = try? Thread {
      try? child.input.writeAll(bytes, as: command[0])
      child.input.close()
    }
    // It would wait for ever for the end of its input.
    if writer == nil { child.input.close() }
    let output = child.output.readAll()
    child.output.close()
    writer?.join()
    guard child.wait() == .status(0), writer != nil, !output.isEmpty else { throw failure }
    return output
  }
}

/// What SHA-256 makes of some bytes, which the program `sha256sum` finds.
struct Checksum {
  /// In hexadecimal, with 64 digits.
  let text: String

  init(of bytes: [UInt8]) throws(CommandFailure) {
    let line = try Filter.run(["sha256sum"], bytes)
    text = String(decoding: line.prefix(64), as: UTF8.self)
  }

  /// In the alphabet of RFC 4648, section 5, without an `=` at the end.
  var base64: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let bits = text.flatMap { digit in
      (0..<4).map { (digit.hexDigitValue ?? 0) >> (3 - $0) & 1 }
    }
    return String(
      stride(from: 0, to: bits.count, by: 6).map { start in
        alphabet[(bits[start...].prefix(6) + [0, 0]).prefix(6).reduce(0) { $0 << 1 | $1 }]
      })
  }
}
