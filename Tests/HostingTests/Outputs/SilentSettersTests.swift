import Observation
import Synchronization
import TestSupport
import Testing

import ViewModelKit

@testable import Hosting

/// Which types have setters that may be silent, as far as their types say.
struct SilentSettersTests {
  nonisolated struct Contact: Equatable {
    let id: Int
    var name = ""
    static func == (left: Contact, right: Contact) -> Bool { left.id == right.id }
  }

  @Observable final class Numbers {
    var count = 0
    var ratio: Double?
    var isOn = false
    let name = "constant"
    @ObservationIgnored var log = ""
    @ObservationIgnored let lock = Mutex(())
  }
  @Observable final class Text { var text: String? }
  @Observable final class Values { var contacts: [Contact] = [] }
  @Observable final class Holder { var text = Text() }
  @Observable final class Ignorer { @ObservationIgnored weak var text: Text? }
  @Observable final class Comparing { var row: Row? }
  @Observable final class Chain { var next: Chain? }
  @Observable final class NamedChain {
    var next: NamedChain?
    var name = ""
  }
  nonisolated final class Row: Equatable {
    static func == (left: Row, right: Row) -> Bool { true }
  }
  final class Plain { var text = "" }
  final class Facade { let text = Text() }
  struct Part { let text = Text() }

  @Test func areFoundInTypes() {
    let cases: [(type: Any.Type, isPossible: Bool)] = [
      (Numbers.self, false), (Text.self, true), (Values.self, true), (Holder.self, true),
      (Ignorer.self, true), (Comparing.self, true), (Chain.self, false), (NamedChain.self, true),
      (Plain.self, false), (Facade.self, true), (Part.self, true), (Contact.self, false),
    ]
    // Once as they are found out, and once as they are known.
    for row in cases + cases {
      #expect(SilentSetters.arePossible(in: row.type) == row.isPossible, "\(row.type)")
    }
  }
}
