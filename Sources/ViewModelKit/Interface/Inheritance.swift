/// What a base class offers is offered by its subclasses, too.
extension Interface where VM: AnyObject {
  /// The members for a subclass, or the fault that it is none.
  func members<Sub>(in type: Sub.Type) -> [InterfaceMember<Sub>] {
    guard type is VM.Type else {
      let fault = AuthorFault("\(type) has the interface of \(VM.self), but is no subclass of it")
      return [InterfaceMember(kind: .fault(fault))]
    }
    // It has just been found out that this cannot fail, and it is done at each use.
    func base(_ box: AnyViewModelBox) -> AnyViewModelBox {
      ViewModelBox(unsafeDowncast(heldObject(in: box.viewModel(Sub.self)), to: VM.self))
    }
    return inputs.map { InterfaceMember(kind: .input($0.from(base))) }
      + outputs.map { InterfaceMember(kind: .output($0.from(base))) }
      + events.map { InterfaceMember(kind: .event($0.from(base))) }
  }
}

extension Input {
  fileprivate func from(_ base: @escaping (AnyViewModelBox) -> AnyViewModelBox) -> Input {
    Input(name, signature, isAsync: isAsync, result) { [invoke] in try invoke(base($0), $1) }
  }
}

extension Output {
  fileprivate func from(_ base: @escaping (AnyViewModelBox) -> AnyViewModelBox) -> Output {
    Output(
      name, schema, place, part: part, windows: Windows { [windows] in windows.maker?.from(base) },
      makeState: { [makeState] in makeState(base($0)) })
  }
}

extension Event {
  fileprivate func from(_ base: @escaping (AnyViewModelBox) -> AnyViewModelBox) -> Event {
    Event(name: name, schema: schema) { [start] in start(base($0), $1) }
  }
}
