/// The namespace `.rx` for the sequences and binders of a type.
///
///     extension RxExtension where Base: APIClient {
///       func items() -> Single<[Item]> { base.fetchItems() }
///     }
///
/// RxSwift's name is `Reactive`, and the module `RxSwift` of AppImports uses that; here it is the
/// name of the module.
@dynamicMemberLookup
@MainActor public struct RxExtension<Base> {
  /// The extended value.
  public let base: Base

  /// Creates the namespace of `base`.
  public init(_ base: Base) { self.base = base }

  /// An observer that sets a property of an object without retaining it.
  public subscript<Property>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
  ) -> Binder<Property> where Base: AnyObject {
    Binder(base) { base, value in base[keyPath: keyPath] = value }
  }
}

/// A type that has `.rx`.
@MainActor public protocol ReactiveCompatible {
  /// The extended type.
  associatedtype ReactiveBase
  /// The namespace of the type.
  static var rx: RxExtension<ReactiveBase>.Type { get set }
  /// The namespace of the value.
  var rx: RxExtension<ReactiveBase> { get set }
}

extension ReactiveCompatible {
  /// The namespace of the type.
  public static var rx: RxExtension<Self>.Type {
    get { RxExtension<Self>.self }
    set {}
  }

  /// The namespace of the value.
  public var rx: RxExtension<Self> {
    get { RxExtension(self) }
    set {}
  }
}
