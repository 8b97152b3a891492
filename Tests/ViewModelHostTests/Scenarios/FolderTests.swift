import OperatingSystem
import TestSupport
import Testing

@testable import ViewModelHost

import LibC

/// The `list` of a folder on disk.
@Suite(.waitsForProcesses) nonisolated struct FolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func create(_ parameters: String, id: Int = 1) -> String {
    #"--> {"jsonrpc":"2.0","id":\#(id),"method":"viewModel/create","params":{"name":"list","id":"l","parameters":\#(parameters)}}"#
  }

  private let created =
    #"<-- {"jsonrpc":"2.0","id":1,"result":{"id":"l","revision":0,"state":{"items":[],"loading":false}}}"#

  private func input(_ name: String) -> String {
    #"--> {"jsonrpc":"2.0","method":"viewModel/input","params":{"id":"l","input":"\#(name)"}}"#
  }

  private func advance(_ id: Int, to now: Int) -> String {
    """
    --> {"jsonrpc":"2.0","id":\(id),"method":"clock/advance","params":{"milliseconds":1000}}
    <-- {"jsonrpc":"2.0","id":\(id),"result":{"now":\(now)}}
    """
  }

  private func update(_ revision: Int, _ rest: String) -> String {
    "<-- " + HostLine.update("l", revision, rest)
  }

  private func expect(_ transcript: [String], at distance: Distance = .memory) throws {
    let file = try TemporaryFolder()
    _ = try file.file("a.transcript", transcript.joined(separator: "\n") + "\n")
    let run = try CommandRun(
      "viewmodel-host", ["replay", file.path, "--distance", distance.rawValue])
    #expect(run.output.hasSuffix("\n1 passed, 0 failed\n"), "\(run.output)")
    #expect(run.end == .status(0))
  }

  /// The disk is read within the turn, so no frontend sees that it loads.
  @Test(arguments: Distance.allCases)
  func pagesOfSortedNames(_ distance: Distance) throws {
    for name in ["b", "a", "B", ".c"] { _ = try folder.file(name, "") }
    #expect(mkdir(folder.path("sub"), 0o755) == 0)
    _ = try folder.file("sub/in", "")
    try expect(
      [
        create(#"{"folder":"\#(folder.path)","pageSize":2}"#), created,
        input("viewWillAppear"),
        update(
          1,
          #""patch":[{"op":"replace","path":"/items","value":[{"id":".c","name":".c"},{"id":"B","name":"B"}]}]"#
        ),
        input("reachedBottom"),
        update(
          2,
          #""patch":[{"op":"add","path":"/items/2","value":{"id":"a","name":"a"}},{"op":"add","path":"/items/3","value":{"id":"b","name":"b"}}]"#
        ),
        "# Within a second of the last attempt.",
        input("reachedBottom"),
        advance(2, to: 1000),
        input("reachedBottom"),
        update(
          3,
          #""patch":[{"op":"add","path":"/items/4","value":{"id":"sub","name":"sub/"}}]"#),
        "# There is no page after the last.",
        advance(3, to: 2000),
        input("reachedBottom"),
      ], at: distance)
  }

  @Test func aFullLastPageIsTheLast() throws {
    for name in ["a", "b"] { _ = try folder.file(name, "") }
    try expect([
      create(#"{"folder":"\#(folder.path)/","pageSize":2}"#), created,
      input("viewWillAppear"),
      update(
        1,
        #""patch":[{"op":"replace","path":"/items","value":[{"id":"a","name":"a"},{"id":"b","name":"b"}]}]"#
      ),
      input("reachedBottom"),
    ])
  }

  @Test(arguments: [1, 20, Int.max])
  func anEmptyFolderIsAnEmptyList(pageSize: Int) throws {
    try expect([
      create(#"{"folder":"\#(folder.path)","pageSize":\#(pageSize)}"#), created,
      input("viewWillAppear"), input("reachedBottom"), input("reload"),
    ])
  }

  enum Unreadable: CaseIterable { case missing, noFolder, endlessLink, forbidden }

  @Test(arguments: Unreadable.allCases)
  func aFolderThatCannotBeReadIsAnErrorOfTheList(_ unreadable: Unreadable) throws {
    let path = folder.path("a")
    let reason: String
    switch unreadable {
    case .missing: reason = "No such file or directory"
    case .noFolder:
      _ = try folder.file("a", "")
      reason = "Not a directory"
    case .endlessLink:
      #expect(symlink(path, path) == 0)
      reason = "Too many levels of symbolic links"
    case .forbidden:
      // Root may read everything.
      if geteuid() == 0 { return }
      #expect(mkdir(path, 0) == 0)
      reason = "Permission denied"
    }
    try expect([
      create(#"{"folder":"\#(path)"}"#), created,
      input("viewWillAppear"),
      update(1, #""events":[{"event":"error","value":"\#(path): \#(reason)"}]"#),
      "# It is tried again.",
      input("reload"),
      update(2, #""events":[{"event":"error","value":"\#(path): \#(reason)"}]"#),
      input("reachedBottom"),
    ])
  }

  @Test func aPageHasToHaveRoom() throws {
    func refused(_ pageSize: String, _ id: Int, _ error: String) -> [String] {
      [
        create(#"{"folder":"\#(folder.path)","pageSize":\#(pageSize)}"#, id: id),
        #"<-- {"jsonrpc":"2.0","id":\#(id),"error":{\#(error)}}"#,
      ]
    }
    let tooSmall = #""code":-32006,"message":"list was not created: pageSize must be at least 1""#
    try expect(
      refused("0", 1, tooSmall) + refused("-1", 2, tooSmall)
        + refused(
          #""2""#, 3,
          #""code":-32602,"message":"parameters.pageSize: expected an integer, found a string","data":{"path":"/parameters/pageSize"}"#
        ))
  }

  /// Every reload reads the disk again.
  @Test func aReloadSeesWhatIsNew() throws {
    _ = try folder.file("a", "")
    let host = try HostProcess("viewmodel-host")
    host.write(create(#"{"folder":"\#(folder.path)"}"#).dropFirst(4) + "\n")
    host.write(input("viewWillAppear").dropFirst(4) + "\n")
    var output = host.read(until: #"{"id":"a","name":"a"}"#)
    _ = try folder.file("b", "")
    host.write(input("reload").dropFirst(4) + "\n")
    output += host.read(until: #"{"id":"b","name":"b"}"#)
    let (rest, end) = host.finish()
    #expect(!(output + rest.joined()).contains("error"))
    #expect(end == .status(0))
  }

  /// Where there is neither a service nor a folder.
  @Test func theFolderInWhichTheHostWasStarted() throws {
    _ = try folder.file("a", "")
    Process.ignoreBrokenPipes()
    let child = try ChildProcess(
      "/bin/sh",
      [
        "-c", #"cd "$1" && exec "$2" --clock virtual"#, "sh", folder.path,
        HostProcess.path("viewmodel-host"),
      ])
    try child.input.writeAll(
      [create("{}"), input("viewWillAppear")].map { $0.dropFirst(4) + "\n" }.joined(),
      as: "the host")
    child.input.close()
    let output = String(decoding: child.output.readAll(), as: UTF8.self)
    child.output.close()
    #expect(child.wait() == .status(0))
    #expect(output.contains(#""value":{"id":"a","name":"a"}"#), "\(output)")
  }
}

nonisolated extension HostProcess {
  /// Reads until the text has come.
  fileprivate func read(until text: String) -> String {
    var bytes: [UInt8] = []
    while true {
      let output = String(decoding: bytes, as: UTF8.self)
      if output.contains(text) { return output }
      let more = readSome()
      if more.isEmpty { return output }
      bytes += more
    }
  }
}
