// Names of the versions of Action that are not the one in which the properties are written down.
extension Action {
  /// The same as `enabled`.
  public var isEnabled: Observable<Bool> { enabled }

  /// The same as `executing`.
  public var isExecuting: Observable<Bool> { executing }
}
