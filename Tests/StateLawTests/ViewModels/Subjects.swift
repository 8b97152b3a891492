extension Subject {
  static let all = [
    TreeViewModel.subject, RowsViewModel.subject, ShapesViewModel.subject, WeakViewModel.subject,
    SharingViewModel.subject, ContactsViewModel.subject, TextsViewModel.subject,
    PricesViewModel.subject, KindsViewModel.subject, ForgetfulViewModel.subject,
    PreferencesViewModel.subject, SwitchingViewModel.subject,
  ]
}
