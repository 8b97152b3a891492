#if !canImport(Darwin)
  import Foundation
  import Observation

  /// A setting of the app. All properties with one key have one value.
  ///
  ///     @AppStorage("sortOrder") var sortOrder = SortOrder.hot
  ///
  /// It lives as long as the process and is written nowhere, so that a session can be replayed. Observation tells of its
  /// changes.
  @propertyWrapper
  public struct AppStorage<Value> {
    private let setting: Setting
    private let first: Value

    /// A setting with the value that it has unless it has been set. The store is not used.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
      setting = Setting.of(key)
      first = wrappedValue
    }

    /// The value.
    public var wrappedValue: Value {
      get { setting.value as? Value ?? first }
      nonmutating set { setting.value = newValue }
    }

    /// A way to read and set the value.
    public var projectedValue: Binding<Value> {
      Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
  }

  extension AppStorage where Value: ExpressibleByNilLiteral {
    /// A setting that is nil unless it has been set. The store is not used.
    public init(_ key: String, store: UserDefaults? = nil) {
      self.init(wrappedValue: nil, key, store: store)
    }
  }

  @Observable
  private final class Setting {
    var value: Any?

    @ObservationIgnored private static var all: [String: Setting] = [:]

    static func of(_ key: String) -> Setting {
      if let setting = all[key] { return setting }
      let setting = Setting()
      all[key] = setting
      return setting
    }
  }
#endif
