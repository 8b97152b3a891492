import Contracts
import JSON

/// The same for a list of any kind, such as `lazy.map` gives one, or a collection of one's own: a frontend that
/// observes it through a window has those elements made that stand there, and no others. Who observes the whole gets an
/// array.
///
///     var squares: LazyMapCollection<[Int], Int> { numbers.lazy.map { $0 * $0 } }      // in the ViewModel
///     output("squares", \.squares)                                                     // in the interface
///
/// The property has to have such a type: in a closure the compiler would take `map` for the one that makes an array.
@_disfavoredOverload
public func output<VM, List: RandomAccessCollection>(
  _ name: String, _ property: @escaping (VM) -> List
) -> InterfaceMember<VM> where List.Element: Encodable {
  let elements = ValueOutput<VM, [List.Element]>.Source { Array(property($0)) }
  return .output(
    name, [List.Element].self,
    makeState: { ValueOutput($0, elements, $1) },
    windows: { WindowMaker(on: { Listed(list: property($0)) }, $0) })
}

/// The same for a list that is never to be told as a whole, as it may be very long: who does not ask for a window gets
/// one on its beginning.
///
///     output("lines", \.lines, window: 100)
///
/// - Parameter limit: how many rows that window has at most.
public func output<VM, List: RandomAccessCollection>(
  _ name: String, _ property: @escaping (VM) -> List, window limit: Int
) -> InterfaceMember<VM> where List.Element: Encodable {
  let member = output(name, property)
  guard case .output(let output) = member.kind else { return member }
  let schema: @MainActor (SchemaProbe) -> JSONValue = { [rows = output.schema] probe in
    let integer: JSONValue = ["type": "integer"]
    return [
      "type": "object", "properties": ["total": integer, "offset": integer, "items": rows(probe)],
      "required": ["total", "offset", "items"],
    ]
  }
  return InterfaceMember(
    kind: .output(
      Output(
        name, schema, output.place,
        part: .window(Window(offset: 0, limit: limit, isAnchored: false)), windows: output.windows,
        makeState: output.makeState)))
}

/// A list of any kind.
private struct Listed<List: RandomAccessCollection>: ListValue where List.Element: Encodable {
  let list: List?
}
