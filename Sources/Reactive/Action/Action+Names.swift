// Names that other versions of the Action library use.
extension Action {
  /// Another name of ``enabled``.
  public var isEnabled: Observable<Bool> { enabled }

  /// Another name of ``executing``.
  public var isExecuting: Observable<Bool> { executing }
}
