#if os(Linux)
  import LibC
  import OperatingSystem
  import TestSupport
  import Testing

  /// A file that is written or replaced is noticed; others in its folder are not.
  @Suite struct FileWatchTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/file" }

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to path: String) throws {
      let file = try #require(Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC))
      try file.writeAll(text, as: path)
      file.close()
    }

    @Test func aFileThatIsWrittenIsNoticed() throws {
      let watch = try FileWatch(path)
      defer { watch.close() }
      try write("one", to: path)
      #expect(watch.readEvents())
      #expect(!watch.readEvents())
    }

    @Test func aFileThatTakesItsPlaceIsNoticed() throws {
      try write("one", to: path)
      try write("two", to: path + ".new")
      let watch = try FileWatch(path)
      defer { watch.close() }
      #expect(rename(path + ".new", path) == 0)
      #expect(watch.readEvents())
    }

    @Test func otherFilesAreNot() throws {
      try write("one", to: path)
      let watch = try FileWatch(path)
      defer { watch.close() }
      try write("two", to: path + ".new")
      try write("three", to: folder.path + "/fil")
      #expect(Poll.wait(for: [Poll.Entry(watch.descriptor, .read)], milliseconds: 0)[0].isReady)
      #expect(!watch.readEvents())
    }

    @Test func aFolderThatIsNotThereIsAnError() {
      #expect(throws: SystemError.self) { _ = try FileWatch(folder.path + "/none/file") }
    }

    @Test func versionsAreDistinguished() throws {
      try write("one", to: path)
      let first = try #require(Descriptor.openToRun(path))
      defer { first.close() }
      let again = try #require(Descriptor.openToRun(path))
      defer { again.close() }
      #expect(first.fileVersion != nil)
      #expect(first.fileVersion == again.fileVersion)
      try write("two", to: path + ".new")
      #expect(rename(path + ".new", path) == 0)
      let second = try #require(Descriptor.openToRun(path))
      defer { second.close() }
      #expect(first.fileVersion != second.fileVersion)
    }
  }
#endif
