import Testing

@testable import ViewModelKit

/// Which outputs are read at the end of a turn, and why, with a clock that is set by hand.
struct WatchTests {
  private var watch = Watch()

  private func set(_ places: Int...) -> OutputSet { OutputSet(places) }

  private func moment(_ turn: Int, now: Int64 = 0, canExpect: Bool = true) -> Watch.Moment {
    Watch.Moment(turn: turn, now: now, canExpect: canExpect)
  }

  /// Ends a turn in which some outputs turn out to have changed.
  private mutating func end(
    _ moment: Watch.Moment, changed: OutputSet
  ) -> (look: Watch.Look, followedAgain: OutputSet) {
    let look = watch.look(at: moment)
    return (look, watch.found(changed, of: look, at: moment))
  }

  @Test func whatIsFollowedIsNotRead() {
    #expect(!watch.isDue)
  }

  @Test mutating func whatWasToldIsReadOnceAndFollowed() {
    watch.tell(set(1))
    watch.tell(set(3))
    #expect(watch.isDue && watch.isTold)
    let (look, followedAgain) = end(moment(1), changed: set(1))
    #expect(look == Watch.Look(told: set(1, 3), followed: set(1, 3)))
    #expect(followedAgain.isEmpty && !watch.isDue)
  }

  @Test mutating func whatHasChangedInThreeTurnsRunningIsExpected() {
    for turn in 1...3 {
      watch.tell(set(0))
      #expect(end(moment(turn), changed: set(0)).look.followed == set(0))
    }
    watch.tell(set(0, 1))
    let (look, followedAgain) = end(moment(4), changed: set(0))
    #expect(look == Watch.Look(told: set(0, 1), read: set(0, 1), expected: set(0, 1)))
    #expect(followedAgain == set(1), "it has stayed the same")
    #expect(watch.isDue && watch.wantsLook && !watch.isTold)
    #expect(end(moment(5), changed: set()).followedAgain == set(0))
    #expect(!watch.isDue)
  }

  @Test mutating func turnsWithoutAChangeEndTheStreak() {
    for turn in [1, 2, 4] {
      watch.tell(set(0))
      _ = end(moment(turn), changed: set(0))
    }
    watch.tell(set(0))
    #expect(end(moment(5), changed: set(0)).look.followed == set(0))
  }

  @Test mutating func whileItIsQuietAllIsFollowed() {
    for turn in 1...4 {
      watch.tell(set(0))
      _ = end(moment(turn), changed: set(0))
    }
    let (look, followedAgain) = end(moment(4, canExpect: false), changed: set())
    #expect(look == Watch.Look(followed: set(0)))
    #expect(followedAgain.isEmpty && !watch.isDue)
    watch.tell(set(0))
    #expect(end(moment(5), changed: set(0)).look.followed == set(0), "the streak is over")
  }

  @Test mutating func whatIsUnsureIsReadUntilItsTime() {
    watch.doubt(set(2), until: 100)
    #expect(watch.isDue && watch.wantsLook)
    for now: Int64 in [0, 99] {
      #expect(end(moment(1, now: now), changed: set()).look == Watch.Look(read: set(2)))
    }
    #expect(end(moment(1, now: 100), changed: set()).look == Watch.Look(read: set(2)))
    #expect(!watch.isDue)
  }

  @Test mutating func aDoubtWithoutATimeIsOverAfterOneLook() {
    watch.doubt(set(0, 1))
    watch.tell(set(1))
    let look = end(moment(1, now: 5), changed: set()).look
    #expect(look == Watch.Look(told: set(1), followed: set(1), read: set(0)))
    #expect(!watch.isDue)
  }

  @Test mutating func whatNobodyTellsOfIsReadInEveryTurn() {
    watch.setUntold(set(1))
    for turn in 1...3 {
      #expect(watch.isDue && !watch.wantsLook)
      #expect(end(moment(turn), changed: set()).look == Watch.Look(followed: set(1)))
    }
  }
}

struct OutputSetTests {
  /// Set operations against `Set<Int>`, on both sides of the first 64 places.
  @Test(arguments: [[], [0], [63], [64], [0, 63, 64, 127, 128, 200], [5, 70, 6]])
  func itIsASet(_ places: [Int]) {
    let set = OutputSet(places)
    #expect(Array(set) == places.sorted())
    #expect(set.count == places.count && set.isEmpty == places.isEmpty)
    for other in [[], [0, 64], [63, 128, 200], [6, 7, 300]] {
      let all = Set(places).union(other).sorted()
      let rest = Set(places).subtracting(other).sorted()
      #expect(Array(set.union(OutputSet(other))) == all)
      #expect(Array(set.subtracting(OutputSet(other))) == rest)
      #expect(set.subtracting(OutputSet(other)) == OutputSet(rest), "equal sets look the same")
      for place in other { #expect(set.contains(place) == places.contains(place)) }
    }
  }
}
