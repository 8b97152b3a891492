@_spi(Host) import JSON
import Reactive

/// What frontends see of a ViewModel: `viewModel/describe` in `protocol.md`.
package final class ViewModelDescription {
  package let name: String
  package let events: [String]
  package let inputs: [(name: String, signature: Signature, isAsync: Bool)]
  private let results: [MethodResult]
  private let inputPlaces: NameTable<Int>
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
    var places = NameTable<Int>()
    for (place, input) in inputs.enumerated() {
      if places[input.0] != nil {
        throw AuthorFault("ViewModel \(name) has two inputs named \(input.0)")
      }
      places[input.0] = place
    }
    inputPlaces = places
    self.inputs = inputs
    let feedResult = MethodResult(Void.self, Never.self)
    results = interface.inputs.map(\.result) + creation.feeds.map { _ in feedResult }
    allOutputs = OutputSet(interface.outputs.indices)
    outputs = interface.outputs.map(\.name)
    propertyOutputs = interface.outputs.filter { $0.place.source == .property }.map(\.name)
    events = interface.events.map(\.name)
    self.interface = (interface.inputs, interface.outputs, interface.events)
  }

  /// Where the interface has that output.
  package func output(named name: String) -> Int? { outputs.firstIndex(of: name) }

  /// What part of the output at that place a frontend gets that does not say which.
  package func part(of output: Int) -> OutputPart { interface.outputs[output].part }

  /// What windows there can be on the output at that place.
  package func windows(on output: Int) -> WindowKinds {
    guard let maker = interface.outputs[output].windows.maker else { return .none }
    return maker.canAnchor ? .all : .unanchored
  }

  /// Where the interface has that input.
  package func input(named name: String) -> Int? { inputPlaces[name] }

  /// The same for a name given as UTF-8.
  package func input(named name: UnsafeRawBufferPointer) -> Int? { inputPlaces[name] }

  /// The description as JSON, in which each schema stands for itself. They are made at each call, from the types.
  ///
  /// - Parameter catalog: where to look for the ViewModels that can fill the roles.
  package func json(in catalog: Catalog) -> JSONValue {
    let probe = SchemaProbe()
    let json = json(in: catalog, probe)
    return DescribedSchemas.map(json, SchemaInlining(probe.definitions).inlined)
  }

  /// The same with schemas that refer to the definitions of a probe.
  package func json(in catalog: Catalog, _ probe: SchemaProbe) -> JSONValue {
    [
      "name": .string(name),
      "parameters": creation.values.json(probe),
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
            "name": .string(request.service), "arguments": request.schema(probe),
            "result": probe.schema(of: request.response), "required": .bool(isRequired),
          ]
        }),
      "inputs": .array(
        zip(inputs, results).map { input, result -> JSONValue in
          var json: JSONObject = [
            "name": .string(input.name),
            "arguments": input.signature.json(probe),
            "async": .bool(input.isAsync),
          ]
          if result.canThrow { json["throws"] = true }
          if result.hasForm { json["result"] = probe.schema(of: result.value) }
          return .object(json)
        }),
      "outputs": Self.list(outputs, interface.outputs.map { $0.schema(probe) }),
      "events": Self.list(events, interface.events.map { $0.schema(probe) }),
    ]
  }

  private static func list(_ names: [String], _ schemas: [JSONValue]) -> JSONValue {
    .array(zip(names, schemas).map { ["name": .string($0), "schema": $1] })
  }
}

extension Signature {
  fileprivate func json(_ probe: SchemaProbe) -> JSONValue {
    .array(
      slots.map { slot -> JSONValue in
        var schema = probe.schema(of: slot.type).objectValue ?? [:]
        if let value = slot.defaultValue as? any Encodable, !(value is any OptionalType),
          let json = try? JSONValue(encoding: value)
        {
          schema["default"] = json
        }
        return [
          "name": .string(slot.name), "schema": .object(schema),
          "required": .bool(slot.isRequired),
        ]
      })
  }
}

extension ServiceRequest {
  fileprivate static var response: Any.Type { Response.self }

  /// The arguments are an object, whatever else can be told.
  fileprivate static func schema(_ probe: SchemaProbe) -> JSONValue {
    let schema = probe.schema(of: self)
    return probe.resolved(schema) == Schema.any ? ["type": "object"] : schema
  }
}
