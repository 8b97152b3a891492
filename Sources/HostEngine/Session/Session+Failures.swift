import HostProtocol
import JSON
import JSONRPC
import ViewModelKit

/// Errors inside a ViewModel that no output carries and no input answers for. The instance lives on.
extension Session {
  /// Tells of an error with `viewModel/failed`: before the answers of the turn, or after the one that creates the
  /// instance.
  ///
  /// - Parameter name: the output or event that it is about, if it is about one.
  func fail(
    _ instance: Instance, _ code: RPCError.Code, _ error: any Error, of name: String? = nil
  ) {
    let sentence = sentence(for: error)
    fail(instance, RPCError(code, name.map { "\($0): \(sentence)" } ?? sentence))
  }

  /// Tells of an output that has no JSON form.
  func fail(_ instance: Instance, _ error: any Error, output index: Int) {
    fail(instance, .outputFailed, error, of: instance.hosted.outputs[index].name)
  }

  /// Tells, once, of the instances that have changed in a turn that was cut off.
  func noteRunaways() {
    if turn.hasSettled { return instances.clearRunaways() }
    let busy = instances.pending.filter { $0.hosted.watch.isTold || !$0.news.isEmpty }
    if busy.isEmpty {
      log(.warning, "A turn was cut off: some ViewModel sets off new work without end")
    }
    for instance in busy where instances.setRunaway(instance) {
      fail(
        instance,
        RPCError(.unsettled, "The turn was cut off: the ViewModel sets off new work without end"))
    }
  }

  private func fail(_ instance: Instance, _ error: RPCError) {
    guard !instance.isDisposed else { return }
    turn.failures.append((instance, FailedNotification(id: instance.id, error)))
  }
}

/// An author's error in words.
func sentence(for error: any Error) -> String {
  (error as? RPCError)?.message ?? ViewModelKit.sentence(for: error)
}
