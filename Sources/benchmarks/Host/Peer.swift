import Foundation

/// A program under measurement, as a frontend has it: two pipes, raw bytes.
///
/// The frontend must not be the slow side: what is sent was prepared before, and of what comes back no more is looked
/// at than where the lines end, until the clock has stopped.
final class Peer {
  private let id: pid_t
  private let input: CInt
  private let output: CInt
  private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

  init(_ path: String, _ arguments: String...) throws {
    let toChild = try Self.pipe()
    let fromChild = try Self.pipe()
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
    var list: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for argument in list { free(argument) } }
    list.append(nil)
    var id = pid_t()
    let error = posix_spawn(&id, path, &actions, nil, list, environ)
    close(toChild.reading)
    close(fromChild.writing)
    guard error == 0 else {
      throw BenchmarkError("\(path): \(String(cString: strerror(error)))")
    }
    self.id = id
    input = toChild.writing
    output = fromChild.reading
  }

  deinit { chunk.deallocate() }

  private static func pipe() throws -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [0, 0]
    guard Foundation.pipe(&ends) == 0 else { throw BenchmarkError("there are no more pipes") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Closes the program's input and waits until it has ended, as it should.
  func end() throws {
    close(input)
    var status: CInt = 0
    waitpid(id, &status, 0)
    close(output)
    guard status == 0 else { throw BenchmarkError("a program ended with the status \(status)") }
  }

  /// Sends some bytes, and waits for as many lines in answer.
  func exchange(_ bytes: [UInt8], lines: Int = 1) throws {
    try Self.writeAll(bytes, to: input)
    var missing = lines
    while missing > 0 {
      let count = read(output, chunk.baseAddress, chunk.count)
      guard count > 0 else { throw BenchmarkError("a program ended before it had answered") }
      missing -= Self.lineFeeds(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
    guard missing == 0 else { throw BenchmarkError("\(-missing) lines more than expected came") }
  }

  /// Sends one line, and gives the one that comes back, without line feeds.
  func ask(_ line: String) throws -> String {
    try Self.writeAll(Array((line + "\n").utf8), to: input)
    var answer: [UInt8] = []
    while answer.last != 0x0A {
      let count = read(output, chunk.baseAddress, chunk.count)
      guard count > 0 else { throw BenchmarkError("a program ended before it had answered") }
      answer += chunk[..<count]
    }
    return String(decoding: answer.dropLast(), as: UTF8.self)
  }

  /// Sends all bytes from another thread while it reads what comes back, until that ends with `end`.
  ///
  /// - Parameter buffer: takes what comes back. It should have been written to before, so that the system has given it
  ///   its pages.
  /// - Returns: how many bytes came.
  func stream(
    _ bytes: [UInt8],
    until end: [UInt8],
    into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    let written = DispatchSemaphore(value: 0)
    let input = self.input
    Thread.detachNewThread {
      try? Self.writeAll(bytes, to: input)
      written.signal()
    }
    defer { written.wait() }
    var count = 0
    while count < end.count || !buffer[(count - end.count)..<count].elementsEqual(end) {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      guard !free.isEmpty else { throw BenchmarkError("more bytes than expected came") }
      let more = read(output, free.baseAddress, free.count)
      guard more > 0 else { throw BenchmarkError("a program ended before it had answered") }
      count += more
    }
    return count
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: CInt) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        guard count > 0 else { throw BenchmarkError("a program no longer reads") }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  private static func lineFeeds(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = bytes
    while let start = rest.baseAddress, let found = memchr(start, 0x0A, rest.count) {
      count += 1
      rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(found) - start + 1)...])
    }
    return count
  }
}

extension Peer {
  /// What the program has in memory, in bytes; `nil` where the system does not tell.
  var memory: Memory? {
    guard let resident = figure("VmRSS:", in: "status") else { return nil }
    let file = "smaps_rollup"
    let clean = figure("Private_Clean:", in: file)
    let dirty = figure("Private_Dirty:", in: file)
    return Memory(resident: resident, own: clean.flatMap { clean in dirty.map { clean + $0 } })
  }

  struct Memory {
    /// All that is resident, also what it shares with other programs.
    let resident: Int
    /// What is resident for this process alone.
    let own: Int?
  }

  /// A line such as `VmRSS:     1234 kB`.
  private func figure(_ name: String, in file: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/\(id)/\(file)", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    return number * 1024
  }
}
