import HostEngine
import JSON
import Testing

@testable import HostTools

/// The state as a frontend keeps it.
@Suite struct MirrorTests {
  private func mirror() throws -> Mirror {
    var mirror = Mirror()
    try mirror.add(["id": "c", "revision": 0, "state": ["count": 0, "tags": [], "name": "x"]])
    return mirror
  }

  @Test func anUpdateChangesWhatItsPatchSays() throws {
    var mirror = try mirror()
    let patch: JSONValue = [
      ["op": "add", "path": "/tags/0", "value": "new"],
      ["op": "replace", "path": "/count", "value": 1],
    ]
    let (entry, changed) = try mirror.apply(["id": "c", "revision": 1, "patch": patch])
    #expect(changed == ["count", "tags"])
    #expect(entry.known.revision == 1)
    #expect(entry.state == ["count": 1, "tags": ["new"], "name": "x"])
    #expect(mirror.entries == [entry])
  }

  @Test func anUpdateWithoutPatchCountsToo() throws {
    var mirror = try mirror()
    let (entry, changed) = try mirror.apply(["id": "c", "revision": 1, "done": [1]])
    #expect(changed.isEmpty)
    #expect(entry.known.revision == 1)
  }

  @Test func aClosedInstanceIsForgotten() throws {
    var mirror = try mirror()
    mirror.remove("c")
    #expect(mirror.entries.isEmpty)
    #expect(mirror.createdCount == 1)
  }

  @Test(
    arguments: [
      (["id": "d", "revision": 1], "this update is of an unknown instance"),
      (["id": "c", "revision": 2], "this update does not follow revision 0"),
      (["id": "c", "revision": 0], "this update does not follow revision 0"),
      (
        ["id": "c", "revision": 1, "patch": [["op": "remove", "path": "/bogus"]]],
        "this update does not fit the state: operation 0 at \"/bogus\""
      ),
      (["id": "c", "revision": 1, "patch": 7], "this update does not fit the state"),
    ] as [(JSONValue, String)])
  func whatAHostMustNotSendIsAnError(update: JSONValue, message: String) throws {
    var mirror = try mirror()
    let before = mirror.entries
    do {
      _ = try mirror.apply(update)
      Issue.record("no error")
    } catch {
      #expect(error.description.hasPrefix(message))
    }
    #expect(mirror.entries == before)
  }

  @Test func whatIsNoInstanceIsAnError() {
    #expect(throws: KnownInstance.Fault.self) {
      var mirror = Mirror()
      try mirror.add(["id": "c", "revision": 0])
    }
  }
}
