/// A type of values that support windows.
protocol ListValue {
  associatedtype List: RandomAccessCollection where List.Element: Encodable

  /// The list; `nil` if there is none at the moment.
  var list: List? { get }
}

extension Array: ListValue where Element: Encodable {
  var list: Self? { self }
}

extension ArraySlice: ListValue where Element: Encodable {
  var list: Self? { self }
}

extension ContiguousArray: ListValue where Element: Encodable {
  var list: Self? { self }
}

extension Optional: ListValue where Wrapped: ListValue {
  var list: Wrapped.List? { flatMap(\.list) }
}
