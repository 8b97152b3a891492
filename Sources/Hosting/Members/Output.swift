import Contracts
import HostedStreams
import JSON

/// An output of a ViewModel.
package final class Output {
  package let name: String
  package let schema: @MainActor (SchemaProbe) -> JSONValue
  let location: OutputState.Location
  /// The part that a frontend gets by default.
  let part: OutputPart
  /// Makes the state of the whole output of the ViewModel in a box.
  private let makeState: (AnyViewModelBox) -> OutputState
  /// Finds the maker of its windows, at the first use; `nil` if it has none.
  private let findMaker: () -> WindowMaker?
  private(set) lazy var windowMaker = findMaker()

  private init(
    _ name: String, _ schema: @escaping @MainActor (SchemaProbe) -> JSONValue,
    _ location: OutputState.Location, part: OutputPart = .whole,
    windows findMaker: @escaping () -> WindowMaker?,
    makeStateInBox makeState: @escaping (AnyViewModelBox) -> OutputState
  ) {
    self.name = name
    self.schema = schema
    self.location = location
    self.part = part
    self.findMaker = findMaker
    self.makeState = makeState
  }

  /// - Parameter type: the type of the values in the contract.
  convenience init<VM>(
    _ name: String, _ type: Any.Type, identifiedBy identity: String? = nil,
    from source: OutputState.Location.Source = .property,
    makeState: @escaping (ViewModelBox<VM>, OutputState.Location) -> OutputState,
    windows: @escaping (OutputState.Location) -> WindowMaker?
  ) {
    let location = OutputState.Location(name, identifiedBy: identity, from: source)
    self.init(
      name, { $0.schema(of: type) }, location, windows: { windows(location) },
      makeStateInBox: { makeState($0.typed(VM.self), location) })
  }

  /// Makes the state of an output with a part in the frontend's state.
  @inline(__always)
  func makeState(_ box: AnyViewModelBox, of part: OutputPart?) -> OutputState {
    switch part {
    case nil: UnobservedOutput(location)
    case .whole: makeState(box)
    case .window(let window): windowMaker?.make(box, window) ?? makeState(box)
    }
  }

  /// Makes the output of a subclass.
  package func from(_ base: @escaping AnyViewModelBox.Base) -> Output {
    Output(
      name, schema, location, part: part, windows: { [self] in windowMaker?.from(base) },
      makeStateInBox: { [makeState] in makeState(base($0)) })
  }

  /// Makes an output with a default window at the beginning of its list.
  ///
  /// - Parameter limit: the maximum number of rows in that window.
  package func through(window limit: Int) -> Output {
    let schema: @MainActor (SchemaProbe) -> JSONValue = { [rows = self.schema] probe in
      let integer: JSONValue = ["type": "integer"]
      return [
        "type": "object",
        "properties": ["total": integer, "offset": integer, "items": rows(probe)],
        "required": ["total", "offset", "items"],
      ]
    }
    return Output(
      name, schema, location,
      part: .window(Window(offset: 0, limit: limit, isAnchored: false)), windows: findMaker,
      makeStateInBox: makeState)
  }
}

// The sources of an output.
extension Output {
  /// A property.
  ///
  /// - Parameter isConstant: whether the value never changes, so that it need not be tracked.
  package convenience init<VM, Value: Encodable>(
    _ name: String, isConstant: Bool = false, _ property: @escaping (VM) -> Value
  ) {
    let values = ValueOutput<VM, Value>.Source(property)
    let reader = PlainOutput.reader(of: property)
    self.init(
      name, Value.self, from: isConstant ? .constant : .property,
      makeState: { (box: ViewModelBox<VM>, location) in
        if let reader {
          PlainOutput(box, reader, location)
        } else {
          ValueOutput(box, values, location)
        }
      },
      windows: { WindowMaker(on: property, $0) })
  }

  /// A property that is a list of elements with an identity.
  package convenience init<VM, Element: Encodable & Identifiable>(
    _ name: String, identified property: @escaping (VM) -> [Element]
  ) {
    let maker = ListOutput<VM, Element>.Maker(property)
    self.init(
      name, [Element].self, identifiedBy: "id",
      makeState: { maker.makeState($0, $1) }, windows: { WindowMaker(on: property, $0) })
  }

  /// A property that is a collection of any type.
  package convenience init<VM, List: RandomAccessCollection>(
    _ name: String, elements property: @escaping (VM) -> List
  ) where List.Element: Encodable {
    let elements = ValueOutput<VM, [List.Element]>.Source { Array(property($0)) }
    self.init(
      name, [List.Element].self,
      makeState: { ValueOutput($0, elements, $1) },
      windows: { WindowMaker(on: { Listed(list: property($0)) }, $0) })
  }

  /// The last element of a stream.
  ///
  /// - Parameter start: what is known about the first element beside the stream's type.
  package convenience init<VM, Stream: HostedStream>(
    _ name: String, stream: @escaping (VM) -> Stream,
    start: StreamStart<Stream.Element> = .unknown
  ) where Stream.Element: Encodable {
    let encoding = OutputEncoding<Stream.Element>()
    var start = start
    if case .unknown = start, Stream.self is any HostedValueStream.Type { start = .immediate }
    let known = start
    self.init(
      name, known.outputType, from: .stream,
      makeState: { StreamOutput(stream($0.viewModel), known, $1, encoding) },
      windows: { WindowMaker(on: stream, known, $0) })
  }
}

/// A collection of any type.
private struct Listed<List: RandomAccessCollection>: ListValue where List.Element: Encodable {
  let list: List?
}
