/// A ViewModel of any type, in a box: what the host does with it needs no generic code, which is several times as slow.
class AnyViewModelBox {
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

  /// The ViewModel, which has to be of that type.
  final func viewModel<VM>(_ type: VM.Type) -> VM { typed(type).viewModel }
}

/// A ViewModel in a box of its type.
final class ViewModelBox<VM>: AnyViewModelBox {
  let viewModel: VM

  init(_ viewModel: VM) { self.viewModel = viewModel }

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
