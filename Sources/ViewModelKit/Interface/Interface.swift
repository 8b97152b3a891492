import Hosting
import JSON

/// The inputs, outputs and events of a ViewModel, in the order in which frontends see them.
///
/// Two members of one kind with the same name, or a wrong number of argument names, are faults of
/// the author. They are found when the interface is made: when a frontend first uses the ViewModel,
/// or when `todo-host list` makes all interfaces. The ViewModel cannot be created then, and the
/// error names the line.
public struct Interface<VM> {
  package let inputs: [Input]
  package let outputs: [Output]
  package let events: [Event]
  package let disposals: [Disposal]
  /// The first faulty line; the lines after it are left out.
  let fault: FaultyLine?
  private let lines: [InterfaceLine<VM>]

  /// Collects the members; see ``ViewModel`` for an example. The closure may contain `if`,
  /// `switch`, `for`, `#available` and the interface of a base class.
  public init(@InterfaceBuilder<VM> _ members: () -> [InterfaceLine<VM>]) {
    var inputs: [Input] = []
    var outputs: [Output] = []
    var events: [Event] = []
    var disposals: [Disposal] = []
    var names = (inputs: [String](), outputs: [String](), events: [String]())
    var faulty: FaultyLine?
    let lines = members()
    for index in lines.indices {
      let line = lines[index]
      do throws(AuthorFault) {
        switch line.member.kind {
        case .input(let input):
          inputs.append(input)
          try requireNew(input.name, among: &names.inputs, "\(VM.self) has two inputs")
        case .output(let output):
          outputs.append(output)
          try requireNew(output.name, among: &names.outputs, "\(VM.self) has two outputs")
        case .event(let event):
          try requireOwnClosure(event, among: events)
          events.append(event)
          try requireNew(event.name, among: &names.events, "\(VM.self) has two events")
        case .disposal(let disposal): disposals.append(disposal)
        case .fault(let fault): throw fault
        }
      } catch {
        faulty = FaultyLine(line: line.source, fault: error)
        break
      }
    }
    self.inputs = inputs
    self.outputs = outputs
    self.events = events
    self.disposals = disposals
    self.lines = lines
    fault = faulty
  }

  /// The source lines of the members in the author's program.
  var sources: [MemberSource] {
    lines.compactMap { line in
      switch line.member.kind {
      case .input(let input): MemberSource(kind: .input, name: input.name, line: line.source)
      case .output(let output): MemberSource(kind: .output, name: output.name, line: line.source)
      case .event(let event): MemberSource(kind: .event, name: event.name, line: line.source)
      case .disposal, .fault: nil
      }
    }
  }
}

/// Refuses an event whose closure property another event uses.
private func requireOwnClosure(_ event: Event, among others: [Event]) throws(AuthorFault) {
  guard let closure = event.closure, let other = others.first(where: { $0.closure == closure })
  else { return }
  throw AuthorFault(
    "the events \(other.name) and \(event.name) have one closure, which only the last would hear")
}

/// A member of an ``Interface``, made by `input`, `output`, `event` or `onDispose`.
public struct InterfaceMember<VM> {
  enum Kind {
    case input(Input)
    case output(Output)
    case event(Event)
    case disposal(Disposal)
    case fault(AuthorFault)
  }
  let kind: Kind
}

/// One line of an ``Interface``.
public struct InterfaceLine<VM> {
  let member: InterfaceMember<VM>
  let source: SourceLine
}

/// Builds the list of lines of an ``Interface``.
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
    let faulty = interface.fault.map {
      InterfaceLine<VM>(member: InterfaceMember(kind: .fault($0.fault)), source: $0.line)
    }
    return interface.members(in: VM.self).map { InterfaceLine(member: $0, source: source) }
      + (faulty.map { [$0] } ?? [])
  }

  /// All lines, in order.
  public static func buildBlock(_ lines: [InterfaceLine<VM>]...) -> [InterfaceLine<VM>] {
    joined(lines)
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
    joined(lines)
  }

  /// An `if #available`.
  public static func buildLimitedAvailability(
    _ lines: [InterfaceLine<VM>]
  ) -> [InterfaceLine<VM>] { lines }

  /// Avoids `flatMap`, which makes the runtime search all conformances of the process, once for
  /// each ViewModel.
  private static func joined(_ lists: [[InterfaceLine<VM>]]) -> [InterfaceLine<VM>] {
    var all: [InterfaceLine<VM>] = []
    for list in lists.indices {
      for index in lists[list].indices { all.append(lists[list][index]) }
    }
    return all
  }
}
