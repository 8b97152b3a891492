import LibC

/// A separate thread, for work that must not run on the event loop, where with virtual time every
/// task runs.
package struct Thread {
  private let id: pthread_t

  /// The minimum stack size in bytes: some C libraries, and a low user limit, give threads less
  /// than code expects.
  private static let minimumStackSize = 1 << 20

  /// Starts a thread that must be joined.
  package init(_ body: @escaping @Sendable () -> Void) throws {
    let start = Unmanaged.passRetained(Start(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    var size = 0
    pthread_attr_getstacksize(&attributes, &size)
    pthread_attr_setstacksize(&attributes, max(size, Self.minimumStackSize))
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

  /// Starts a detached thread, whose resources the system frees at its end.
  package static func detach(_ body: @escaping @Sendable () -> Void) throws {
    pthread_detach(try Thread(body).id)
  }

  /// Waits for the thread's end. Call it once.
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
