import Testing

@testable import HostEngine

/// What a frontend says of the services that it answers.
@Suite struct ServiceNamesTests {
  @Test(arguments: [
    (#""foos""#, "", "expected an array of strings, found a string"),
    (#"["foos",7]"#, "[1]", "expected a string, found an integer"),
  ])
  func theyAreAListOfNames(services: String, place: String, problem: String) {
    let host = TestHost()
    let path = place.isEmpty ? "" : "/1"
    #expect(
      host.send(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersions":["1"],"#
          + #""capabilities":{"services":\#(services)}}}"#) == [
          #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"#
            + #""message":"params.capabilities.services\#(place): \#(problem)","#
            + #""data":{"path":"/capabilities/services\#(path)"}}}"#
        ])
  }
}
