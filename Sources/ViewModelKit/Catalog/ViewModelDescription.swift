@_spi(Host) import JSON
import Reactive

/// What frontends see of a ViewModel: `viewModel/describe` in `protocol.md`.
package final class ViewModelDescription {
  package let name: String
  package let events: [String]
  package let inputs: [(name: String, signature: Signature, isAsync: Bool)]
  private var inputPlaces = NameTable<Int>()
  /// The places of all outputs.
  let allOutputs: OutputSet
  package let outputs: [String]
  /// The outputs whose changes somebody has to tell of.
  private let propertyOutputs: [String]
  /// Whether the ViewModel tells of its changes as a whole: an `ObservableObject`.
  private(set) lazy var tellsAsAWhole = type is any WholeObjectObservable.Type
  /// What its author should know.
  package private(set) lazy var advice = TypeAdvice(name, type, propertyOutputs)
  private let type: Any.Type
  private let creation: Creation
  /// What instances are hosted by.
  let interface: (inputs: [Input], outputs: [Output], events: [Event])

  init<VM>(
    _ name: String, _ creation: Creation, _ interface: Interface<VM>
  ) throws(AuthorFault) {
    self.name = name
    self.creation = creation
    type = VM.self
    let inputs =
      interface.inputs.map { ($0.name, $0.signature, $0.isAsync) }
      + creation.feeds.map { ($0.name, $0.signature, false) }
    for (place, input) in inputs.enumerated() {
      if inputPlaces[input.0] != nil {
        throw AuthorFault("ViewModel \(name) has two inputs named \(input.0)")
      }
      inputPlaces[input.0] = place
    }
    self.inputs = inputs
    allOutputs = OutputSet(interface.outputs.indices)
    outputs = interface.outputs.map(\.name)
    propertyOutputs = interface.outputs.filter { $0.place.source == .property }.map(\.name)
    events = interface.events.map(\.name)
    self.interface = (interface.inputs, interface.outputs, interface.events)
  }

  /// Where the interface has that output.
  package func output(named name: String) -> Int? { outputs.firstIndex(of: name) }

  /// Where the interface has that input.
  package func input(named name: String) -> Int? { inputPlaces[name] }

  /// The same for a name given as UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { inputPlaces[name] }

  /// The description as JSON. The schemas are made at each call, from the types.
  ///
  /// - Parameter catalog: where to look for the ViewModels that can fill the roles.
  package func json(in catalog: Catalog) -> JSONValue {
    [
      "name": .string(name),
      "parameters": creation.values.json,
      "uses": .array(
        creation.roles.map { role in
          [
            "name": .string(role.name),
            "viewModels": .array(catalog.names(filling: role).map { .string($0) }),
          ]
        }),
      "services": .array(
        creation.requests.map { request, isRequired in
          [
            "name": .string(request.service), "arguments": request.schema,
            "result": Schema.of(request.response), "required": .bool(isRequired),
          ]
        }),
      "inputs": .array(
        inputs.map { input in
          [
            "name": .string(input.name),
            "arguments": input.signature.json,
            "async": .bool(input.isAsync),
          ]
        }),
      "outputs": Self.list(outputs, interface.outputs.map { $0.schema() }),
      "events": Self.list(events, interface.events.map { $0.schema() }),
    ]
  }

  private static func list(_ names: [String], _ schemas: [JSONValue]) -> JSONValue {
    .array(zip(names, schemas).map { ["name": .string($0), "schema": $1] })
  }
}

extension Signature {
  fileprivate var json: JSONValue {
    .array(
      slots.map { slot in
        [
          "name": .string(slot.name), "schema": slot.schema, "required": .bool(slot.isRequired),
        ]
      })
  }
}

extension ServiceRequest {
  fileprivate static var response: Any.Type { Response.self }

  /// The arguments are an object, whatever else can be told.
  fileprivate static var schema: JSONValue {
    let schema = Schema.of(self)
    return schema == Schema.any ? ["type": "object"] : schema
  }
}
