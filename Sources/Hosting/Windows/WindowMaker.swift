import HostedStreams

/// Makes windows on an output that is a list.
struct WindowMaker {
  /// Whether the elements have an identity, so that a window can go with one of them.
  let canAnchor: Bool
  let make: (AnyViewModelBox, Window) -> WindowOutput

  /// The same for a subclass of the ViewModel.
  func from(_ base: @escaping AnyViewModelBox.Base) -> WindowMaker {
    WindowMaker(canAnchor: canAnchor) { [make] in make(base($0), $1) }
  }
}

extension WindowMaker {
  /// Windows on a property.
  ///
  /// - Returns: `nil` if it is no list.
  init?<VM, Value>(on property: @escaping (VM) -> Value, _ place: OutputState.Place) {
    func maker<V: ListValue>(_ type: V.Type) -> WindowMaker? {
      guard let property = property as? (VM) -> V else { return nil }
      let rows = Rows<V.List>(of: place)
      return WindowMaker(canAnchor: rows.areIdentified) { box, window in
        let box = box.typed(VM.self)
        let list = ListWindow<V.List>(window) { property(box.viewModel).list }
        return rows.output(through: list, at: place)
      }
    }
    guard let type = Value.self as? any ListValue.Type, let maker = maker(type) else { return nil }
    self = maker
  }

  /// Windows on a stream of lists. The last list is kept, as a window may move when no other comes.
  ///
  /// - Returns: `nil` if the elements are no lists.
  init?<VM, Stream: HostedStream>(
    on stream: @escaping (VM) -> Stream, _ start: StreamStart<Stream.Element>,
    _ place: OutputState.Place
  ) {
    func maker<V: ListValue>(_ type: V.Type) -> WindowMaker {
      let rows = Rows<V.List>(of: place)
      return WindowMaker(canAnchor: rows.areIdentified) { box, window in
        let source = StreamSource(stream(box.typed(VM.self).viewModel), start)
        // The elements are of this type, which the compiler does not know.
        let list = ListWindow<V.List>(window) { [weak source] in (source?.last as? V)?.list }
        return rows.output(through: list, at: place, from: source)
      }
    }
    guard let type = Stream.Element.self as? any ListValue.Type else { return nil }
    self = maker(type)
  }
}

/// How the rows of lists of one type are told of.
private struct Rows<List: RandomAccessCollection> where List.Element: Encodable {
  let areIdentified: Bool
  /// Where they stand in the state.
  private let place: OutputState.Place
  private let makeState: (ViewModelBox<ListWindow<List>>, OutputState.Place) -> OutputState

  /// - Parameter place: where the list stands.
  init(of place: OutputState.Place) {
    let identified = ListWindow<List>.self as? any IdentifiedRows<List>.Type
    areIdentified = identified != nil
    self.place = OutputState.Place(
      place.name, at: place.pointer.appending("items"), identifiedBy: areIdentified ? "id" : nil,
      from: place.source)
    if let identified {
      makeState = identified.maker
    } else if tellsAfterwards && List.Element.self is AnyObject.Type {
      makeState = { ObjectListOutput($0, { $0.rows() }, $1) }
    } else {
      let source = ValueOutput<ListWindow<List>, [List.Element]>.Source { $0.rows() }
      makeState = { ValueOutput($0, source, $1) }
    }
  }

  func output(
    through window: ListWindow<List>, at place: OutputState.Place,
    from source: AnyStreamSource? = nil
  ) -> WindowOutput {
    WindowOutput(place, window, makeState(ViewModelBox(window), self.place), from: source)
  }
}
