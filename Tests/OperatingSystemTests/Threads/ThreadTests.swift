import Testing

@testable import OperatingSystem

@Suite struct LockTests {
  private final class Counter: Sendable {
    let value = Lock(0)
  }

  private let counter = Counter()

  @Test func nothingIsLostThatManyThreadsAdd() throws {
    let threads = try (0..<8).map { _ in
      try Thread { [counter] in
        for _ in 0..<10_000 { counter.value.withLock { $0 += 1 } }
      }
    }
    for thread in threads { thread.join() }
    #expect(counter.value.withLock { $0 } == 80_000)
  }

  @Test func whoDoesNotWaitHasToGoWithout() throws {
    try counter.value.withLock { value in
      let other = try Thread { [counter] in
        _ = counter.value.withLockIfAvailable { $0 = 1 }
      }
      other.join()
      #expect(value == 0)
    }
    #expect(counter.value.withLockIfAvailable { $0 } == 0)
  }

  @Test func anErrorGivesTheLockBack() {
    #expect(throws: SystemError.self) {
      try counter.value.withLock { _ in throw SystemError("test", reason: "none") }
    }
    #expect(counter.value.withLockIfAvailable { $0 } == 0)
  }
}

@Suite struct ThreadLocalTests {
  private final class Object: Sendable {}

  private struct Weak: Sendable {
    weak let object: Object?
  }

  private final class Seen: Sendable {
    let objects = Lock<[Weak]>([])
    let isSeparate = Lock(true)
  }

  @Test func eachThreadHasItsOwnObjectAndItIsNeverFreed() throws {
    let local = ThreadLocal<Object>()
    let seen = Seen()
    let own = Object()
    local.set(own)
    let threads = try (0..<8).map { _ in
      try Thread {
        let isEmpty = local.value == nil
        let object = Object()
        local.set(object)
        let isOwn = local.value === object
        seen.isSeparate.withLock { $0 = $0 && isEmpty && isOwn }
        seen.objects.withLock { $0.append(Weak(object: object)) }
      }
    }
    for thread in threads { thread.join() }
    #expect(local.value === own)
    #expect(seen.isSeparate.withLock { $0 })
    let objects = seen.objects.withLock { $0.compactMap(\.object) }
    #expect(Set(objects.map(ObjectIdentifier.init)).count == 8)
  }
}
