import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// Which outputs are read at the end of a turn, and why, with a clock that is set by hand.
struct WatchTests {
  private var watch = Watch()

  private func set(_ places: Int...) -> OutputSet { OutputSet(places) }

  private func moment(
    _ turn: Int, now: Int64 = 0, canPoll: Bool = true, canDelayTracking: Bool = false
  ) -> Watch.TurnEnd {
    Watch.TurnEnd(turn: turn, now: now, canPoll: canPoll, canDelayTracking: canDelayTracking)
  }

  /// Ends a turn in which some outputs turn out to have changed.
  private mutating func end(
    _ moment: Watch.TurnEnd, changed: OutputSet, survivors: OutputSet = OutputSet()
  ) -> (look: Watch.ReadPlan, followedAgain: OutputSet) {
    let look = watch.planReads(at: moment, stillTracked: survivors)
    return (look, watch.record(changed: changed, for: look, at: moment))
  }

  @Test func whatIsFollowedIsNotRead() {
    #expect(!watch.isDue)
  }

  @Test mutating func whatWasReportedIsReadOnceAndTracked() {
    watch.markChanged(set(1))
    watch.markChanged(set(3))
    #expect(watch.isDue && watch.hasChanges)
    let (look, followedAgain) = end(moment(1), changed: set(1))
    #expect(look == Watch.ReadPlan(changed: set(1, 3), tracked: set(1, 3)))
    #expect(followedAgain.isEmpty && !watch.isDue)
  }

  @Test mutating func whatHasChangedInThreeTurnsRunningIsExpected() {
    for turn in 1...3 {
      watch.markChanged(set(0))
      #expect(end(moment(turn), changed: set(0)).look.tracked == set(0))
    }
    watch.markChanged(set(0, 1))
    let (look, followedAgain) = end(moment(4), changed: set(0))
    #expect(look == Watch.ReadPlan(changed: set(0, 1), read: set(0, 1), polled: set(0, 1)))
    #expect(followedAgain == set(1), "it has stayed the same")
    #expect(watch.isDue && watch.needsRead && !watch.hasChanges)
    #expect(end(moment(5), changed: set()).followedAgain == set(0))
    #expect(!watch.isDue)
  }

  /// Turns 1 and 4, and so on: no streak.
  private func apart(_ number: Int) -> Watch.TurnEnd {
    moment(3 * number + 1, canDelayTracking: true)
  }

