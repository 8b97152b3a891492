/// The two APIs of the Python client.
enum PythonStyle {
  /// Functions block.
  case blocking
  /// Functions are awaited.
  case asyncio

  var host: String { self == .asyncio ? "AsyncHost" : "Host" }
  var instance: String { self == .asyncio ? "AsyncInstance" : "Instance" }
  var contract: String { self == .asyncio ? "AsyncContract" : "Contract" }
  var async: String { self == .asyncio ? "async " : "" }
  var await: String { self == .asyncio ? "await " : "" }

  /// The type that a called input returns.
  func called(_ result: String) -> String {
    self == .asyncio ? "asyncio.Future[\(result)]" : result
  }
}
