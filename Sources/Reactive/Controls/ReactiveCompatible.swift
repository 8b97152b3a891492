/// What `.rx` gives: a place for the sequences and binders of a type.
///
///     extension RxExtension where Base: APIClient {
///       func items() -> Single<[Item]> { base.fetchItems() }
///     }
///
/// RxSwift calls it `Reactive`, as the module `RxSwift` of AppImports does; here that is the name of the module.
@dynamicMemberLookup
@MainActor public struct RxExtension<Base> {
  /// What it belongs to.
  public let base: Base

  /// The place for what belongs to `base`.
  public init(_ base: Base) { self.base = base }

  /// An observer that sets a property of an object, which it does not keep alive.
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject {
    Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

/// A type that has `.rx`.
@MainActor public protocol ReactiveCompatible {
  /// What `.rx` belongs to: the type itself.
  associatedtype ReactiveBase
  /// The place for what belongs to the type.
  static var rx: RxExtension<ReactiveBase>.Type { get set }
  /// The place for what belongs to the value.
  var rx: RxExtension<ReactiveBase> { get set }
}

extension ReactiveCompatible {
  /// The place for what belongs to the type.
  public static var rx: RxExtension<Self>.Type {
    get { RxExtension<Self>.self }
    set {}
  }

  /// The place for what belongs to the value.
  public var rx: RxExtension<Self> {
    get { RxExtension(self) }
    set {}
  }
}