  @Test mutating func whatIsStillFollowedAfterItsChangeLingers() {
    for number in 0..<5 {
      watch.markChanged(set(0, 1))
      let (look, followedAgain) = end(apart(number), changed: set(0), survivors: set(0))
      #expect(
        look
          == Watch.ReadPlan(changed: set(0, 1), tracked: set(1), read: set(0), outdated: set(0)))
      #expect(followedAgain.isEmpty)
      #expect(watch.isDue && !watch.needsRead && watch.needsLateRead)
    }
    let late = moment(16, canPoll: false, canDelayTracking: true)
    #expect(end(late, changed: set(), survivors: set(0)).look == Watch.ReadPlan(tracked: set(0)))
    #expect(!watch.isDue && !watch.needsLateRead)
  }

  @Test mutating func lingeringOutputsAreTrackedAgainInATurnThatDoesNotPublishThem() {
    watch.markChanged(set(0))
    _ = end(apart(0), changed: set(0), survivors: set(0))
    watch.markChanged(set(1))
    let look = end(apart(1), changed: set(1), survivors: set(0, 1)).look
    #expect(
      look == Watch.ReadPlan(changed: set(1), tracked: set(0), read: set(1), outdated: set(1)))
  }

  @Test mutating func whatWasReportedWithUnchangedOutputsDoesNotLinger() {
    watch.markChanged(set(0, 1))
    #expect(end(apart(0), changed: set(0), survivors: set(0, 1)).followedAgain == set(0, 1))
    #expect(!watch.isDue)
  }

  @Test mutating func aStreakIsExpectedEvenOfWhatIsStillFollowed() {
    for turn in 1...3 {
      watch.markChanged(set(0))
      _ = end(moment(turn, canDelayTracking: true), changed: set(0), survivors: set(0))
    }
    watch.markChanged(set(0))
    let look = end(moment(4, canDelayTracking: true), changed: set(0), survivors: set(0)).look
    #expect(look == Watch.ReadPlan(changed: set(0), read: set(0), polled: set(0)))
  }

  @Test mutating func whatIsNewIsExpected() {
    watch.poll(set(0, 1))
    #expect(watch.isDue && watch.needsRead)
    let look = Watch.ReadPlan(read: set(0, 1), polled: set(0, 1))
    #expect(end(moment(7), changed: set(0, 1)).look == look)
    let (next, followedAgain) = end(moment(8), changed: set())
    #expect(next == look && followedAgain == set(0, 1))
    #expect(!watch.isDue)
  }

  @Test mutating func nothingIsFollowedForTheLastTime() {
    watch.markChanged(set(0))
    watch.poll(set(1))
    watch.setUntrackable(set(2))
    let last = Watch.TurnEnd(turn: 9, now: 0, canPoll: false, isLast: true)
    let (look, followedAgain) = end(last, changed: set())
    #expect(look == Watch.ReadPlan(changed: set(0), read: set(0, 1, 2)) && followedAgain.isEmpty)
  }

  @Test mutating func turnsWithoutAChangeEndTheStreak() {
    for turn in [1, 2, 4] {
      watch.markChanged(set(0))
      _ = end(moment(turn), changed: set(0))
    }
    watch.markChanged(set(0))
    #expect(end(moment(5), changed: set(0)).look.tracked == set(0))
  }

  @Test mutating func whileItIsQuietAllIsFollowed() {
    for turn in 1...4 {
      watch.markChanged(set(0))
      _ = end(moment(turn), changed: set(0))
    }
    let (look, followedAgain) = end(moment(4, canPoll: false), changed: set())
    #expect(look == Watch.ReadPlan(tracked: set(0)))
    #expect(followedAgain.isEmpty && !watch.isDue)
    watch.markChanged(set(0))
    #expect(end(moment(5), changed: set(0)).look.tracked == set(0), "the streak is over")
  }

  /// Has an output change in turn after turn until it is expected to, and then in some more.
  ///
  /// - Returns: how many changes came before it was expected.
  private mutating func change(in turn: inout Int, expected count: Int) -> Int {
    var before = 0
    while true {
      turn += 1
      watch.markChanged(set(0))
      if !end(moment(turn), changed: set(0)).look.polled.isEmpty { break }
      before += 1
    }
    for _ in 1..<count {
      turn += 1
      _ = end(moment(turn), changed: set(0))
    }
    _ = end(moment(turn, canPoll: false), changed: set())
    return before
  }

  @Test mutating func whenItHasBecomeQuietAtOnceMoreTurnsAreNeededTheNextTime() {
    var turn = 0
    for needed in [3, 6, 12, 24, 48, 96, 96] {
      #expect(change(in: &turn, expected: 1) == needed)
    }
    #expect(change(in: &turn, expected: 97) == 96, "this time it was worth it")
    #expect(change(in: &turn, expected: 4) == 3)
    #expect(change(in: &turn, expected: 3) == 3)
    #expect(change(in: &turn, expected: 1) == 6)
  }

  @Test mutating func whatIsUnsureIsReadUntilItsTime() {
    watch.markStale(set(2), until: 100)
    #expect(watch.isDue && watch.needsRead)
    for now: Int64 in [0, 99] {
      #expect(end(moment(1, now: now), changed: set()).look == Watch.ReadPlan(read: set(2)))
    }
    #expect(end(moment(1, now: 100), changed: set()).look == Watch.ReadPlan(read: set(2)))
    #expect(!watch.isDue)
  }

  @Test mutating func aDoubtWithoutATimeIsOverAfterOneLook() {
    watch.markStale(set(0, 1))
    watch.markChanged(set(1))
    let look = end(moment(1, now: 5), changed: set()).look
    #expect(look == Watch.ReadPlan(changed: set(1), tracked: set(1), read: set(0)))
    #expect(!watch.isDue)
  }

  @Test mutating func outputsWithoutNotificationsAreReadInEveryTurn() {
    watch.setUntrackable(set(1))
    for turn in 1...3 {
      #expect(watch.isDue && !watch.needsRead)
      #expect(end(moment(turn), changed: set()).look == Watch.ReadPlan(tracked: set(1)))
    }
  }
}

struct OutputSetTests {
  /// Set operations against `Set<Int>`, for an interface of 70 outputs, where one from place 63 on
  /// stands for all.
  @Test(arguments: [[], [0], [62], [63], [69], [0, 62, 63, 66], [5, 64, 6]])
  func itIsASet(_ places: [Int]) {
    let set = OutputSet(places)
    let whole = whole(places)
    #expect(Array(set.indices(upTo: 70)) == whole.sorted())
    #expect(set.isEmpty == places.isEmpty)
    for other in [[], [0, 64], [62, 65, 69], [6, 7, 63]] {
      let union = whole.union(self.whole(other))
      let rest = whole.subtracting(self.whole(other))
      #expect(Array(set.union(OutputSet(other)).indices(upTo: 70)) == union.sorted())
      #expect(Array(set.subtracting(OutputSet(other)).indices(upTo: 70)) == rest.sorted())
      #expect(set.subtracting(OutputSet(other)) == OutputSet(rest), "equal sets look the same")
      for place in other { #expect(set.contains(place) == whole.contains(place)) }
    }
  }

  /// Those places with the ones that are in a set with them.
  private func whole(_ places: [Int]) -> Set<Int> {
    Set(places).union(places.contains { $0 >= 63 } ? Array(63..<70) : [])
  }
}
