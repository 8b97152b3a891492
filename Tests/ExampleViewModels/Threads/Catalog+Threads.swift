import ViewModelKit

extension Catalog {
  /// ViewModels of which something is set on another thread. They never come to rest by themselves,
  /// so they are for hosts with a real clock.
  package static let threads = Catalog {
    viewModel("threads.text", GuardedTextViewModel.init)
    viewModel("threads.shown", ShownTextViewModel.init)
    viewModel("threads.list", GuardedListViewModel.init)
    viewModel("threads.table", GuardedTableViewModel.init)
    viewModel("threads.object", GuardedObjectViewModel.init)
    viewModel("threads.value", GuardedValueViewModel.init)
    viewModel("threads.nested", NestedViewModel.init)
    viewModel("threads.items", ItemsViewModel.init)
    viewModel("threads.free", FreeViewModel.init)
    viewModel("threads.sent", SentViewModel.init)
    viewModel("threads.published", PublishedViewModel.init)
    viewModel("threads.actor", ActorViewModel.init)
    viewModel("threads.detached", DetachedViewModel.init)
    viewModel("threads.flood", FloodViewModel.init)
    viewModel("threads.endless", EndlessViewModel.init)
  }
}
