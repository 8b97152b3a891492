import LibC

/// An object for each thread (POSIX.1-2017, `pthread_key_create`). Objects are never freed, so it
/// is for threads that live as long as the process.
package struct ThreadLocal<Object: AnyObject>: @unchecked Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  /// The object of the calling thread; nil if none has been set.
  package var value: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sets the object of the calling thread, once.
  package func set(_ object: Object) {
    pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
  }
}
