import TestSupport
import Testing

@testable import OperatingSystem

/// Replacing what stands in a file.
@Suite struct FilesTests {
  /// Runs a script in a folder, and gives what it prints.
  private func shell(_ script: String, in folder: TemporaryFolder) throws -> String {
    let child = try ChildProcess("/bin/sh", ["-c", "cd \(folder.path) && \(script)"])
    child.input.close()
    defer {
      child.output.close()
      _ = child.wait()
    }
    return String(decoding: child.output.readAll(), as: UTF8.self)
  }

  @Test func aNewTextTakesThePlaceAndTheModeOfTheOld() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a", "old and longer")
    _ = try shell("chmod 600 a && ln -s a link", in: folder)
    try Files.write("new", to: folder.path("link"))
    #expect(try String(decoding: Files.read(path), as: UTF8.self) == "new")
    // No other file is left, and the link still is one.
    #expect(Files.names(inFolder: folder.path) == ["a", "link"])
    #expect(try shell("ls -l a | cut -c 1-10; readlink link", in: folder) == "-rw-------\na\n")
  }

  @Test func onlyARegularFileIsReadAsOne() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("a", "text")
    _ = try shell("ln -s a link && mkfifo pipe && mkdir folder", in: folder)
    for name in ["a", "link"] {
      #expect(try Files.readRegular(folder.path(name)) == Array("text".utf8))
    }
    for name in ["pipe", "folder"] {
      let error = try #require(throws: SystemError.self) {
        try Files.readRegular(folder.path(name))
      }
      #expect(error.description == "\(folder.path(name)): is not a regular file")
    }
  }

  @Test func whatCannotBeWrittenIsAnErrorAndLeavesTheOld() throws {
    let folder = try TemporaryFolder()
    let error = try #require(throws: SystemError.self) {
      try Files.write("new", to: folder.path("missing/a"))
    }
    #expect(error.description == "\(folder.path("missing/a")): No such file or directory")
    #expect(Files.names(inFolder: folder.path) == [])
  }
}
