import Observation
import ViewModelKit

/// Names that other languages have for themselves, and texts that would end theirs.
@Observable
package final class NamesViewModel {
  package enum Answer: String, Codable, CaseIterable {
    case quoted = "it's \"so\""
    case piped = "a|b"
    case closed = "]] */ \"\"\" ` ${x} \\ #{"
  }

  package struct Odd: Codable, Equatable {
    package var `class`: Int
    package var list: [String]
    package var answer: Answer?

    enum CodingKeys: String, CodingKey {
      case `class`
      case list
      case answer = "the answer"
    }
  }

  package private(set) var odd: Odd?
  package private(set) var count = 0
  @ObservationIgnored package var onChange: ((Odd) -> Void)?

  package init(id: String, `self`: Int?) {}

  package func end(_ end: Int, `nil`: Answer?, callback: Odd?) {
    count &+= end
    odd = callback
    if let callback { onChange?(callback) }
  }

  package func list(_ list: [Int], instance: [String: Answer]?, t: Bool?) -> [Odd] {
    count += list.count
    return odd.map { [$0] } ?? []
  }

  package func create() { count = 0 }
}

extension NamesViewModel: ViewModel {
  package static let interface = Interface<NamesViewModel> {
    input("end", NamesViewModel.end, "end", "nil", "callback")
    input("list", NamesViewModel.list, "list", "instance", "t")
    input("create", NamesViewModel.create)
    input("change", NamesViewModel.create)
    input("state", NamesViewModel.create)
    input("2 words-or.more", NamesViewModel.create)
    output("odd", \.odd)
    output("class", \.count)
    output("2 words-or.more", \.count)
    event("change", \.onChange)
  }
}
