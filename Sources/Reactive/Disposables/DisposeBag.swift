/// Keeps subscriptions for as long as it lives: when it is released they are disposed, in insertion order.
///
/// Assigning a new bag to the property that holds the old one ends the old subscriptions.
@MainActor public final class DisposeBag {
  private let disposables = CompositeDisposable()

  /// An empty bag.
  public init() {}

  /// A bag with these.
  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  /// A bag with what the block lists.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init()
    insert(builder())
  }

  isolated deinit {
    if disposables.count > 0 && BindingScope.current?.adopt(disposables) == true { return }
    disposables.dispose()
  }

  /// Adds one.
  public func insert(_ disposable: any Disposable) { disposables.insert(disposable) }

  /// Adds several.
  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  /// Adds several.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Adds what the block lists, one to a line.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

  /// Collects the disposables of a block.
  @resultBuilder
  public enum DisposableBuilder {
    /// One line.
    public static func buildExpression(_ disposable: any Disposable) -> [any Disposable] {
      [disposable]
    }

    /// All lines.
    public static func buildBlock(_ lines: [any Disposable]...) -> [any Disposable] {
      lines.flatMap(\.self)
    }

    /// An `if` without an `else`.
    public static func buildOptional(_ lines: [any Disposable]?) -> [any Disposable] { lines ?? [] }

    /// The `if` of an `if` with an `else`.
    public static func buildEither(first lines: [any Disposable]) -> [any Disposable] { lines }

    /// The `else`.
    public static func buildEither(second lines: [any Disposable]) -> [any Disposable] { lines }

    /// A loop.
    public static func buildArray(_ lines: [[any Disposable]]) -> [any Disposable] {
      lines.flatMap(\.self)
    }
  }
}

extension Disposable {
  /// Leaves the disposal to the bag.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
