import OperatingSystem

/// The platform of a program, read from its ELF header and program headers (System V ABI).
package struct Machine: Equatable, Sendable {
  package enum Processor: UInt8, Sendable {
    case x86 = 62
    case arm = 183
  }

  package let processor: Processor
  /// Whether it needs no loader, and so no system library.
  package let isStatic: Bool

  package init(_ processor: Processor, isStatic: Bool) {
    self.processor = processor
    self.isStatic = isStatic
  }

  /// - Throws: if it is not a program for Linux.
  package init(ofProgram bytes: [UInt8]) throws(CommandFailure) {
    guard bytes.count > 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      let processor = Processor(rawValue: bytes[18]), bytes[19] == 0
    else {
      throw CommandFailure(
        .badData, "packages are made of programs for Linux on x86-64 and AArch64, and this is none")
    }
    func number(at offset: Int, _ size: Int) -> Int {
      let end = min(offset + size, bytes.count)
      guard offset >= 0, offset < end else { return 0 }
      return bytes[offset..<end].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let (table, size, count) = (number(at: 32, 4), number(at: 54, 2), number(at: 56, 2))
    self.processor = processor
    // A PT_INTERP segment names the loader.
    isStatic = !(0..<count).contains { number(at: table + $0 * size, 4) == 3 }
  }

  /// Linux's name for the processor.
  package var linuxName: String { processor == .x86 ? "x86_64" : "aarch64" }
  /// Debian's name for the processor.
  package var debianName: String { processor == .x86 ? "amd64" : "arm64" }
  /// Node's name for the processor, as in `process.arch`.
  package var nodeName: String { processor == .x86 ? "x64" : "arm64" }

  /// The platform tags of a wheel (PEP 425, 600 and 656). A static program runs with any C library,
  /// so it has the tags of the oldest ones.
  package var wheelTags: String {
    guard isStatic else { return "linux_\(linuxName)" }
    return "manylinux_2_17_\(linuxName).manylinux2014_\(linuxName).musllinux_1_1_\(linuxName)"
  }
}
