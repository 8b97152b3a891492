import JSON
import Testing

@testable import HostEngine

/// Contracts that are too large to be compared in the time that an input may wait.
@Suite struct CheckContractTests {
  private func answer(_ contract: JSONValue) throws -> JSONValue {
    let line = try #require(
      TestHost().request(1, "contract/check", ["contract": contract]).last)
    return try JSONValue(parsing: line)
  }

  /// The contract itself and its list are values, too.
  @Test func oneOfTooManyValuesIsRefused() throws {
    let values = Array(repeating: JSONValue.null, count: 249_998)
    #expect(try answer(["viewModels": .array(values)])["result"]?["compatible"] != nil)
    let error = try answer(["viewModels": .array(values + [.null])])["error"]
    #expect(error?["code"] == -32602)
    #expect(error?["message"] == "params.contract: it has more than 250000 values")
    #expect(error?["data"]?["path"] == "/contract")
  }

  /// An array of ten thousand comparisons would hold up everything else.
  @Test func oneInAnArrayIsRefused() throws {
    let check = #"{"jsonrpc":"2.0","id":1,"method":"contract/check","params":{"contract":{}}}"#
    let answers = try JSONValue(parsing: try #require(TestHost().send("[\(check)]").last))
    let error = answers.arrayValue?.first?["error"]
    #expect(error?["code"] == -32600)
    #expect(
      error?["message"] == "Invalid request: contract/check must stand on a line of its own")
    #expect(try answer(["protocolVersion": "1"])["result"]?["compatible"] == true)
  }
}
