#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import OperatingSystem
import Synchronization
import ViewModelKit

#if THREAD_SANITIZER
  // The thread sanitizer does not know `Mutex` on Linux.
  typealias Mutex = Lock
#endif

/// Calls something on another thread, again and again, until this is released.
final class Background {
  private let isOver = Over()

  private final class Over: Sendable {
    let flag = Atomic(false)
    nonisolated init() {}
  }

  /// - Parameter body: is called with ascending numbers, from 1 on.
  init(_ body: @escaping @Sendable (Int) async -> Void) {
    Task.detached { [isOver] in
      var number = 0
      while !isOver.flag.load(ordering: .relaxed) {
        number += 1
        await body(number)
        // Who shares the processors with it has its turn, too.
        if number.isMultiple(of: 100) { await Task.yield() }
      }
    }
  }

  isolated deinit { isOver.flag.store(true, ordering: .relaxed) }
}

/// A lock as authors write it who know the C library.
nonisolated final class CLock: Sendable {
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// A text that lies in memory of its own.
nonisolated func text(_ number: Int) -> String {
  "a text that is longer than fifteen bytes \(number)"
}

/// A ViewModel of which something is set on another thread, as Swift's rules allow it.
protocol ThreadedViewModel: AnyObject {
  var count: Int { get set }
  var background: Background? { get set }

  /// Starts setting it.
  func makeBackground() -> Background
}

extension ThreadedViewModel {
  func begin() { background = makeBackground() }
  func end() { background = nil }
  func tap() { count += 1 }
}

extension Interface where VM: ThreadedViewModel {
  /// The inputs `begin`, `end` and `tap`, the output `count`, and others.
  static func threaded(_ outputs: InterfaceMember<VM>...) -> Interface<VM> {
    Interface {
      input("begin") { $0.begin() }
      input("end") { $0.end() }
      input("tap") { $0.tap() }
      output("count", \.count)
      for output in outputs { output }
    }
  }
}
