import Contracts
import HostedStreams
import JSON

/// An output of a ViewModel.
package final class Output {
  package let name: String
  package let schema: @MainActor (SchemaProbe) -> JSONValue
  let place: OutputState.Place
  /// What part of it a frontend gets that does not say which.
  let part: OutputPart
  /// Makes the state of the whole output for the ViewModel in a box.
  private let makeState: (AnyViewModelBox) -> OutputState
  /// What makes windows on it, and whether anything does, is found out when somebody asks for one.
  private let findMaker: () -> WindowMaker?
  private(set) lazy var windowMaker = findMaker()

  private init(
    _ name: String, _ schema: @escaping @MainActor (SchemaProbe) -> JSONValue,
    _ place: OutputState.Place, part: OutputPart = .whole,
    windows findMaker: @escaping () -> WindowMaker?,
    makeStateInBox makeState: @escaping (AnyViewModelBox) -> OutputState
  ) {
    self.name = name
    self.schema = schema
    self.place = place
    self.part = part
    self.findMaker = findMaker
    self.makeState = makeState
  }

  /// - Parameter type: the type of the values, as the contract has it.
  convenience init<VM>(
    _ name: String, _ type: Any.Type, identifiedBy identity: String? = nil,
    from source: OutputState.Place.Source = .property,
    makeState: @escaping (ViewModelBox<VM>, OutputState.Place) -> OutputState,
    windows: @escaping (OutputState.Place) -> WindowMaker?
  ) {
    let place = OutputState.Place(name, identifiedBy: identity, from: source)
    self.init(
      name, { $0.schema(of: type) }, place, windows: { windows(place) },
      makeStateInBox: { makeState($0.typed(VM.self), place) })
  }

  /// Makes the state of an output of which the frontend sees that part.
  @inline(__always)
  func makeState(_ box: AnyViewModelBox, of part: OutputPart?) -> OutputState {
    switch part {
    case nil: UnobservedOutput(place)
    case .whole: makeState(box)
    case .window(let window): windowMaker?.make(box, window) ?? makeState(box)
    }
  }

  /// The same for a subclass of the ViewModel.
  package func from(_ base: @escaping AnyViewModelBox.Base) -> Output {
    Output(
      name, schema, place, part: part, windows: { [self] in windowMaker?.from(base) },
      makeStateInBox: { [makeState] in makeState(base($0)) })
  }

  /// The same list, of which a frontend that does not ask for a window gets one on the beginning.
  ///
  /// - Parameter limit: how many rows that window has at most.
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
      name, schema, place,
      part: .window(Window(offset: 0, limit: limit, isAnchored: false)), windows: findMaker,
      makeStateInBox: makeState)
  }
}

// What an output can be made of.
extension Output {
  /// A property.
  ///
  /// - Parameter isConstant: whether there is only one value, so that nothing need be followed.
  package convenience init<VM, Value: Encodable>(
    _ name: String, isConstant: Bool = false, _ property: @escaping (VM) -> Value
  ) {
    let values = ValueOutput<VM, Value>.Source(property)
    let reader = PlainOutput.reader(of: property)
    self.init(
      name, Value.self, from: isConstant ? .constant : .property,
      makeState: { (box: ViewModelBox<VM>, place) in
        if let reader { PlainOutput(box, reader, place) } else { ValueOutput(box, values, place) }
      },
      windows: { WindowMaker(on: property, $0) })
  }

  /// A property that is a list of things with an identity.
  package convenience init<VM, Element: Encodable & Identifiable>(
    _ name: String, identified property: @escaping (VM) -> [Element]
  ) {
    let maker = ListOutput<VM, Element>.Maker(property)
    self.init(
      name, [Element].self, identifiedBy: "id",
      makeState: { maker.makeState($0, $1) }, windows: { WindowMaker(on: property, $0) })
  }

  /// A property that is a list of any kind.
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
  /// - Parameter start: what is known beside the stream's type.
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

/// A list of any kind.
private struct Listed<List: RandomAccessCollection>: ListValue where List.Element: Encodable {
  let list: List?
}
