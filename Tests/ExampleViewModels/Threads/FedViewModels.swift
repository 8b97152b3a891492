import Observation
import ViewModelKit

/// Properties of the main actor that are fed from elsewhere.

/// By an actor.
@Observable final class ActorViewModel: ThreadedViewModel, ViewModel {
  private actor Source {
    private var lines: [String] = []

    func next(_ number: Int) -> [String] {
      if lines.count > 5 { lines.removeAll() }
      lines.append(text(number))
      return lines
    }
  }

  var count = 0
  private(set) var lines: [String] = []
  @ObservationIgnored var background: Background?
  @ObservationIgnored private let source = Source()

  func makeBackground() -> Background {
    Background { [self, source] number in
      let new = await source.next(number)
      await MainActor.run { lines = new }
    }
  }

  static let interface = Interface<ActorViewModel>.threaded(output("lines", \.lines))
}

/// By detached tasks, with values that are equal although they differ.
@Observable final class DetachedViewModel: ThreadedViewModel, ViewModel {
  nonisolated struct Contact: Encodable, Equatable, Identifiable {
    let id: Int
    let name: String
    static func == (left: Contact, right: Contact) -> Bool { left.id == right.id }
  }

  var count = 0
  private(set) var contacts: [Contact] = []
  private(set) var selected: Contact?
  @ObservationIgnored var background: Background?

  func makeBackground() -> Background {
    Background { [self] number in
      await Task.detached { [self] in
        let new = Contact(id: 1, name: text(number))
        await MainActor.run {
          contacts = [new, Contact(id: 2, name: new.name)]
          selected = new
        }
      }.value
    }
  }

  static let interface = Interface<DetachedViewModel>.threaded(
    output("contacts", \.contacts), output("selected", \.selected))
}
