import JSON
import Reactive

/// What frontends see of a ViewModel: `viewModel/describe` in `protocol.md`.
package final class ViewModelDescription {
  package let name: String
  package let events: [String]
  package let inputs: [(name: String, signature: Signature, isAsync: Bool)]
  private let inputIndex: [String: Int]
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
  private let outputSchemas: () -> [JSONValue]
  private let eventSchemas: () -> [JSONValue]

  init<VM>(
    _ name: String, _ creation: Creation, _ interface: Interface<VM>
  ) throws(AuthorFault) {
    self.name = name
    self.creation = creation
    type = VM.self
    // With loops: `map` and `filter` of a generic element have the runtime make types for each ViewModel.
    var inputs: [(name: String, signature: Signature, isAsync: Bool)] = []
    for index in interface.inputs.indices {
      let input = interface.inputs[index]
      inputs.append((input.name, input.signature, input.isAsync))
    }
    for feed in creation.feeds { inputs.append((feed.name, feed.signature, false)) }
    var inputIndex: [String: Int] = [:]
    for (index, input) in inputs.enumerated()
    where inputIndex.updateValue(index, forKey: input.name) != nil {
      throw AuthorFault("ViewModel \(name) has two inputs named \(input.name)")
    }
    self.inputs = inputs
    self.inputIndex = inputIndex
    allOutputs = OutputSet(interface.outputs.indices)
    var outputs: [String] = []
    var propertyOutputs: [String] = []
    for index in interface.outputs.indices {
      let place = interface.outputs[index].place
      outputs.append(place.name)
      if place.source == .property { propertyOutputs.append(place.name) }
    }
    self.outputs = outputs
    self.propertyOutputs = propertyOutputs
    var events: [String] = []
    for index in interface.events.indices { events.append(interface.events[index].name) }
    self.events = events
    outputSchemas = { interface.outputs.map { $0.schema() } }
    eventSchemas = { interface.events.map { $0.schema() } }
  }

  /// Where the interface has that output.
  package func output(named name: String) -> Int? { outputs.firstIndex(of: name) }

  /// Where the interface has that input.
  package func input(named name: String) -> Int? { inputIndex[name] }

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
      "outputs": Self.list(outputs, outputSchemas()),
      "events": Self.list(events, eventSchemas()),
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
