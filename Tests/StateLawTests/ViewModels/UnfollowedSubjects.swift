import Observation
import TestSupport

/// What cannot be tracked: it is read again in every turn.

/// A class that its author forgot to make @Observable.
final class ForgetfulViewModel: Steppable {
  var count = 0
  var lines: [Line] = []
  var isEmpty: Bool { lines.isEmpty }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...3: count += 1
    case 4...6: lines.append(Line(id: lines.count, text: .some(&random)))
    case 7: lines.removeAll()
    default: if !lines.isEmpty { lines[0].text = .some(&random) }
    }
  }

  static let subject = Subject(
    "forgetful", ForgetfulViewModel.init,
    [Observed("count", \.count), Observed("lines", \.lines), Observed("isEmpty", \.isEmpty)])
}

/// Objects that are encoded past Observation, beside others.
@Observable final class PreferencesViewModel: Steppable {
  var preferences = Preferences()
  var named: [NamedPreferences] = [NamedPreferences(), NamedPreferences()]
  var box = PlainBox()
  nonisolated struct Mixed: Encodable {
    var row = Row(1)
    var box = PlainBox()
  }
  var mixed = Mixed()
  let helper = PlainBox()
  var helped: Int { helper.value }

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0, 1: preferences.theme = .some(&random)
    case 2: preferences.size += 1
    case 3: preferences = Preferences()
    case 4, 5: named.randomElement(using: &random)?.theme = .some(&random)
    case 6: named.append(NamedPreferences())
    case 7: box.value += 1
    case 8: mixed.row.quantity += 1
    case 9: mixed.box.value += 1
    default: helper.value += 1
    }
  }

  static let subject = Subject(
    "preferences", PreferencesViewModel.init,
    [
      Observed("preferences", \.preferences), Observed("named", \.named), Observed("box", \.box),
      Observed("mixed", \.mixed), Observed("helped", \.helped),
    ])
}

/// An output that is followed only at times.
@Observable final class SwitchingViewModel: Steppable {
  @ObservationIgnored private var isFollowed = false
  var row = Row(1)
  private let box = PlainBox()
  private var never = 3

  func change(_ choice: Int, _ random: inout SeededGenerator) {
    switch choice {
    case 0...4: box.value += 1
    case 5...9: row.quantity += 1
    default: never += 1
    }
  }

  static let subject = Subject(
    "switching", SwitchingViewModel.init,
    [Observed("box", \.box.value), Observed("row", \.row), Observed("never", \.never)])
}
