/// Code that runs when an instance is disposed.
package struct Disposal {
  let run: (AnyViewModelBox) -> Void

  private init(inBox run: @escaping (AnyViewModelBox) -> Void) { self.run = run }

  package init<VM>(_ run: @escaping (VM) -> Void) {
    self.run = { run($0.typed(VM.self).viewModel) }
  }

  /// Makes the disposal of a subclass.
  package func from(_ base: @escaping AnyViewModelBox.Base) -> Disposal {
    Disposal(inBox: { [run] in run(base($0)) })
  }
}
