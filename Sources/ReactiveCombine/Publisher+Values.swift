import Reactive

extension Publisher where Failure == Never, Output: Sendable {
  /// The elements for `for await`. Each iteration is a subscription, which ends with it; elements
  /// that the loop has not consumed are buffered.
  ///
  ///     for await user in viewModel.$user.values { … }
  public var values: AsyncStream<Output> { unfailingValues }
}
