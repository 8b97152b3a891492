/// Holds subscriptions and disposes them in insertion order when the bag is released.
///
/// Assigning a new bag to the property ends the subscriptions in the old one.
@MainActor public final class DisposeBag {
  private let disposables = CompositeDisposable()

  /// An empty bag.
  public init() {}

  /// Creates a bag with the disposables.
  public convenience init(disposing disposables: any Disposable...) {
    self.init()
    insert(disposables)
  }

  /// Creates a bag with the disposables that the block lists.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init()
    insert(builder())
  }

  isolated deinit {
    if disposables.count > 0 && BindingScope.current?.adopt(disposables) == true { return }
    disposables.dispose()
  }

  /// Adds a disposable.
  public func insert(_ disposable: any Disposable) { disposables.insert(disposable) }

  /// Adds several disposables.
  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  /// Adds several disposables.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Adds the disposables that the block lists, one to a line.
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
  /// Adds this to the bag, which disposes it.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
