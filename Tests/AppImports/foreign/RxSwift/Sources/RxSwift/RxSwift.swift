// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

// Not the real one, but its names, as far as a host meets them.

public protocol Disposable { func dispose() }

public struct Reactive<Base> {
  public let base: Base
}

public enum Event<Element> {
  case next(Element)
  case error(Error)
  case completed
}

public class Observable<Element> {
  public typealias Observer = (Event<Element>) -> Void

  fileprivate init() {}

  public func subscribe(_ on: @escaping Observer) -> Disposable { fatalError("abstract") }

  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil, onDisposed: (() -> Void)? = nil
  ) -> Disposable {
    subscribe { event in
      switch event {
      case .next(let element): onNext?(element)
      case .error(let error): onError?(error)
      case .completed: onCompleted?()
      }
    }
  }

  /// Sends the elements on another thread.
  public func observe(on queue: DispatchQueue) -> Observable<Element> { Moved(self, queue) }
}

private final class Moved<Element>: Observable<Element> {
  let source: Observable<Element>
  let queue: DispatchQueue

  init(_ source: Observable<Element>, _ queue: DispatchQueue) {
    self.source = source
    self.queue = queue
  }

  override func subscribe(_ on: @escaping Observer) -> Disposable {
    source.subscribe { event in self.queue.async { on(event) } }
  }
}

public final class PublishSubject<Element>: Observable<Element>, Disposable {
  private var observers: [Observer] = []

  public override init() { super.init() }

  public override func subscribe(_ on: @escaping Observer) -> Disposable {
    observers.append(on)
    return self
  }

  public func onNext(_ element: Element) { for observer in observers { observer(.next(element)) } }
  public func dispose() { observers = [] }
}
