import Dispatch
import ReactiveCombine
import SampleViewModels
import ViewModelKit

/// The same with the names of Combine: a subject in, a published property out.
package final class CombineUserViewModel {
  @Published package private(set) var user: User?
  package let fetchSubject = PassthroughSubject<Int, Never>()
  private var cancellables: Set<AnyCancellable> = []

  package init() {
    fetchSubject
      .delay(for: .seconds(1), scheduler: DispatchQueue.main)
      .map { User(id: $0) }
      .sink { [weak self] in self?.user = $0 }
      .store(in: &cancellables)
  }
}

extension CombineUserViewModel: ViewModel {
  package static let interface = Interface<CombineUserViewModel> {
    input("fetch", \.fetchSubject, "userId")
    output("user", \.$user)
  }
}
