import Hosting

/// Code that runs when an instance is disposed, as a view does at its end in an app.
///
///     onDispose { $0.viewDidDeallocate.onNext(()) }     // for takeUntil(viewDidDeallocate)
///     onDispose(EditorViewModel.saveDraft)
///
/// It runs once, when the frontend disposes the instance or exits, or when an instance is disposed
/// that this one uses; and before any part of the instance is released. From then on the frontend
/// receives no state, event or request of the instance; requests of ``Services/shared`` continue.
public func onDispose<VM>(_ perform: @escaping @MainActor (VM) -> Void) -> InterfaceMember<VM> {
  InterfaceMember(kind: .disposal(Disposal(perform)))
}

/// Calls a method when an instance is disposed.
public func onDispose<VM>(
  _ method: @escaping @MainActor (VM) -> @MainActor () -> Void
) -> InterfaceMember<VM> {
  onDispose { method($0)() }
}
