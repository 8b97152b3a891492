/// Keeps the steps that the host waits for on the event loop's thread.
///
/// A task on the main actor that waits for a continuation or a stream resumes without an actor, on
/// another thread. With this executor as its preference it stays on the thread, and so resumes in
/// the same turn.
package enum LoopThread {
  /// Runs steps on the event loop's thread; `nil` without an event loop.
  package static var executor: (any TaskExecutor)?
}
