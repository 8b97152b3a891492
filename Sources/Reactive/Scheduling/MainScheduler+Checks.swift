extension MainScheduler {
  /// Stops the process unless this is the main actor. Code that the compiler checks for isolation
  /// does not need it.
  nonisolated public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    MainActor.preconditionIsolated(errorMessage ?? "not on the main actor")
  }

  /// Another name of ``ensureExecutingOnScheduler(errorMessage:)``.
  nonisolated public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    ensureExecutingOnScheduler(errorMessage: errorMessage)
  }
}
