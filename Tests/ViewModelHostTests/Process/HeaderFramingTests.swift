import OperatingSystem
import TestSupport
import Testing

/// A frontend that sends `Content-Length` headers is answered with such.
@Suite(.waitsForProcesses) nonisolated struct HeaderFramingTests {
  /// The message as the Language Server Protocol frames it.
  private func framed(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }

  private func run(_ arguments: [String] = [], _ input: String) throws -> String {
    let host = try HostProcess("example-host", arguments)
    host.write(input)
    host.child.input.close()
    let text = String(decoding: host.child.output.readAll(), as: UTF8.self)
    host.child.output.close()
    #expect(host.child.wait() == .status(0))
    return text
  }

  @Test func headersAreAnsweredWithHeaders() throws {
    let input = [Line.createCounter, Line.plus, Line.plus].map(framed).joined()
    let expected = [Line.counterCreated, Line.update(1), Line.update(2)].map(framed).joined()
    #expect(try run([], input) == expected)
  }

  @Test func theLengthIsInBytes() throws {
    let rejected =
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"There is no method 日本"}}"#
    let request = framed(#"{"jsonrpc":"2.0","id":2,"method":"日本"}"#)
    #expect(try run([], request) == framed(rejected))
  }

  @Test func linesAreAnsweredWithLines() throws {
    #expect(try run([], "\n\(Line.ping(1))\n") == "\(Line.pong(1))\n")
  }

  @Test func aMessageMayHaveLineBreaks() throws {
    let message = "{\n  \"jsonrpc\": \"2.0\",\r\n  \"id\": 1,\n  \"method\": \"ping\"\n}\n"
    #expect(try run([], framed(message)) == framed(Line.pong(1)))
  }

  @Test func badHeadersAreErrorsAndNothingElseIsLost() throws {
    let input =
      "Content-Length: x\r\n\r\n" + framed(Line.ping(1)) + framed("{") + framed(Line.ping(2))
      + "Content-Length: 1000\r\n\r\n{}"
    func error(_ message: String) -> String {
      framed(
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: \#(message)"}}"#
      )
    }
    #expect(
      try run([], input)
        == error("a Content-Length that is no length: Content-Length: x") + framed(Line.pong(1))
        + error("expected a key in double quotes or '}', found the end of the text at byte 1")
        + framed(Line.pong(2)) + error("the input ended within a message"))
  }

  @Test func aMessageOverTheLimitIsSkipped() throws {
    let long = framed("\"\(String(repeating: "x", count: 5_000_000))\"")
    let output = try run(["--line-limit", "1000"], long + framed(Line.ping(1)))
    #expect(
      output
        == framed(
          #"{"jsonrpc":"2.0","id":null,"error":{"code":-32009,"message":"A line is longer than the limit of 1000 bytes"}}"#
        ) + framed(Line.pong(1)))
  }

  /// Far more than a pipe holds, so that the frontend's slowness is met in the middle of messages.
  @Test func muchOutputIsFramedTooWhenTheReaderIsSlow() throws {
    let host = try HostProcess("example-host")
    let count = 20_000
    let text =
      framed(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersions":["1"],"capabilities":{"mergeUpdates":false}}}"#
      ) + framed(Line.createCounter) + String(repeating: framed(Line.plus), count: count)
    let input = host.child.input
    let writing = try Thread {
      try? input.writeAll(text, as: "the host")
      input.close()
    }
    let output = String(decoding: host.child.output.readAll(), as: UTF8.self)
    writing.join()
    host.child.output.close()
    #expect(host.child.wait() == .status(0))
    let expected =
      framed(Line.counterCreated) + (1...count).map { framed(Line.update($0)) }.joined()
    #expect(output.hasSuffix(expected))
  }
}
