/// What a base class offers is offered by its subclasses, too.
extension Interface where VM: AnyObject {
  /// The members for a subclass, or the fault that it is none.
  func members<Sub>(in type: Sub.Type) -> [InterfaceMember<Sub>] {
    guard type is VM.Type else {
      let fault = AuthorFault("\(type) has the interface of \(VM.self), but is no subclass of it")
      return [InterfaceMember(kind: .fault(fault))]
    }
    // It has just been found out that this cannot fail, and it is done at each use.
    func base(_ object: Sub) -> VM { unsafeDowncast(heldObject(in: object), to: VM.self) }
    return inputs.map { InterfaceMember(kind: .input($0.from(base))) }
      + outputs.map { InterfaceMember(kind: .output($0.from(base))) }
      + events.map { InterfaceMember(kind: .event($0.from(base))) }
  }
}

extension Input {
  fileprivate func from<Sub>(_ base: @escaping (Sub) -> VM) -> Input<Sub> {
    Input<Sub>(name, signature, isAsync: isAsync) { [invoke] in try invoke(base($0), $1) }
  }
}

extension Output {
  fileprivate func from<Sub>(_ base: @escaping (Sub) -> VM) -> Output<Sub> {
    Output<Sub>(name: name, schema: schema, place: place) { [makeState] in
      makeState(ViewModelBox(base($0.viewModel)))
    }
  }
}

extension Event {
  fileprivate func from<Sub>(_ base: @escaping (Sub) -> VM) -> Event<Sub> {
    Event<Sub>(name: name, schema: schema) { [start] in start(base($0), $1) }
  }
}
