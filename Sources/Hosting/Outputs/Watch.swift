/// Decides which outputs of one ViewModel to read at the end of a turn.
///
/// | an output is | because | at the end of a turn |
/// |---|---|---|
/// | tracked | it was read while Observation or a subscription reports changes | it is not read |
/// | changed | a change of what it read was reported, once | it is read and tracked again |
/// | outdated | it has changed, and its old tracking is still active; or a silent change was found | it is read if it has changed again; else it is tracked again |
/// | polled | it is new, or has changed in turn after turn | it is read; if it has not changed, it is tracked again |
/// | stale | it is tracked, but may have changed without a report | it is read, up to some time |
/// | untrackable | it reads nothing that reports changes | it is read, always |
///
/// Tracking a property with Observation costs twenty times as much as reading it, and would take
/// most of a turn (`benchmarks`, the row `pipelined`). So outputs are polled as long as they change
/// in every turn. An outdated output may by now read other properties than before, so it is tracked
/// again when no turn has come for a while.
package struct Watch {
  /// The end of a turn.
  package struct TurnEnd {
    /// The number of the turn, from 1.
    let turn: Int
    /// The time, in nanoseconds of the process.
    let now: Int64
    /// Whether the outputs will be read again when no turn has come for a while. Otherwise all are
    /// tracked.
    let canPoll: Bool
    /// Whether so few instances changed that reading more outputs each time costs little.
    let canDelayTracking: Bool
    /// Whether no more turn follows.
    let isLast: Bool

    package init(
      turn: Int, now: Int64, canPoll: Bool, canDelayTracking: Bool = false, isLast: Bool = false
    ) {
      self.turn = turn
      self.now = now
      self.canPoll = canPoll
      self.canDelayTracking = canPoll && canDelayTracking
      self.isLast = isLast
    }
  }

  /// The outputs to read.
  package struct ReadPlan: Equatable {
    /// The outputs with a reported change.
    package var changed = OutputSet()
    /// The outputs to read and track.
    package var tracked = OutputSet()
    /// The outputs to read only.
    package var read = OutputSet()
    /// Those in `read` to track again unless they have changed.
    package var polled = OutputSet()
    /// Those in `read` to track again unless all of them have changed.
    package var outdated = OutputSet()

    package var isEmpty: Bool { tracked.isEmpty && read.isEmpty }
  }

  private var changed = OutputSet()
  private var outdated = OutputSet()
  private var polled = OutputSet()
  private var stale = OutputSet()
  private var staleUntil: Int64 = 0
  private var untrackable = OutputSet()
  /// The turn of the last change, and the number of successive turns with a change up to then.
  private var lastChange = 0
  private var changeCount = 0

  /// The number of successive turns with a change after which outputs are polled. It doubles when
  /// polling ends soon, as between the inputs of a person.
  private var streak = Self.shortestStreak
  static let shortestStreak = 3
  static let longestStreak = 96
  /// The number of successive turns with polling.
  private var polledTurns = 0

  package init() {}

  /// Whether a reported change has not been read.
  package var hasChanges: Bool { !changed.isEmpty }

  /// Whether the end of the next turn must read an output.
  package var isDue: Bool { !due.isEmpty }

  /// The outputs that the end of the next turn reads.
  var due: OutputSet {
    notTracked.union(stale)
  }

  /// Those without an active, current tracking.
  private var notTracked: OutputSet {
    changed.union(outdated).union(polled).union(untrackable)
  }

  /// Whether an output must be read soon, even without another turn.
  package var needsRead: Bool { !(changed.isEmpty && polled.isEmpty && stale.isEmpty) }

  /// Whether an output must be read some time, even without another turn.
  package var needsLateRead: Bool { !outdated.isEmpty }

  /// The outputs whose changes are not reported.
  package var untrackableOutputs: OutputSet { untrackable }

  /// Notes that these outputs may have changed, and are not tracked any more.
  package mutating func markChanged(_ outputs: OutputSet) { changed.formUnion(outputs) }

  /// Notes that these tracked outputs may have changed, or may change without a report until a time
  /// in nanoseconds of the process. They are read at least once.
  package mutating func markStale(_ outputs: OutputSet, until end: Int64 = 0) {
    stale.formUnion(outputs)
    staleUntil = max(staleUntil, end)
  }

  /// Notes that these outputs may read other properties than before.
  mutating func markOutdated(_ outputs: OutputSet) { outdated.formUnion(outputs) }

  /// Polls these new outputs, which are not tracked.
  mutating func poll(_ outputs: OutputSet) {
    polled.formUnion(outputs)
    changeCount = streak
    lastChange = .max
  }

  /// Sets the outputs whose changes are not reported.
  mutating func setUntrackable(_ outputs: OutputSet) { untrackable = outputs }

  /// Returns the outputs to read now, and resets the notes on them.
  ///
  /// - Parameter stillTracked: outputs with a tracking that stays active after a change.
  mutating func planReads(at moment: TurnEnd, stillTracked: OutputSet = OutputSet()) -> ReadPlan {
    var plan = ReadPlan(changed: changed)
    // A read without a turn happens once.
    if !moment.canPoll { endStreak() }
    let notTracked = notTracked
    outdated = OutputSet()
    if moment.isLast {
      plan.read = notTracked
    } else if moment.canPoll && changeCount >= streak {
      polledTurns += 1
      plan.polled = notTracked
      plan.read = notTracked
    } else {
      if moment.canDelayTracking { plan.outdated = changed.intersection(stillTracked) }
      plan.read = plan.outdated
      plan.tracked = notTracked.subtracting(plan.outdated)
    }
    if !stale.isEmpty {
      plan.read.formUnion(stale.subtracting(notTracked))
      if moment.now >= staleUntil { stale = OutputSet() }
    }
    changed = OutputSet()
    polled = OutputSet()
    return plan
  }

  private mutating func endStreak() {
    if polledTurns > 0 {
      streak =
        polledTurns > streak ? Self.shortestStreak : min(2 * streak, Self.longestStreak)
    }
    polledTurns = 0
    changeCount = 0
  }

  /// Records which outputs have changed.
  ///
  /// - Returns: the outputs to track now, as they, or others that were tracked with them, have not
  ///   changed.
  mutating func record(changed: OutputSet, for plan: ReadPlan, at moment: TurnEnd) -> OutputSet {
    if !changed.isEmpty {
      changeCount = lastChange >= moment.turn - 1 ? changeCount + 1 : 1
      lastChange = moment.turn
    }
    var same = plan.polled.subtracting(changed)
    polled = plan.polled.subtracting(same)
    if plan.outdated.subtracting(changed).isEmpty {
      outdated = plan.outdated
    } else {
      same.formUnion(plan.outdated)
    }
    return same
  }
}
