import Dispatch
import ReactiveCombine
import ViewModelKit

/// Fetches a user with Combine: a subject in, a published property out.
final class CombineUserViewModel {
  @Published private(set) var user: User?
  let fetchSubject = PassthroughSubject<Int, Never>()

  private var cancellables: Set<AnyCancellable> = []

  init() {
    fetchSubject
      .delay(for: .seconds(1), scheduler: DispatchQueue.main)
      .map { User(id: $0) }
      .sink { [weak self] in self?.user = $0 }
      .store(in: &cancellables)
  }
}

extension CombineUserViewModel: ViewModel {
  static let interface = Interface<CombineUserViewModel> {
    input("fetch", \.fetchSubject, "userId")
    output("user", \.$user)
  }
}
