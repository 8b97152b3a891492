/// A ViewModel of any type, in a box: what the host does with it needs no generic code, which is several times as slow.
package class AnyViewModelBox {
  fileprivate init() {}

  nonisolated deinit {}

  /// The ViewModel itself.
  var value: Any { preconditionFailure("a box has a type") }

  /// What the ViewModel is; of a class, also a subclass of what was described.
  var type: Any.Type { preconditionFailure("a box has a type") }

  /// The same box; it has to be one of that type.
  @inline(__always)
  final func typed<VM>(_ type: VM.Type) -> ViewModelBox<VM> {
    unsafeDowncast(self, to: ViewModelBox<VM>.self)
  }

  /// Makes the box of a ViewModel one that has the type of its base class.
  package typealias Base = (AnyViewModelBox) -> AnyViewModelBox

  /// How the box of a ViewModel becomes one of a base class.
  ///
  /// - Returns: `nil` if the type is no subclass.
  package static func base<VM: AnyObject, Sub>(_ base: VM.Type, of type: Sub.Type) -> Base? {
    guard type is VM.Type else { return nil }
    // It has just been found out that this cannot fail, and it is done at each use.
    return { box in
      ViewModelBox(unsafeDowncast(classInstance(box.typed(Sub.self).viewModel), to: VM.self))
    }
  }

  /// The object that a value is, if its type is a class.
  ///
  /// `as AnyObject` comes to the same, and first looks for all ways to bridge the value, which takes longer than most
  /// of what is then done with the object.
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

  // What every turn does with a ViewModel. These are not inlined, so that it is used where it lies, and not copied.

  @inline(never) func read(_ property: (VM) -> Int) -> Int { property(viewModel) }
  @inline(never) func read(_ property: (VM) -> Bool) -> Bool { property(viewModel) }
  @inline(never) func read(_ property: (VM) -> String) -> String { property(viewModel) }
  @inline(never) func call(_ method: (VM) throws -> Invocation) throws -> Invocation {
    try method(viewModel)
  }

  override var value: Any { viewModel }

  override var type: Any.Type { Swift.type(of: viewModel) }
}
