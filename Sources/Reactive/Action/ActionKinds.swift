/// An action without input and output, such as one for a button.
public typealias CocoaAction = Action<Void, Void>

/// An action whose work has no elements; `completions` reports each success.
public typealias CompletableAction<Input> = Action<Input, Never>

extension Action where Element == Never {
  /// One element for each execution that completes; none for one that fails.
  public var completions: Observable<Void> {
    executionObservables.flatMap { work in
      work.materialize().compactMap { event in event.isCompleted ? () : nil }
    }
  }
}

extension ObservableType {
  /// Sends the elements to the action's inputs. The binding does not retain the action.
  public func bind<Output>(to action: Action<Element, Output>) -> any Disposable {
    bind(to: action.inputs)
  }

  /// Transforms the elements and sends them to the action's inputs. The binding does not retain the
  /// action.
  public func bind<Input, Output>(
    to action: Action<Input, Output>, inputTransform: @escaping (Element) -> Input
  ) -> any Disposable {
    map(inputTransform).bind(to: action.inputs)
  }
}
