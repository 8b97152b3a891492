import JSON
import Observation
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// A change evaluates what it concerns, and nothing else.
struct FollowingTests {
  @Observable
  final class Sides: ViewModel {
    var left = 0
    var right = 0
    @ObservationIgnored var evaluated: [String] = []

    var leftText: String {
      evaluated.append("left")
      return "\(left)"
    }

    var rightText: String {
      evaluated.append("right")
      return "\(right)"
    }

    static let interface = Interface<Sides> {
      output("left", \.leftText)
      output("right", \.rightText)
    }
  }

  private let sides = Sides()
  private let observer = NotingObserver()
  private let hosted: HostedViewModel

  init() throws {
    let catalog = Catalog { [sides] in viewModel("sides", { sides }) }
    hosted = try catalog.make("sides")
    _ = hosted.activate(observer)
  }

  /// Ends a turn; gives what was evaluated in it.
  private func endTurn(
    _ turn: Int = 1, canPoll: Bool = false, canDelayTracking: Bool = false
  ) -> [String] {
    sides.evaluated = []
    for places in observer.takeChanges() { hosted.watch.markChanged(OutputSet(places)) }
    var writer = JSONWriter()
    let moment = Watch.TurnEnd(
      turn: turn, now: 0, canPoll: canPoll, canDelayTracking: canDelayTracking)
    #expect(hosted.writeChanges(to: &writer, at: moment).isEmpty)
    return sides.evaluated
  }

  @Test func eachOutputIsEvaluatedOnceAtTheStart() {
    #expect(sides.evaluated == ["left", "right"])
  }

  @Test func whatSurvivesItsChangeReportsTheNextOneUntilTheEnd() {
    for turn in [1, 4, 7] {
      sides.left += 1
      sides.right += 1
      #expect(observer.changes == [[0, 1]], "told once in a turn")
      #expect(endTurn(turn, canPoll: true, canDelayTracking: true) == ["left", "right"])
      #expect(hosted.watch.needsLateRead)
    }
    hosted.tearDown()
    sides.left += 1
    #expect(observer.changes.isEmpty)
  }

  @Test func whatChangesOftenInOneTurnIsTrackedAgain() {
    for _ in 0..<20 {
      sides.left += 1
      sides.right += 1
    }
    #expect(observer.changes == [[0, 1]])
    #expect(endTurn(canPoll: true, canDelayTracking: true) == ["left", "right"])
    #expect(!hosted.watch.needsLateRead)
    sides.left += 1
    #expect(observer.changes == [[0, 1]])
  }

  @Test func outputsWithDifferentSourcesPart() {
    for _ in 0..<2 {
      sides.left += 1
      #expect(endTurn() == ["left", "right"], "until it shows they are followed together")
    }
    for _ in 0..<3 {
      sides.left += 1
      #expect(endTurn() == ["left"])
    }
    sides.right += 1
    #expect(endTurn() == ["right"])
  }

  @Test func outputsThatChangeTogetherAreReportedOnce() {
    sides.left += 1
    sides.right += 1
    #expect(observer.changes == [[0, 1]])
    _ = endTurn()
    sides.right += 1
    sides.left += 1
    #expect(observer.changes == [[0, 1]])
  }

  /// Whoever looks at once, on another thread, must find what was reported.
  @Test func theNewValueIsThereWhenItIsPublished() throws {
    let reader = NotingObserver { [sides] in
      MainActor.assumeIsolated { sides.evaluated.append("told of \(sides.left)") }
    }
    let catalog = Catalog { [sides] in viewModel("sides", { sides }) }
    let hosted = try catalog.make("sides")
    _ = hosted.activate(reader)
    sides.evaluated = []
    sides.left += 1
    #expect(sides.evaluated == ["told of 1"])
  }

  @Test func whatChangesInTurnAfterTurnIsReadAndNotFollowed() {
    for turn in 1...Watch.shortestStreak + 1 {
      sides.left += 1
      sides.right += 1
      #expect(endTurn(turn, canPoll: true) == ["left", "right"])
    }
    sides.left += 1
    #expect(observer.changes == [], "nobody follows it")
    #expect(endTurn(Watch.shortestStreak + 2, canPoll: true) == ["left", "right", "right"])
    sides.right += 1
    #expect(observer.changes == [[1]], "what has stayed the same is followed again")
    // While it is quiet everything is followed.
    #expect(endTurn(Watch.shortestStreak + 2) == ["left", "right"])
    sides.left += 1
    #expect(observer.changes == [[0]])
  }
}
