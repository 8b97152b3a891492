public import RxSwift

extension Reactive where Base: AnyObject {
  /// A bag that belongs to the object. Its content is disposed some time after the object is
  /// deallocated.
  ///
  /// A bag that is created while a host creates an instance lasts at least as long as the instance.
  /// So a ViewModel continues even if the host keeps only the result of its `transform`.
  public var disposeBag: DisposeBag {
    get { ObjectBags.bag(of: base) }
    nonmutating set { ObjectBags.set(newValue, of: base) }
  }
}

/// An object with its own bag, without `.rx`.
public protocol HasDisposeBag: AnyObject {
  /// The bag of the object, the same as `rx.disposeBag`.
  var disposeBag: DisposeBag { get set }
}

extension HasDisposeBag {
  /// A bag that belongs to the object, as `rx.disposeBag`.
  public var disposeBag: DisposeBag {
    get { ObjectBags.bag(of: self) }
    set { ObjectBags.set(newValue, of: self) }
  }
}

/// The bags of all objects. The end of an object cannot be observed, so the bags without objects
/// are removed whenever the number of bags has doubled.
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

  /// Releases bags outside the scope of an instance that is being created, which would otherwise
  /// adopt their subscriptions.
  private static func outsideOfInstances(_ release: () -> Void) {
    BindingScope(unhandledError: { ReactiveHooks.unhandledError($0) }).run(release)
  }
}

/// The bag of one object.
private final class ObjectBag: Disposable {
  weak var object: AnyObject?
  var bag: DisposeBag
  /// Whether a living instance keeps it.
  var isHeld = false

  init(_ object: AnyObject, _ bag: DisposeBag) {
    self.object = object
    self.bag = bag
  }

  /// Called when the instance ends.
  func dispose() {
    isHeld = false
    if object == nil { bag = DisposeBag() }
  }
}
