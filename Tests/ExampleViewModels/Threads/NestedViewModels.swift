import Observation
import Reactive
import ReactiveCombine
import Synchronization
import ViewModelKit

/// Objects inside ViewModels, of which another thread sets something.

/// An object that guards its texts itself. Who observes `title` is notified of it on the thread
/// that sets it.
@Observable nonisolated final class GuardedItem: Identifiable, Encodable, @unchecked Sendable {
  let id: Int
  @ObservationIgnored private let lock = CLock()
  @ObservationIgnored private var storedTitle = text(0)
  @ObservationIgnored private var log = text(0)

  init(_ id: Int) { self.id = id }

  var title: String {
    get {
      access(keyPath: \.title)
      return lock.withLock { storedTitle }
    }
    set { withMutation(keyPath: \.title) { lock.withLock { storedTitle = newValue } } }
  }

  /// There is no notification.
  func note(_ number: Int) {
    let new = text(number)
    lock.withLock { log = new }
  }

  private enum Key: CodingKey { case id, title, log }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(lock.withLock { log }, forKey: .log)
  }
}

/// One object that is an output.
@Observable final class NestedViewModel: ThreadedViewModel, ViewModel {
  var count = 0
  var item = GuardedItem(1)
  @ObservationIgnored var background: Background?

  func makeBackground() -> Background {
    Background { [item] number in
      item.note(number)
      if number.isMultiple(of: 1_000) { item.title = text(number) }
    }
  }

  static let interface = Interface<NestedViewModel>.threaded(output("item", \.item))
}

/// A list of them.
@Observable final class ItemsViewModel: ThreadedViewModel, ViewModel {
  var count = 0
  var items = (1...5).map { GuardedItem($0) }
  @ObservationIgnored var background: Background?

  func makeBackground() -> Background {
    Background { [items] number in
      items[number % items.count].note(number)
      if number.isMultiple(of: 1_000) { items[number % items.count].title = text(number) }
    }
  }

  static let interface = Interface<ItemsViewModel>.threaded(output("items", \.items))
}

/// A class that is isolated to nothing, and is itself what both threads use.
@Observable
nonisolated final class FreeViewModel: ThreadedViewModel, ViewModel, @unchecked Sendable {
  @MainActor var count = 0
  @MainActor @ObservationIgnored var background: Background?
  @ObservationIgnored private let lock = CLock()
  @ObservationIgnored private var stored = text(0)

  @MainActor init() {}

  var title: String {
    get {
      access(keyPath: \.title)
      return lock.withLock { stored }
    }
    set { withMutation(keyPath: \.title) { lock.withLock { stored = newValue } } }
  }

  @MainActor func makeBackground() -> Background {
    Background { [self] number in title = text(number) }
  }

  @MainActor
  static let interface = Interface<FreeViewModel>.threaded(output("title", \.title))
}

/// A class with Combine's names.
final class PublishedViewModel: ThreadedViewModel, ViewModel, ObservableObject {
  @Published var count = 0
  @Published private(set) var title = text(0)
  var background: Background?
  private let lock = Mutex(())
  nonisolated(unsafe) private var log = text(0)
  var last: String { lock.withLock { _ in log } }

  func makeBackground() -> Background {
    Background { [self] number in
      let new = text(number)
      lock.withLock { _ in log = new }
      if number.isMultiple(of: 1_000) { await MainActor.run { title = new } }
    }
  }

  static let interface = Interface<PublishedViewModel>.threaded(
    output("title", \.title), output("last", \.last))
}
