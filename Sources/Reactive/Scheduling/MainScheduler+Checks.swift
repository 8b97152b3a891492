extension MainScheduler {
  /// Stops the process unless this is the main actor. Code that Swift has checked never needs to ask.
  nonisolated public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    MainActor.preconditionIsolated(errorMessage ?? "not on the main actor")
  }

  /// The same by its other name.
  nonisolated public static func ensureRunningOnMainThread(errorMessage: String? = nil) {
    ensureExecutingOnScheduler(errorMessage: errorMessage)
  }
}
