/// The sending end of one subscription to an operator, and the subscription itself.
///
/// It enforces the rules of all operators: it forwards a stop event first and then disposes the
/// sources, and it sends no event after a stop or a disposal.
package final class Sink<Element>: Receiver<Element>, Disposable {
  private let receiver: Receiver<Element>
  @exclusivity(unchecked) private var sources: (any Disposable)?
  @exclusivity(unchecked) package private(set) var isDisposed = false

  package init(_ receiver: Receiver<Element>) {
    self.receiver = receiver
    super.init()
  }

  nonisolated deinit {}

  package override func next(_ element: Element) {
    if !isDisposed { receiver.next(element) }
  }

  package override func stop(_ stop: Stop) {
    if isDisposed { return }
    isDisposed = true
    receiver.stop(stop)
    releaseSources()
  }

  package override var isOver: Bool { isDisposed || receiver.isOver }

  package func dispose() {
    isDisposed = true
    releaseSources()
  }

  /// Stores the subscriptions to the sources, which are disposed with the sink; at once if it has
  /// already ended.
  func hold(_ sources: any Disposable) {
    if isDisposed { sources.dispose() } else { self.sources = sources }
  }

  private func releaseSources() {
    guard let sources else { return }
    self.sources = nil
    sources.dispose()
  }
}
