import JSON

/// The inputs, outputs and events of a ViewModel, in the order in which frontends see them.
///
/// Two members of one kind with the same name, or an input that names another number of arguments than its method
/// takes, are faults of the author: the process stops with a message when the interface is made, which is at its start.
public struct Interface<VM> {
  package let inputs: [Input<VM>]
  package let outputs: [Output<VM>]
  package let events: [Event<VM>]
  package let inputIndex: [String: Int]

  /// Collects the members; see ``ViewModel`` for an example.
  public init(@InterfaceBuilder<VM> _ members: () -> [InterfaceMember<VM>]) {
    var inputs: [Input<VM>] = []
    var outputs: [Output<VM>] = []
    var events: [Event<VM>] = []
    for member in members() {
      switch member.kind {
      case .input(let input): inputs.append(input)
      case .output(let output): outputs.append(output)
      case .event(let event): events.append(event)
      }
    }
    requireUnique(inputs.map(\.name), "\(VM.self): two inputs are named")
    requireUnique(outputs.map(\.name), "\(VM.self): two outputs are named")
    requireUnique(events.map(\.name), "\(VM.self): two events are named")
    self.inputs = inputs
    self.outputs = outputs
    self.events = events
    inputIndex = Dictionary(uniqueKeysWithValues: inputs.enumerated().map { ($1.name, $0) })
  }
}

/// One line of an ``Interface``: what `input`, `output` and `event` give.
public struct InterfaceMember<VM> {
  enum Kind {
    case input(Input<VM>)
    case output(Output<VM>)
    case event(Event<VM>)
  }
  let kind: Kind
}

/// Makes a list of ``InterfaceMember``s of the lines of a closure.
@resultBuilder
public enum InterfaceBuilder<VM> {
  /// One line.
  public static func buildExpression(_ member: InterfaceMember<VM>) -> [InterfaceMember<VM>] {
    [member]
  }

  /// All lines, in order.
  public static func buildBlock(_ members: [InterfaceMember<VM>]...) -> [InterfaceMember<VM>] {
    members.flatMap { $0 }
  }
}

/// Stops the process when a name stands twice in a list that an author wrote.
func requireUnique(_ names: [String], _ complaint: String) {
  var seen: Set<String> = []
  for name in names {
    precondition(seen.insert(name).inserted, "\(complaint) \(name)")
  }
}
