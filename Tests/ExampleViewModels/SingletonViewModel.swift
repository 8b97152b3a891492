import Reactive
import ViewModelKit

/// Looks a word up through an object that all instances share.
package final class SingletonViewModel {
  package let meaning = BehaviorRelay(value: "")
  private let disposeBag = DisposeBag()

  package init() {}

  package func lookUp(word: String) {
    Dictionary.shared.meaning(of: word).bind(to: meaning).disposed(by: disposeBag)
  }

  package func wait(word: String) async throws -> String {
    try await Dictionary.shared.laterMeaning(of: word)
  }

  private final class Dictionary {
    static let shared = Dictionary()

    func meaning(of word: String) -> Observable<String> {
      Services.shared.response(to: MeaningRequest(word: word))
    }

    func laterMeaning(of word: String) async throws -> String {
      try await Services.shared.send(MeaningRequest(word: word))
    }
  }

  private struct MeaningRequest: ServiceRequest {
    static let service = "meaning"
    typealias Response = String
    let word: String
  }
}

extension SingletonViewModel: ViewModel {
  package static let interface = Interface<SingletonViewModel> {
    input("lookUp", SingletonViewModel.lookUp, "word")
    input("wait", SingletonViewModel.wait, "word")
    output("meaning", \.meaning)
  }
}
