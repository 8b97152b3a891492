/// Which outputs of one ViewModel are to be read when a turn ends, and why.
///
/// | an output is | because | at the end of a turn |
/// |---|---|---|
/// | followed | it was read while Observation, or a subscription, takes note | nothing is done |
/// | told | a change of what it was read from was told, once | it is read, and followed again |
/// | lingering | it was told of, and what it was read from then is still followed; or a change was found of which nobody told | it is read if it was told of again; else it is followed anew |
/// | expected | it is new, or has changed in turn after turn | it is read; if it has stayed the same, it is followed again |
/// | unsure | it is followed, and may have changed all the same | it is read, up to some time |
/// | untold | it reads nothing that anybody tells of | it is read, always |
///
/// To follow a property with Observation costs twenty times as much as to read it, and is what a turn would mostly
/// consist of (`benchmarks`, the row `pipelined`); so what is expected is not followed for as long as that lasts, and
/// what lingers is followed anew when no turn has come for a while: by then it may be read from other properties than
/// before.
package struct Watch {
  /// The end of a turn.
  package struct Moment {
    /// Counts the turns, from 1.
    let turn: Int
    /// The time, in nanoseconds of the process.
    let now: Int64
    /// Whether somebody will look again when no turn has come for a while. Otherwise nothing is left unfollowed.
    let canExpect: Bool
    /// Whether there are so few to read that some more each time do not matter.
    let canLinger: Bool
    /// Whether nobody will look again.
    let isLast: Bool

    package init(
      turn: Int, now: Int64, canExpect: Bool, canLinger: Bool = false, isLast: Bool = false
    ) {
      self.turn = turn
      self.now = now
      self.canExpect = canExpect
      self.canLinger = canExpect && canLinger
      self.isLast = isLast
    }
  }

  /// What is to be read.
  package struct Look: Equatable {
    /// The outputs of which somebody has told.
    package var told = OutputSet()
    /// The outputs to follow from then on.
    package var followed = OutputSet()
    /// The outputs that are read only.
    package var read = OutputSet()
    /// Those among them that are followed again unless they have changed.
    package var expected = OutputSet()
    /// Those among them that are followed anew unless all of them have changed.
    package var lingering = OutputSet()

    package var isEmpty: Bool { followed.isEmpty && read.isEmpty }
  }

  private var told = OutputSet()
  private var lingering = OutputSet()
  private var expected = OutputSet()
  private var unsure = OutputSet()
  private var unsureUntil: Int64 = 0
  private var untold = OutputSet()
  /// The turn of the last change, and how many turns with a change have followed upon each other up to then.
  private var lastChange = 0
  private var changeCount = 0

  /// From how many turns with a change on, one after another, the next is expected to bring one. When it has then
  /// become quiet at once, as between the inputs of a person, the next time from twice as many.
  private var streak = Self.shortestStreak
  static let shortestStreak = 3
  static let longestStreak = 96
  /// How many turns in a row have been expected.
  private var expectedTurns = 0

  package init() {}

  /// Whether a change was told that has not been looked at.
  package var isTold: Bool { !told.isEmpty }

  /// Whether the end of the next turn has something to read.
  package var isDue: Bool { !due.isEmpty }

  /// The outputs that the end of the next turn reads.
  var due: OutputSet {
    unfollowed.union(unsure)
  }

  /// Those among them that are not followed, or not any more by what they were read from last.
  private var unfollowed: OutputSet {
    told.union(lingering).union(expected).union(untold)
  }

  /// Whether something is to be read even if no turn comes.
  package var wantsLook: Bool { !(told.isEmpty && expected.isEmpty && unsure.isEmpty) }

  /// Whether that has time.
  package var wantsLateLook: Bool { !lingering.isEmpty }

  /// The outputs that nobody tells of.
  package var untoldOutputs: OutputSet { untold }

  /// These outputs may have changed, and are not followed any more.
  package mutating func tell(_ outputs: OutputSet) { told.formUnion(outputs) }

  /// These outputs are followed, and may have changed or change all the same, up to a time in nanoseconds of the
  /// process; they are read at least once.
  package mutating func doubt(_ outputs: OutputSet, until end: Int64 = 0) {
    unsure.formUnion(outputs)
    unsureUntil = max(unsureUntil, end)
  }

  /// These outputs may be read from others than before, of which nobody has told.
  mutating func renew(_ outputs: OutputSet) { lingering.formUnion(outputs) }

  /// These outputs are new, and not followed.
  mutating func expect(_ outputs: OutputSet) {
    expected.formUnion(outputs)
    changeCount = streak
    lastChange = .max
  }

  /// Says of which outputs nobody tells.
  mutating func setUntold(_ outputs: OutputSet) { untold = outputs }

  /// Takes what is to be read now.
  ///
  /// - Parameter survivors: outputs of which what they were read from is still followed although it has changed.
  mutating func look(at moment: Moment, survivors: OutputSet = OutputSet()) -> Look {
    var look = Look(told: told)
    // Who looks while it is quiet looks once.
    if !moment.canExpect { endStreak() }
    let unfollowed = unfollowed
    lingering = OutputSet()
    if moment.isLast {
      look.read = unfollowed
    } else if moment.canExpect && changeCount >= streak {
      expectedTurns += 1
      look.expected = unfollowed
      look.read = unfollowed
    } else {
      if moment.canLinger { look.lingering = told.intersection(survivors) }
      look.read = look.lingering
      look.followed = unfollowed.subtracting(look.lingering)
    }
    if !unsure.isEmpty {
      look.read.formUnion(unsure.subtracting(unfollowed))
      if moment.now >= unsureUntil { unsure = OutputSet() }
    }
    told = OutputSet()
    expected = OutputSet()
    return look
  }

  private mutating func endStreak() {
    if expectedTurns > 0 {
      streak =
        expectedTurns > streak ? Self.shortestStreak : min(2 * streak, Self.longestStreak)
    }
    expectedTurns = 0
    changeCount = 0
  }

  /// Takes in which outputs have changed.
  ///
  /// - Returns: the outputs that are to be followed now, as they, or others that were followed with them, have not
  ///   changed.
  mutating func found(_ changed: OutputSet, of look: Look, at moment: Moment) -> OutputSet {
    if !changed.isEmpty {
      changeCount = lastChange >= moment.turn - 1 ? changeCount + 1 : 1
      lastChange = moment.turn
    }
    var same = look.expected.subtracting(changed)
    expected = look.expected.subtracting(same)
    if look.lingering.subtracting(changed).isEmpty {
      lingering = look.lingering
    } else {
      same.formUnion(look.lingering)
    }
    return same
  }
}
