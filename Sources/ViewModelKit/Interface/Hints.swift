import HostedStreams

// Overloads that match common mistakes. Instead of "no exact matches", the compiler says what to
// write.

/// Not available: the elements of the stream have no JSON form.
@available(
  *, unavailable,
  message: "the elements of an output's stream must be Encodable; map them to something that is"
)
@_disfavoredOverload
public func output<VM, Stream: HostedStream>(
  _ name: String, _ stream: @escaping (VM) -> Stream
) -> InterfaceMember<VM> { fatalError("unavailable") }

/// Not available: the property reports no `Encodable` value.
@available(
  *, unavailable,
  message: """
    an event is an optional closure that takes one Encodable value or none, or a stream of Encodable elements or errors; \
    anything else is written out: event("name") { (viewModel, send: EventSender<Value>) in … }
    """
)
@_disfavoredOverload
public func event<VM, Value>(
  _ name: String, _ property: KeyPath<VM, Value>
) -> InterfaceMember<VM> { fatalError("unavailable") }

/// Not available: the property cannot be set from a JSON value.
@available(
  *, unavailable,
  message: """
    an input's property must be Decodable, and one that can be set from here; or a relay or an observer of Decodable elements
    """
)
@_disfavoredOverload
public func input<VM, Value>(
  _ name: String, _ property: KeyPath<VM, Value>, _ argument: Argument? = nil
) -> InterfaceMember<VM> { fatalError("unavailable") }

/// Not available: the method has a completion handler.
@available(
  *, unavailable,
  message: """
    a method with a completion handler is written out: input("fetch", "id") { viewModel, id in \
    try await completion { viewModel.fetch(id: id, completion: $0) } }
    """
)
@_disfavoredOverload
public func input<VM, each A: Decodable, each Value, Result>(
  _ name: String,
  _ method:
    @escaping @MainActor (VM) ->
    @MainActor (
      repeat each A, @escaping @Sendable (repeat each Value) -> Void
    ) throws -> Result,
  _ arguments: Argument...
) -> InterfaceMember<VM> { fatalError("unavailable") }
