/// The sending end of one subscription to an operator, and the subscription itself.
///
/// It keeps the rules that all operators obey: a stop event is forwarded first and then the sources are let go, and
/// after a stop or a disposal nothing more gets out.
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

  /// Takes the subscriptions to the sources, to be disposed with the sink; at once, if that has ended meanwhile.
  func hold(_ sources: any Disposable) {
    if isDisposed { sources.dispose() } else { self.sources = sources }
  }

  private func releaseSources() {
    guard let sources else { return }
    self.sources = nil
    sources.dispose()
  }
}
