/// Keeps on the event loop's thread what the host itself waits for.
///
/// A task on the main actor that waits for a continuation or a stream goes on by way of no actor, which is another
/// thread. With this as its preference for such steps it does not leave the thread, and so goes on in the turn that it
/// waited for.
package enum LoopThread {
  /// Runs steps on that thread, if there is an event loop.
  package static var executor: (any TaskExecutor)?
}
