import JSON

/// The inputs, outputs and events of a ViewModel, in the order in which frontends see them.
///
/// Two members of one kind with the same name, or an input that names another number of arguments than its method
/// takes, are faults of the author. They are found when the interface is made, which is when the program starts: it
/// writes `todo-host: Sources/todo-host/main.swift:8: ` and what is wrong to standard error, and exits with status 70.
public struct Interface<VM> {
  package let inputs: [Input<VM>]
  package let outputs: [Output<VM>]
  package let events: [Event<VM>]
  package let inputIndex: [String: Int]

  /// Collects the members; see ``ViewModel`` for an example. There may be `if`, `switch`, `for` and `#available` among
  /// them, and the interface of a base class.
  public init(@InterfaceBuilder<VM> _ members: () -> [InterfaceLine<VM>]) {
    var inputs: [Input<VM>] = []
    var outputs: [Output<VM>] = []
    var events: [Event<VM>] = []
    for line in members() {
      do throws(AuthorFault) {
        switch line.member.kind {
        case .input(let input):
          inputs.append(input)
          try requireUnique(inputs.map(\.name), "\(VM.self) has two inputs")
        case .output(let output):
          outputs.append(output)
          try requireUnique(outputs.map(\.name), "\(VM.self) has two outputs")
        case .event(let event):
          events.append(event)
          try requireUnique(events.map(\.name), "\(VM.self) has two events")
        case .fault(let fault): throw fault
        }
      } catch {
        line.source.fail(error)
      }
    }
    self.inputs = inputs
    self.outputs = outputs
    self.events = events
    inputIndex = Dictionary(uniqueKeysWithValues: inputs.enumerated().map { ($1.name, $0) })
  }
}

/// What `input`, `output` and `event` give: a member of an ``Interface``.
public struct InterfaceMember<VM> {
  enum Kind {
    case input(Input<VM>)
    case output(Output<VM>)
    case event(Event<VM>)
    case fault(AuthorFault)
  }
  let kind: Kind
}

/// One line of an ``Interface``.
public struct InterfaceLine<VM> {
  let member: InterfaceMember<VM>
  let source: SourceLine
}

/// Makes a list of the lines of a closure.
@resultBuilder
public enum InterfaceBuilder<VM> {
  /// One member.
  public static func buildExpression(
    _ member: InterfaceMember<VM>, file: StaticString = #filePath, line: UInt = #line
  ) -> [InterfaceLine<VM>] {
    [InterfaceLine(member: member, source: SourceLine(file: file, line: line))]
  }

  /// All members of a base class's interface.
  public static func buildExpression<Base: AnyObject>(
    _ interface: Interface<Base>, file: StaticString = #filePath, line: UInt = #line
  ) -> [InterfaceLine<VM>] {
    let source = SourceLine(file: file, line: line)
    return interface.members(in: VM.self).map { InterfaceLine(member: $0, source: source) }
  }

  /// All lines, in order.
  public static func buildBlock(_ lines: [InterfaceLine<VM>]...) -> [InterfaceLine<VM>] {
    lines.flatMap { $0 }
  }

  /// An `if` without an `else`.
  public static func buildOptional(_ lines: [InterfaceLine<VM>]?) -> [InterfaceLine<VM>] {
    lines ?? []
  }

  /// The `if` of an `if` with an `else`.
  public static func buildEither(first lines: [InterfaceLine<VM>]) -> [InterfaceLine<VM>] { lines }

  /// The `else`.
  public static func buildEither(second lines: [InterfaceLine<VM>]) -> [InterfaceLine<VM>] { lines }

  /// A loop.
  public static func buildArray(_ lines: [[InterfaceLine<VM>]]) -> [InterfaceLine<VM>] {
    lines.flatMap { $0 }
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(
    _ lines: [InterfaceLine<VM>]
  ) -> [InterfaceLine<VM>] { lines }
}
