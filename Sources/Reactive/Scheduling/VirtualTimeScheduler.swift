/// A scheduler whose time is a number of milliseconds that moves only on request.
///
/// Work runs in the order of its time, and at equal times in the order in which it was scheduled.
open class VirtualTimeScheduler: SchedulerType {
  /// The time now, in milliseconds.
  public private(set) var clock: Int
  private var items = PriorityQueue<Item>()
  private var lastID = 0
  private var isRunning = false

  private struct Item: Comparable {
    let time: Int
    let id: Int
    let isCancelled: BooleanDisposable
    let work: () -> Void

    static func < (left: Item, right: Item) -> Bool {
      (left.time, left.id) < (right.time, right.id)
    }

    static func == (left: Item, right: Item) -> Bool { left.id == right.id }
  }

  /// Creates a scheduler at this time.
  public init(initialClock: Int = 0) {
    clock = initialClock
  }

  /// The time since 0.
  public var now: RxTime { .milliseconds(clock) }

  /// Whether no work is waiting.
  public var isIdle: Bool { items.isEmpty }

  /// Schedules the work for now, after the work that is already due.
  public func schedule(_ work: @escaping () -> Void) -> any Disposable {
    schedule(at: clock, work)
  }

  /// Schedules the work after the delay, which starts with this call and is rounded up to
  /// milliseconds.
  public func schedule(
    after delay: RxTimeInterval, _ work: @escaping () -> Void
  ) -> any Disposable {
    schedule(at: clock + max(delay.wholeMilliseconds, 0), work)
  }

  /// Schedules the work at this time. Overdue work runs at the time of its execution.
  @discardableResult
  public func schedule(at time: Int, _ work: @escaping () -> Void) -> any Disposable {
    let isCancelled = BooleanDisposable()
    lastID += 1
    items.push(Item(time: time, id: lastID, isCancelled: isCancelled, work: work))
    return isCancelled
  }

  /// Runs all work, including work that is scheduled meanwhile, until none is left or `stop` is
  /// called.
  public func start() {
    run { true }
  }

  /// Runs all work up to and including this time, including work that is scheduled meanwhile, and
  /// sets the clock to this time.
  public func advance(to time: Int) {
    if run(while: { $0.time <= time }) { clock = max(clock, time) }
  }

  /// Runs all work within the next milliseconds and advances the clock by them.
  public func advance(by milliseconds: Int) {
    advance(to: clock + milliseconds)
  }

  /// Advances the clock without running work. Work that is then overdue runs later, at the new
  /// time.
  public func sleep(_ milliseconds: Int) {
    clock += milliseconds
  }

  /// Ends `start` or `advance` after the current work.
  public func stop() { isRunning = false }

  private func run(_ condition: () -> Bool) { _ = run(while: { _ in condition() }) }

  /// Runs work while it is due. Returns false if `stop` was called.
  private func run(while isDue: (Item) -> Bool) -> Bool {
    precondition(!isRunning, "virtual time is already running")
    isRunning = true
    defer { isRunning = false }
    while isRunning {
      guard let item = items.first, isDue(item) else { return true }
      items.removeFirst()
      if item.isCancelled.isDisposed { continue }
      clock = max(clock, item.time)
      item.work()
    }
    return false
  }
}

extension Duration {
  /// The milliseconds, rounded up.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    let perMillisecond: Int64 = 1_000_000_000_000_000
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: perMillisecond)
    return Int(seconds * 1_000 + quotient + (rest > 0 ? 1 : 0))
  }
}
