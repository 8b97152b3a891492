import ForeignStreams

/// Waits as a task does, and so in the host's time: with a virtual clock that is what
/// `clock/advance` says.
package struct HostTimeScheduler: FlowScheduler {
  package init() {}

  package func schedule(
    afterMilliseconds milliseconds: Int, _ work: @escaping () -> Void
  ) -> FlowSubscription {
    nonisolated(unsafe) let work = work
    let task = Task { @MainActor in
      try? await Task.sleep(for: .milliseconds(milliseconds), clock: .continuous)
      if !Task.isCancelled { work() }
    }
    return FlowSubscription(task.cancel)
  }
}
