extension Observable {
  /// Makes an operator: each subscription gets a new sink, and `connect` subscribes the sources so
  /// that they feed it. The operator's state consists of the variables that `connect` declares
  /// first. An error that `connect` throws ends the sequence.
  package static func feeding(
    _ connect: @escaping (Sink<Element>) throws -> any Disposable
  ) -> Observable<Element> {
    Producer { receiver in
      let sink = Sink(receiver)
      do { sink.hold(try connect(sink)) } catch { sink.stop(.error(error)) }
      return sink
    }
  }
}

extension ObservableConvertibleType {
  /// Makes an operator whose only source is this sequence and which forwards stop events. `onNext`
  /// is called for each subscription and returns the handler of an element. An error that the
  /// handler throws ends the sequence.
  package func lift<Result>(
    _ onNext: @escaping (Sink<Result>) -> (Element) throws -> Void
  ) -> Observable<Result> {
    let source = asObservable()
    return .feeding { sink in source.attach(sink.receiver(onNext: onNext(sink))) }
  }

  /// Connects a receiver.
  package func attach(_ receiver: Receiver<Element>) -> any Disposable {
    asObservable().attach(receiver)
  }
}
