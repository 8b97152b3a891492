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
    let error = try #require(throws: SystemError.self) { try Files.read(folder.path("folder")) }
    #expect(error.description == "\(folder.path("folder")): Is a directory")
  }

  @Test func aFolderListsNamesAndKinds() throws {
    let folder = try TemporaryFolder()
    _ = try shell("mkdir d && mkfifo c && ln -s d a && touch b .b", in: folder)
    let entries = try Files.entries(ofFolder: Array(folder.path.utf8))
    #expect(entries.map { String(decoding: $0.name, as: UTF8.self) } == [".b", "a", "b", "c", "d"])
    let kinds: [FileKind] = [.regular, .link, .regular, .pipe, .folder]
    // Some file systems leave it to `kind(of:)` to say.
    #expect(zip(entries, kinds).allSatisfy { $0.kind == nil || $0.kind == $1 })
    let paths = entries.map { Array("\(folder.path)/".utf8) + $0.name }
    #expect(paths.map { Files.kind(of: $0, followsLinks: false) } == kinds)
    #expect(Files.kind(of: paths[1]) == .folder)
    let file = try folder.file("b", "")
    let error = try #require(throws: SystemError.self) {
      try Files.entries(ofFolder: Array(file.utf8))
    }
    #expect(error.description == "\(file): Not a directory")
  }

  @Test func aPartOfAFileIsReadAtItsOffset() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a", "0123456789")
    let file = try #require(Descriptor.openToRead(Array(path.utf8)))
    defer { file.close() }
    let parts = try withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { buffer in
      try [2, 8, 10].map { offset in
        let count = try file.read(at: offset, into: buffer)
        return String(decoding: buffer[..<count], as: UTF8.self)
      }
    }
    #expect(parts == ["2345", "89", ""])
    #expect(String(decoding: file.readAll(), as: UTF8.self) == "0123456789")
    let start = try Files.readStart(of: Array(path.utf8), limit: 3, followsLinks: true)
    #expect(start == Array("012".utf8))
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
