import HostedStreams

/// Makes windows on an output that is a list.
struct WindowMaker {
  /// Whether the elements have an identity, so that a window can follow one of them.
  let canAnchor: Bool
  let make: (AnyViewModelBox, Window) -> WindowOutput

  /// Makes the maker of a subclass.
  func from(_ base: @escaping AnyViewModelBox.Base) -> WindowMaker {
    WindowMaker(canAnchor: canAnchor) { [make] in make(base($0), $1) }
  }
}

extension WindowMaker {
  /// Makes windows on a property.
  ///
  /// - Returns: `nil` if it is not a list.
  init?<VM, Value>(on property: @escaping (VM) -> Value, _ location: OutputState.Location) {
    func maker<V: ListValue>(_ type: V.Type) -> WindowMaker? {
      guard let property = property as? (VM) -> V else { return nil }
      let rows = Rows<V.List>(of: location)
      return WindowMaker(canAnchor: rows.areIdentified) { box, window in
        let box = box.typed(VM.self)
        let list = ListWindow<V.List>(window) { property(box.viewModel).list }
        return rows.output(through: list, at: location)
      }
    }
    guard let type = Value.self as? any ListValue.Type, let maker = maker(type) else { return nil }
    self = maker
  }

  /// Makes windows on a stream of lists. The last list is kept, as a window may move before the
  /// next one arrives.
  ///
  /// - Returns: `nil` if the elements are not lists.
  init?<VM, Stream: HostedStream>(
    on stream: @escaping (VM) -> Stream, _ start: StreamStart<Stream.Element>,
    _ location: OutputState.Location
  ) {
    func maker<V: ListValue>(_ type: V.Type) -> WindowMaker {
      let rows = Rows<V.List>(of: location)
      return WindowMaker(canAnchor: rows.areIdentified) { box, window in
        let source = StreamSource(stream(box.typed(VM.self).viewModel), start)
        // `V` is the type of the elements, which the compiler does not know.
        let list = ListWindow<V.List>(window) { [weak source] in (source?.last as? V)?.list }
        return rows.output(through: list, at: location, from: source)
      }
    }
    guard let type = Stream.Element.self as? any ListValue.Type else { return nil }
    self = maker(type)
  }
}

/// Makes the outputs of the rows of lists of one type.
private struct Rows<List: RandomAccessCollection> where List.Element: Encodable {
  let areIdentified: Bool
  /// The location of the rows in the state.
  private let location: OutputState.Location
  private let makeState: (ViewModelBox<ListWindow<List>>, OutputState.Location) -> OutputState

  /// - Parameter location: the location of the list.
  init(of location: OutputState.Location) {
    let identified = ListWindow<List>.self as? any IdentifiedRows<List>.Type
    areIdentified = identified != nil
    self.location = OutputState.Location(
      location.name, at: location.pointer.appending("items"),
      identifiedBy: areIdentified ? "id" : nil,
      from: location.source)
    if let identified {
      makeState = identified.maker
    } else if reportsAfterChange && List.Element.self is AnyObject.Type {
      makeState = { ObjectListOutput($0, { $0.rows() }, $1) }
    } else {
      let source = ValueOutput<ListWindow<List>, [List.Element]>.Source { $0.rows() }
      makeState = { ValueOutput($0, source, $1) }
    }
  }

  func output(
    through window: ListWindow<List>, at location: OutputState.Location,
    from source: AnyStreamSource? = nil
  ) -> WindowOutput {
    WindowOutput(location, window, makeState(ViewModelBox(window), self.location), from: source)
  }
}
