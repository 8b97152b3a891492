import OperatingSystem

/// A system program that converts bytes from standard input to standard output.
enum Filter {
  /// - Parameter command: the name and arguments of the program.
  /// - Throws: if the program does not exist, or fails.
  static func run(_ command: [String], _ bytes: [UInt8]) throws(CommandFailure) -> [UInt8] {
    let failure = CommandFailure(.unavailable, "\(command[0]), which packages need, does not run")
    guard let child = try? ChildProcess("/usr/bin/env", command) else { throw failure }
    // A thread writes the input, because the program writes while it still reads.
    let writer = try? Thread {
      try? child.input.writeAll(bytes, as: command[0])
      child.input.close()
    }
    // Without the thread, close the input: the program would wait for ever.
    if writer == nil { child.input.close() }
    let output = child.output.readAll()
    child.output.close()
    writer?.join()
    guard child.wait() == .status(0), writer != nil, !output.isEmpty else { throw failure }
    return output
  }
}

/// The SHA-256 checksum of bytes, computed by the program `sha256sum`.
struct Checksum {
  /// 64 hexadecimal digits.
  let text: String

  init(of bytes: [UInt8]) throws(CommandFailure) {
    let line = try Filter.run(["sha256sum"], bytes)
    text = String(decoding: line.prefix(64), as: UTF8.self)
  }

  /// The checksum in base64url (RFC 4648, section 5) without padding.
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
