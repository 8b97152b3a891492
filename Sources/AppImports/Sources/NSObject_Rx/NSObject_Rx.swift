public import RxSwift

extension Reactive where Base: AnyObject {
  /// A bag that belongs to the object: what is in it is disposed some time after the object is gone.
  ///
  /// A bag that is made while an instance is created lasts as long as that instance at least, so a ViewModel of which a
  /// host keeps only what its `transform` returns goes on.
  public var disposeBag: DisposeBag {
    get { ObjectBags.bag(of: base) }
    nonmutating set { ObjectBags.set(newValue, of: base) }
  }
}

/// An object with a bag of its own, without `.rx`.
public protocol HasDisposeBag: AnyObject {
  /// A bag that belongs to the object.
  var disposeBag: DisposeBag { get set }
}

extension HasDisposeBag {
  /// A bag that belongs to the object, as `rx.disposeBag`.
  public var disposeBag: DisposeBag {
    get { ObjectBags.bag(of: self) }
    set { ObjectBags.set(newValue, of: self) }
  }
}

/// The bags of all objects. Nothing tells when an object ends, so those whose objects are gone are looked for whenever
/// there are twice as many as the last time.
private enum ObjectBags {
  private static var bags: [ObjectIdentifier: ObjectBag] = [:]
  private static var limit = 64

  static func bag(of object: AnyObject) -> DisposeBag {
    if let own = bags[ObjectIdentifier(object)], own.object === object { return own.bag }
    let bag = DisposeBag()
    set(bag, of: object)
    return bag
  }

  static func set(_ bag: DisposeBag, of object: AnyObject) {
    let key = ObjectIdentifier(object)
    if let own = bags[key], own.object === object {
      own.bag = bag
    } else {
      let own = ObjectBag(object, bag)
      outsideOfInstances { bags[key] = own }
      own.isHeld = BindingScope.current?.adopt(own) == true
    }
    if bags.count >= limit { removeIdle() }
  }

  private static func removeIdle() {
    outsideOfInstances { bags = bags.filter { $0.value.object != nil || $0.value.isHeld } }
    limit = max(64, 2 * bags.count)
  }

  /// An instance that is being created would take over the subscriptions of the bags that the closure releases.
  private static func outsideOfInstances(_ release: () -> Void) {
    BindingScope(unhandledError: { ReactiveHooks.unhandledError($0) }).run(release)
  }
}

/// The bag of one object.
private final class ObjectBag: Disposable {
  weak var object: AnyObject?
  var bag: DisposeBag
  /// Whether it lasts as long as an instance does that has not ended.
  var isHeld = false

  init(_ object: AnyObject, _ bag: DisposeBag) {
    self.object = object
    self.bag = bag
  }

  /// The instance has ended.
  func dispose() {
    isHeld = false
    if object == nil { bag = DisposeBag() }
  }
}
