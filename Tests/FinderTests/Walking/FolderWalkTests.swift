import LibC
import TestSupport
import Testing

@testable import Finder

@MainActor struct FolderWalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes files, with the folders that they are in; a text behind `=` is their content.
  private func make(_ files: String...) throws {
    for file in files {
      let parts = file.split(separator: "=", maxSplits: 1).map { String($0) }
      let names = parts[0].split(separator: "/")
      for count in 1..<max(1, names.count) {
        mkdir(folder.path(names.prefix(count).joined(separator: "/")), 0o755)
      }
      _ = try folder.file(parts[0], parts.count > 1 ? parts[1] : "")
    }
  }

  private func walk(_ path: String = "", count: Int = 1_000) throws -> [String] {
    var walk = try FolderWalk(folder.path(path))
    var files: [String] = []
    while let chunk = walk.next(count) { files += (0..<chunk.count).map { chunk.text($0) } }
    return files
  }

  @Test func filesComeFirst() throws {
    try make("b", "a/d", "a/c/e", "z", "a/b/f", ".hidden", ".git/config")
    #expect(try walk() == [".hidden", "b", "z", "a/d", "a/b/f", "a/c/e"])
    #expect(try walk(count: 1) == [".hidden", "b", "z", "a/d", "a/b/f", "a/c/e"])
    #expect(try walk("a") == ["d", "b/f", "c/e"])
  }

  @Test func anEmptyFolder() throws {
    mkdir(folder.path("empty"), 0o755)
    #expect(try walk("empty") == [])
  }

  /// Each rule of gitignore(5).
  @Test func eachRuleOfAnIgnoreFileHolds() throws {
    try make(
      """
      .gitignore=# a comment
      *.o
      !keep.o
      build/
      /top
      doc/*.txt
      **/deep/x
      trailing\u{20}\u{20}
      \\#hash
      \\!bang
      """,
      "a.o", "keep.o", "sub/b.o", "sub/keep.o", "build/x", "sub/build/x", "notbuild/build", "top",
      "sub/top", "doc/a.txt", "doc/sub/a.txt", "sub/doc/a.txt", "deep/x", "a/b/deep/x",
      "a/b/deep/y",
      "trailing", "#hash", "!bang")
    #expect(
      try walk() == [
        ".gitignore", "keep.o", "a/b/deep/y", "doc/sub/a.txt", "notbuild/build", "sub/keep.o",
        "sub/top", "sub/doc/a.txt",
      ])
  }

  @Test func aFileFurtherDownDecides() throws {
    try make(
      ".gitignore=*.log\n/gone/\n", "a/.gitignore=!*.log\nx\n", "a/b/.gitignore=!x\n/y",
      "1.log", "a/2.log", "a/x", "a/b/x", "a/b/y", "a/b/c/y", "gone/.gitignore=!*", "gone/file")
    #expect(
      try walk() == [
        ".gitignore", "a/.gitignore", "a/2.log", "a/b/.gitignore", "a/b/x", "a/b/c/y",
      ])
  }

  @Test func rulesOfTheFoldersAbove() throws {
    try make(
      ".gitignore=not mine\n*.a", "top/.git/info/exclude=*.b\nsub/d", "top/.gitignore=*.c\n/sub/e",
      "top/sub/1.a", "top/sub/1.b", "top/sub/1.c", "top/sub/d", "top/sub/e", "top/sub/f/e")
    #expect(try walk("top/sub") == ["1.a", "f/e"])
  }

  @Test func linesOfWindowsAndAByteOrderMark() throws {
    try make(".gitignore=\u{FEFF}*.o\r\n/x\r\n", "a.o", "x", "y")
    #expect(try walk() == [".gitignore", "y"])
  }

  @Test func linksInACircle() throws {
    try make("a/file")
    symlink("..", folder.path("a/up"))
    symlink("me", folder.path("me"))
    symlink("nowhere", folder.path("dangling"))
    #expect(try walk() == ["a/file"])
  }

  @Test func aLinkToAFileIsOne() throws {
    try make("a/file")
    symlink("a/file", folder.path("link"))
    symlink("link", folder.path("twice"))
    symlink("a", folder.path("folder"))
    #expect(try walk() == ["link", "twice", "a/file"])
  }

  @Test func anIgnoreFileThatIsNone() throws {
    try make("a")
    mkfifo(folder.path(".gitignore"), 0o644)
    #expect(try walk() == ["a"])
  }

  #if os(Linux)  // Apple's file systems refuse such names.
    @Test func aNameThatIsNotUTF8() throws {
      let path = Array(folder.path("x").utf8.dropLast()) + [0xFF, 0x41]
      let descriptor = open((path + [0]).map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o644)
      try #require(descriptor >= 0)
      close(descriptor)
      #expect(try walk() == ["\\xFFA"])
    }
  #endif

  @Test func aFolderThatGoesMeanwhile() throws {
    try make("file", "a/x", "b/x")
    var walk = try FolderWalk(folder.path(""))
    let first = walk.next(1)
    #expect(first?.count == 1)
    unlink(folder.path("a/x"))
    rmdir(folder.path("a"))
    let second = walk.next(10)
    #expect(second.map { chunk in (0..<chunk.count).map { chunk.text($0) } } == ["b/x"])
    #expect(walk.next(1) == nil)
    #expect(walk.unreadable == [])
  }

  @Test(.enabled(if: geteuid() != 0, "nothing is unreadable to the superuser"))
  func anUnreadableFolder() throws {
    try make("a/x", "b/x")
    chmod(folder.path("a"), 0)
    defer { chmod(folder.path("a"), 0o755) }
    var walk = try FolderWalk(folder.path(""))
    let chunk = walk.next(10)
    #expect(chunk.map { chunk in (0..<chunk.count).map { chunk.text($0) } } == ["b/x"])
    #expect(walk.unreadable.map(\.path) == ["a/"])
  }

  /// One that cannot be read, not even by the superuser: its path is longer than the system takes.
  @Test func aFolderWithTooLongAPath() throws {
    try make("z/x")
    let name = String(repeating: "n", count: 200)
    var outer = open(folder.path(""), O_RDONLY)
    for _ in 0..<30 {
      mkdirat(outer, name, 0o755)
      let inner = openat(outer, name, O_RDONLY)
      close(outer)
      outer = inner
    }
    close(outer)
    var walk = try FolderWalk(folder.path(""))
    let chunk = walk.next(10)
    #expect(chunk.map { chunk in (0..<chunk.count).map { chunk.text($0) } } == ["z/x"])
    #expect(walk.next(10) == nil)
    let unreadable = try #require(walk.unreadable.first)
    #expect(walk.unreadable.count == 1)
    #expect(unreadable.path.utf8.count > 3_500)
    #expect(unreadable.message == String(cString: strerror(ENAMETOOLONG)))
  }

  /// Files that come while it is walked are found where it has not been yet.
  @Test func aFolderThatGrowsMeanwhile() throws {
    try make("a/x", "b/x")
    var walk = try FolderWalk(folder.path(""))
    #expect(walk.next(1)?.count == 1)
    try make("a/late", "b/late", "c/late")
    let rest = walk.next(10)
    #expect(rest.map { chunk in (0..<chunk.count).map { chunk.text($0) } } == ["b/late", "b/x"])
  }

  @Test(arguments: ["", "no/such/folder", "a\0b"])
  func aFolderThatCannotBeReadIsAnError(_ path: String) {
    #expect(throws: FolderWalkError.self) { try FolderWalk(path) }
  }
}
