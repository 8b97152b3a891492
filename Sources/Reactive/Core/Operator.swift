extension Observable {
  /// How every operator is made: for each subscription there is a new sink, and `connect` subscribes the sources so
  /// that they feed it. What the operator remembers is what `connect` declares before it does so. An error that it
  /// throws ends the sequence.
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
  /// An operator with this sequence as its only source, which lets stop events through: `onNext` is called for each
  /// subscription and returns what to do with an element. An error that this throws ends the sequence.
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
