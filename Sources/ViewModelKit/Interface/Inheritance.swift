import Hosting

/// Offers the members of a base class in its subclasses.
extension Interface where VM: AnyObject {
  /// The members for a subclass; a fault if the type is not a subclass.
  func members<Sub>(in type: Sub.Type) -> [InterfaceMember<Sub>] {
    guard let base = AnyViewModelBox.base(VM.self, of: type) else {
      let fault = AuthorFault("\(type) has the interface of \(VM.self), but is no subclass of it")
      return [InterfaceMember(kind: .fault(fault))]
    }
    return inputs.map { InterfaceMember(kind: .input($0.from(base))) }
      + outputs.map { InterfaceMember(kind: .output($0.from(base))) }
      + events.map { InterfaceMember(kind: .event($0.from(base))) }
      + disposals.map { InterfaceMember(kind: .disposal($0.from(base))) }
  }
}
