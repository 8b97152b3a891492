import Hosting

/// What is to be done when an instance is disposed: what a view does at its end in an app.
///
///     onDispose { $0.viewDidDeallocate.onNext(()) }           // for takeUntil(viewDidDeallocate), rx.deallocated
///     onDispose(EditorViewModel.saveDraft)
///
/// It runs once, when the frontend disposes the instance or goes, or when another instance is disposed that this one
/// uses; before anything of it is released. The frontend is told nothing of the instance from then on: no state, no event
/// and no request of its ``Services``; those of ``Services/shared`` go on.
public func onDispose<VM>(_ perform: @escaping @MainActor (VM) -> Void) -> InterfaceMember<VM> {
  InterfaceMember(kind: .disposal(Disposal(perform)))
}

/// The same for a method.
public func onDispose<VM>(
  _ method: @escaping @MainActor (VM) -> @MainActor () -> Void
) -> InterfaceMember<VM> {
  onDispose { method($0)() }
}
