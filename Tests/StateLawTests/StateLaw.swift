import JSON
import TestSupport
import Testing
import ViewModelKit

@testable import HostEngine

/// After each turn the frontend's mirror, a snapshot, and the ViewModel's outputs encoded afresh
/// are the same, whatever the ViewModel's author does.
struct StateLaw {
  @Test func theMirrorIsTheSnapshotIsTheViewModel() throws {
    for subject in Subject.all {
      var updateCount = 0
      for seed in 1...3 as ClosedRange<UInt64> {
        for followsLate in [false, true] {
          for byItself in [false, true] {
            updateCount += hold(
              subject, seed: seed, followsLate: followsLate, byItself: byItself)
          }
        }
      }
      #expect(updateCount > 50, "\(subject) hardly changes: this tests nothing")
    }
  }

  /// - Parameter byItself: whether every other change is not an input's doing.
  /// - Returns: how many updates there were.
  private func hold(
    _ subject: Subject, seed: UInt64, followsLate: Bool, byItself: Bool
  ) -> Int {
    let conversation = Conversation(subject, followsLate: followsLate)
    var generator = SeededGenerator(seed: seed)
    var step = 0
    do {
      try conversation.create()
      while step < 40 {
        step += 1
        let seed = Int(generator.next() % 1_000_000)
        if byItself && step.isMultiple(of: 2) {
          try conversation.stepByItself(seed)
        } else {
          try conversation.step(seed)
        }
        let fresh = try conversation.fresh
        try require(conversation.mirrors, fresh, "the mirror")
        let updateCount = conversation.updateCount
        try require(try conversation.snapshots(), fresh, "a snapshot")
        try require(conversation.mirrors, fresh, "the mirror after it")
        if conversation.updateCount != updateCount {
          throw Violation("a snapshot told something new")
        }
      }
    } catch {
      let kind = "late: \(followsLate), by itself: \(byItself)"
      Issue.record("\(subject), seed \(seed), step \(step), \(kind): \(error)")
    }
    return conversation.updateCount
  }

  private struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  private func require(
    _ states: [String: JSONValue], _ fresh: [String: JSONValue], _ name: String
  ) throws {
    for (id, state) in fresh where states[id] != state {
      throw Violation("\(name) of \(id) is \(states[id] ?? .null), the ViewModel \(state)")
    }
  }

  @Test func nothingIsPublishedWhileNothingChanges() throws {
    for subject in Subject.all {
      let conversation = Conversation(subject, followsLate: false)
      try conversation.create()
      for _ in 0..<3 { #expect(conversation.host.request(1, "ping").count == 1, "\(subject)") }
      _ = try conversation.snapshots()
      #expect(conversation.updateCount == 0, "\(subject)")
    }
  }
}
