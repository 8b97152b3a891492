extension Subject {
  static let all: [Subject] = [
    TreeViewModel.subject, RowsViewModel.subject, ShapesViewModel.subject, WeakViewModel.subject,
    SharingViewModel.subject, DeepViewModel.subject, FacadeViewModel.subject,
    FreeViewModel.subject, ContactsViewModel.subject, TextsViewModel.subject,
    CardsViewModel.subject, ThingsViewModel.subject,
    BoardViewModel.subject, InventoryViewModel.subject, PlayerViewModel.subject,
    PricesViewModel.subject, KindsViewModel.subject, ForgetfulViewModel.subject,
    PreferencesViewModel.subject, SwitchingViewModel.subject, FormViewModel.subject,
    AccountsViewModel.subject, RelaysViewModel.subject, DerivedViewModel.subject,
    ListingSubjects.lines, ListingSubjects.contacts, ListingSubjects.nodes, ListingSubjects.prices,
    DirectoryViewModel.subject,
    ItemsViewModel.subject, UntoldItemsViewModel.subject, MixedItemsViewModel.subject,
    GaugesViewModel.subject, SharedItemsViewModel.subject, TwiceViewModel.subject,
  ]
}
