extension SharedSequenceConvertibleType where Element: Sendable {
  /// The elements for `for await`. Each iteration is a subscription, which ends with it; elements
  /// that the loop has not consumed are buffered.
  ///
  ///     for await user in users.asDriver().values { … }
  public var values: AsyncStream<Element> { unfailingValues }
}

extension ObservableConvertibleType where Element: Sendable {
  /// The elements of a sequence that does not fail; an error would end it like a completion.
  package var unfailingValues: AsyncStream<Element> {
    AsyncStream { continuation in
      let subscription = SingleAssignmentDisposable()
      subscription.setDisposable(
        attach(
          .ending(
            onNext: { continuation.yield($0) }, onStop: { _ in continuation.finish() })))
      continuation.onTermination = { reason in
        guard case .cancelled = reason else { return }
        Task.immediate { @MainActor in subscription.dispose() }
      }
    }
  }
}
