/// The two faces of the Python client.
enum PythonFace {
  /// Functions wait.
  case blocking
  /// They are awaited.
  case asyncio

  var host: String { self == .asyncio ? "AsyncHost" : "Host" }
  var instance: String { self == .asyncio ? "AsyncInstance" : "Instance" }

  /// What sending an input gives.
  var sent: String { self == .asyncio ? "asyncio.Future[None]" : "Ticket[None]" }

  /// What calling an input gives.
  func called(_ result: String) -> String {
    self == .asyncio ? "asyncio.Future[\(result)]" : result
  }

  /// The word for it behind `generate`.
  var language: String { self == .asyncio ? "python-asyncio" : "python" }
}
