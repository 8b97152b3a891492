/// A ViewModel of any type in a box. The host needs no generic code for it, which would be several
/// times slower.
package class AnyViewModelBox {
  fileprivate init() {}

  nonisolated deinit {}

  /// The ViewModel.
  var value: Any { preconditionFailure("a box has a type") }

  /// The dynamic type of the ViewModel, which may be a subclass of the described one.
  var type: Any.Type { preconditionFailure("a box has a type") }

  /// Casts the box to a type, which must be that of its ViewModel.
  @inline(__always)
  final func typed<VM>(_ type: VM.Type) -> ViewModelBox<VM> {
    unsafeDowncast(self, to: ViewModelBox<VM>.self)
  }

  /// Converts the box of a ViewModel to that of its base class.
  package typealias Base = (AnyViewModelBox) -> AnyViewModelBox

  /// Makes a function that converts boxes to those of a base class.
  ///
  /// - Returns: `nil` if the type is not a subclass.
  package static func base<VM: AnyObject, Sub>(_ base: VM.Type, of type: Sub.Type) -> Base? {
    guard type is VM.Type else { return nil }
    // The check above makes this cast safe; it runs at each use.
    return { box in
      ViewModelBox(unsafeDowncast(classInstance(box.typed(Sub.self).viewModel), to: VM.self))
    }
  }

  /// The object in a value whose type is a class.
  ///
  /// `as AnyObject` has the same result, but first searches for ways to bridge the value, which
  /// often takes longer than the use of the object.
  static func classInstance(_ value: Any) -> AnyObject {
    guard Swift.type(of: value) is AnyObject.Type else { return value as AnyObject }
    func object<Held>(_ value: Held) -> AnyObject { unsafeBitCast(value, to: AnyObject.self) }
    return _openExistential(value, do: object)
  }
}

/// A ViewModel in a box of its type.
package final class ViewModelBox<VM>: AnyViewModelBox {
  let viewModel: VM

  package init(_ viewModel: VM) { self.viewModel = viewModel }

  nonisolated deinit {}

  // The frequent uses of a ViewModel. They are not inlined, so that it is used in place and not
  // copied.

  @inline(never) func read(_ property: (VM) -> Int) -> Int { property(viewModel) }
  @inline(never) func read(_ property: (VM) -> Bool) -> Bool { property(viewModel) }
  @inline(never) func read(_ property: (VM) -> String) -> String { property(viewModel) }
  @inline(never) func call(_ method: (VM) throws -> Invocation) throws -> Invocation {
    try method(viewModel)
  }

  override var value: Any { viewModel }

  override var type: Any.Type { Swift.type(of: viewModel) }
}
