import Hosting
import JSON

extension HostedViewModel {
  /// Ends a turn in which the outputs at those indices were reported; none is read while it is
  /// quiet.
  ///
  /// - Returns: the outputs that have no JSON form, each as `place: error`.
  @MainActor
  package func endTurn(
    told places: some Sequence<Int>, to writer: inout JSONWriter
  ) -> [String] {
    watch.markChanged(OutputSet(places))
    return writeChanges(to: &writer, at: Watch.TurnEnd(turn: 1, now: 0, canPoll: false))
      .map { "\($0.output): \($0.error)" }
  }
}
