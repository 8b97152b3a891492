import OperatingSystem
import Testing

@testable import Packaging

struct MachineTests {
  /// The header of an ELF file of 64 bits (System V ABI, chapter 4), and one program header.
  private func program(processor: UInt8, segment: UInt8) -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: 64 + 56)
    bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    // e_machine, e_phoff, e_phentsize, e_phnum, p_type
    (bytes[18], bytes[32], bytes[54], bytes[56], bytes[64]) = (processor, 64, 56, 1, segment)
    return bytes
  }

  @Test func aStaticProgramRunsWithAnyLibrary() throws {
    let machine = try Machine(ofProgram: program(processor: 62, segment: 1))
    #expect(machine == Machine(.x86, isStatic: true))
    #expect(
      machine.wheelTags
        == "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64")
    #expect(machine.debianName == "amd64" && machine.nodeName == "x64")
  }

  @Test func aProgramWithALoaderDoesNot() throws {
    let machine = try Machine(ofProgram: program(processor: 183, segment: 3))
    #expect(machine == Machine(.arm, isStatic: false))
    #expect(machine.wheelTags == "linux_aarch64")
    #expect(machine.debianName == "arm64" && machine.nodeName == "arm64")
  }

  @Test(arguments: [
    [], Array("#!/bin/sh".utf8), [0xCF, 0xFA, 0xED, 0xFE],
    [0x7F, 0x45, 0x4C, 0x46, 2, 1] + Array(repeating: 0xFF, count: 90),
  ])
  func whatIsNoProgramForLinuxIsRefused(bytes: [UInt8]) {
    #expect(throws: CommandFailure.self) { try Machine(ofProgram: bytes) }
  }

  /// Of a file that was cut off nothing behind its end is read.
  @Test func aCutFileIsNoFault() throws {
    let bytes = program(processor: 62, segment: 3).prefix(65)
    #expect(try Machine(ofProgram: Array(bytes)) == Machine(.x86, isStatic: false))
    var far = program(processor: 62, segment: 3)
    far[35] = 0xFF
    #expect(try Machine(ofProgram: far) == Machine(.x86, isStatic: true))
  }
}
