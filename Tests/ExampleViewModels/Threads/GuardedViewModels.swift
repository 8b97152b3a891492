import Observation
import Synchronization
import ViewModelKit

/// Properties that another thread sets, each behind a lock of the author's own.

/// A text that no output shows.
@Observable final class GuardedTextViewModel: ThreadedViewModel, ViewModel {
  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = Mutex(())
  @ObservationIgnored nonisolated(unsafe) private var log = text(0)

  func makeBackground() -> Background {
    Background { [self] number in
      let new = text(number)
      lock.withLock { _ in log = new }
    }
  }

  static let interface = Interface<GuardedTextViewModel>.threaded()
}

/// The same with a lock of the C library, and an output that shows it.
@Observable final class ShownTextViewModel: ThreadedViewModel, ViewModel {
  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = CLock()
  @ObservationIgnored nonisolated(unsafe) private var log = text(0)
  var last: String { lock.withLock { log } }

  func makeBackground() -> Background {
    Background { [self] number in
      let new = text(number)
      lock.withLock { log = new }
    }
  }

  static let interface = Interface<ShownTextViewModel>.threaded(output("last", \.last))
}

/// A list that grows and is emptied in place.
@Observable final class GuardedListViewModel: ThreadedViewModel, ViewModel {
  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = CLock()
  @ObservationIgnored nonisolated(unsafe) private var lines: [String] = []
  var last: [String] { lock.withLock { lines.suffix(3) } }

  func makeBackground() -> Background {
    Background { [self] number in
      let new = text(number)
      lock.withLock {
        if lines.count > 20 { lines.removeAll() }
        lines.append(new)
      }
    }
  }

  static let interface = Interface<GuardedListViewModel>.threaded(output("last", \.last))
}

/// A dictionary of lists.
@Observable final class GuardedTableViewModel: ThreadedViewModel, ViewModel {
  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = CLock()
  @ObservationIgnored nonisolated(unsafe) private var table: [String: [String]] = [:]

  func makeBackground() -> Background {
    Background { [self] number in
      let new = text(number)
      lock.withLock { table["\(number % 7)"] = [new] }
    }
  }

  static let interface = Interface<GuardedTableViewModel>.threaded()
}

/// An object, and one that is weak, which come and go.
@Observable final class GuardedObjectViewModel: ThreadedViewModel, ViewModel {
  nonisolated final class Entry: Equatable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (left: Entry, right: Entry) -> Bool { left.text == right.text }
  }

  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = Mutex(())
  @ObservationIgnored nonisolated(unsafe) private var entry = Entry(text(0))
  @ObservationIgnored nonisolated(unsafe) private weak var seen: Entry?
  var shown: String { lock.withLock { _ in seen?.text ?? entry.text } }

  func makeBackground() -> Background {
    Background { [self] number in
      let new = Entry(text(number))
      lock.withLock { _ in
        if number.isMultiple(of: 2) { seen = entry }
        entry = new
      }
    }
  }

  static let interface = Interface<GuardedObjectViewModel>.threaded(output("shown", \.shown))
}

/// A struct with texts.
@Observable final class GuardedValueViewModel: ThreadedViewModel, ViewModel {
  nonisolated struct Page: Equatable, Encodable {
    var title = text(0)
    var lines: [String] = []
    var note: String?
  }

  var count = 0
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = CLock()
  @ObservationIgnored nonisolated(unsafe) private var page = Page()
  var shown: Page { lock.withLock { page } }

  func makeBackground() -> Background {
    Background { [self] number in
      let new = Page(title: text(number), lines: [text(number)], note: text(number))
      lock.withLock { page = new }
    }
  }

  static let interface = Interface<GuardedValueViewModel>.threaded(output("shown", \.shown))
}
