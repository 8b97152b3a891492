import ViewModelKit

// The ViewModels are as they would be in an app; all that hosting them takes is here.

extension CounterViewModel: ViewModel {
  /// Two inputs, two outputs.
  public static let interface = Interface<CounterViewModel> {
    input("plusButtonDidTap", CounterViewModel.plusButtonDidTap)
    input("minusButtonDidTap", CounterViewModel.minusButtonDidTap)
    output("count", \.count)
    output("isEven", \.isEven)
  }
}

extension UserViewModel: ViewModel {
  /// An asynchronous input, and what it fetches.
  public static let interface = Interface<UserViewModel> {
    input("fetch", UserViewModel.fetch, "userId")
    output("user", \.user)
  }
}

extension Catalog {
  /// All samples.
  public static let samples = Catalog {
    viewModel("counter", CounterViewModel.init)
    viewModel("user", UserViewModel.init)
  }
}
