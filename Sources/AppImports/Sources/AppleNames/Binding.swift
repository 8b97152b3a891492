#if !canImport(Darwin)
  /// Read and write access to a value that another object owns.
  @propertyWrapper @dynamicMemberLookup
  public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    /// Creates a binding that calls the closures.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
      self.get = get
      self.set = set
    }

    /// A binding to a value that does not change.
    public static func constant(_ value: Value) -> Binding<Value> {
      Binding(get: { value }, set: { _ in })
    }

    /// The value.
    public var wrappedValue: Value {
      get { get() }
      nonmutating set { set(newValue) }
    }

    /// The binding itself.
    public var projectedValue: Binding<Value> { self }

    /// A binding to a property of the value.
    public subscript<Member>(
      dynamicMember path: WritableKeyPath<Value, Member>
    ) -> Binding<Member> {
      Binding<Member>(
        get: { wrappedValue[keyPath: path] },
        set: { new in
          var value = wrappedValue
          value[keyPath: path] = new
          wrappedValue = value
        })
    }
  }
#endif
