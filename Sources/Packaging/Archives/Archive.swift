import OperatingSystem

/// Writers of archives. Equal files give equal bytes: times and owners are fixed.
package enum Archive {
  /// A compressed tar file in the format `ustar` of POSIX.1-2017, with entries for folders.
  ///
  /// - Parameter root: the prefix of all paths.
  package static func tarGz(
    _ files: [PackedFile], root: String = ""
  ) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var folders: Set<String> = []
    for file in files {
      let path = root + file.path
      var folder = ""
      for part in path.split(separator: "/").dropLast() {
        folder += "\(part)/"
        if folders.insert(folder).inserted {
          bytes += try tarHeader(folder, size: 0, mode: 0o755, type: "5")
        }
      }
      let mode = file.isExecutable ? 0o755 : 0o644
      bytes += try tarHeader(path, size: file.bytes.count, mode: mode, type: "0") + file.bytes
      bytes += zeros(-file.bytes.count & 511)
    }
    return try Gzip(bytes + zeros(1024)).file
  }

  private static func tarHeader(
    _ path: String, size: Int, mode: Int, type: Character
  ) throws(CommandFailure) -> [UInt8] {
    guard path.utf8.count <= 100 else {
      throw CommandFailure(.badData, "\(path): a path in a package has at most 100 bytes")
    }
    func octal(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits + "\0"
    }
    func padded(_ text: String, _ width: Int) -> [UInt8] {
      Array(text.utf8) + zeros(width - text.utf8.count)
    }
    func header(_ sum: String) -> [UInt8] {
      padded(path, 100) + padded(octal(mode, 7) + octal(0, 7) + octal(0, 7), 24)
        + padded(octal(size, 11) + octal(time, 11) + sum, 32) + padded("\(type)", 101)
        + padded("ustar\0" + "00", 8) + padded("root", 32) + padded("root", 32)
        + padded(octal(0, 7) + octal(0, 7), 16) + zeros(167)
    }
    let sum = header(String(repeating: " ", count: 8)).reduce(0) { $0 + Int($1) }
    return header(octal(sum, 6) + " ")
  }

  /// A ZIP file (APPNOTE.TXT 6.3.10, sections 4.3 and 4.4) with Unix file modes.
  package static func zip(_ files: [PackedFile]) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let compressed = try Gzip(file.bytes)
      let content = compressed.content
      let path = Array(file.path.utf8)
      // Version 2.0, names in UTF-8, deflated, the earliest possible time: 1980-01-01.
      let common =
        words(20, 0x0800, 8, 0, 0x0021) + compressed.sum
        + long(content.count) + long(file.bytes.count) + words(path.count, 0)
      let mode = 0o100000 | (file.isExecutable ? 0o755 : 0o644)
      directory += Array("PK\u{1}\u{2}".utf8) + words(3 << 8 | 20) + common
      directory += words(0, 0, 0) + long(mode << 16) + long(bytes.count) + path
      bytes += Array("PK\u{3}\u{4}".utf8) + common + path + content
    }
    let count = files.count
    return bytes + directory + Array("PK\u{5}\u{6}".utf8) + words(0, 0, count, count)
      + long(directory.count) + long(bytes.count) + words(0)
  }

  /// An `ar` archive in the form of deb(5).
  package static func ar(_ files: [PackedFile]) -> [UInt8] {
    var bytes = Array("!<arch>\n".utf8)
    for file in files {
      func field(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: width - text.count)
      }
      let header =
        field(file.path, 16) + field("\(time)", 12) + field("0", 6) + field("0", 6)
        + field("100644", 8) + field("\(file.bytes.count)", 10) + "`\n"
      bytes += Array(header.utf8) + file.bytes
      if !file.bytes.count.isMultiple(of: 2) { bytes.append(UInt8(ascii: "\n")) }
    }
    return bytes
  }

  /// 1980-01-01, in seconds.
  private static var time: Int { 315_532_800 }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

  private static func words(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8 & 0xFF)] }
  }

  private static func long(_ number: Int) -> [UInt8] { words(number & 0xFFFF, number >> 16) }
}
