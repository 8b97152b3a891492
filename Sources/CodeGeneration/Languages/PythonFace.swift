/// The two faces of the Python client.
enum PythonFace {
  /// Functions wait.
  case blocking
  /// They are awaited.
  case asyncio

  var host: String { self == .asyncio ? "AsyncHost" : "Host" }
  var instance: String { self == .asyncio ? "AsyncInstance" : "Instance" }
  var contract: String { self == .asyncio ? "AsyncContract" : "Contract" }
  var async: String { self == .asyncio ? "async " : "" }
  var await: String { self == .asyncio ? "await " : "" }

  /// What calling an input gives.
  func called(_ result: String) -> String {
    self == .asyncio ? "asyncio.Future[\(result)]" : result
  }
}
