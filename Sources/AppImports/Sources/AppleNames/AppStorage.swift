#if !canImport(Darwin)
  import Foundation
  import Observation

  /// A setting of the app. All properties with the same key share one value.
  ///
  ///     @AppStorage("sortOrder") var sortOrder = SortOrder.hot
  ///
  /// The value is kept in memory only, so that a session can be replayed. Observation tracks its
  /// changes.
  @propertyWrapper
  public struct AppStorage<Value> {
    private let setting: Setting
    private let first: Value

    /// Creates a setting with a default value. The store is ignored.
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
      setting = Setting.of(key)
      first = wrappedValue
    }

    /// The value.
    public var wrappedValue: Value {
      get { setting.value as? Value ?? first }
      nonmutating set { setting.value = newValue }
    }

    /// A binding to the value.
    public var projectedValue: Binding<Value> {
      Binding(get: { wrappedValue }, set: { wrappedValue = $0 })
    }
  }

  extension AppStorage where Value: ExpressibleByNilLiteral {
    /// Creates a setting with nil as the default. The store is ignored.
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
