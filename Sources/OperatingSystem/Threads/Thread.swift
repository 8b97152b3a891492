import LibC

/// A thread of one's own, for what must not run on the event loop: there, with virtual time, every task does.
package struct Thread {
  private let id: pthread_t

  /// In bytes: some C libraries, and a low limit of the user's, give threads less than code is written for.
  private static let leastStack = 1 << 20

  /// Starts a thread that is to be joined.
  package init(_ body: @escaping @Sendable () -> Void) throws {
    let start = Unmanaged.passRetained(Start(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var size = 0
    pthread_attr_getstacksize(&attributes, &size)
    pthread_attr_setstacksize(&attributes, max(size, Self.leastStack))
    #if canImport(Darwin)
      var created: pthread_t?
      let error = pthread_create(&created, &attributes, { Start.run($0) }, start.toOpaque())
    #else
      var thread = pthread_t()
      let error = pthread_create(&thread, &attributes, { $0.flatMap(Start.run) }, start.toOpaque())
      let created: pthread_t? = thread
    #endif
    guard error == 0, let created else {
      start.release()
      throw SystemError("thread", code: error)
    }
    id = created
  }

  /// Starts a thread that nobody waits for; what the system keeps of it goes with its end.
  package static func detach(_ body: @escaping @Sendable () -> Void) throws {
    pthread_detach(try Thread(body).id)
  }

  /// Waits until the thread has ended; to be called once.
  package func join() { pthread_join(id, nil) }

  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ pointer: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
  }
}
