import Testing
import Transcripts

@testable import HostTools

/// The answers of a transcript, given to a ViewModel that asks in another way.
@Suite struct ServiceAnswersTests {
  /// The transcript's ViewModel cancels page 1, and then asks for page 2 twice.
  private let transcript: Transcript

  init() throws {
    transcript = try Transcript(
      """
      <-- \(Self.call(1, page: 1))
      <-- \(Self.call(2, page: 2))
      <-- \(Self.call(3, page: 2))
      --> \(Self.acknowledgement(1))
      --> \(Self.answer(3))
      --> \(Self.answer(2))
      """)
  }

  private static func call(_ number: Int, page: Int) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(number)","method":"service/call","#
      + #""params":{"service":"items","id":"l","arguments":{"page":\#(page)}}}"#
  }

  private static func answer(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(number)","result":true}"#
  }

  private static func acknowledgement(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","id":"service-\#(number)","error":{"code":-32800,"message":"Cancelled"}}"#
  }

  private func cancel(_ number: Int) -> String {
    #"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"service-\#(number)"}}"#
  }

  @Test func whoAsksAlikeIsAnsweredAlike() {
    var answers = ServiceAnswers(of: transcript)
    answers.record([Self.call(1, page: 1), cancel(1), Self.call(2, page: 2)])
    #expect(answers.line(for: Self.acknowledgement(1)) == Self.acknowledgement(1))
    #expect(answers.line(for: Self.answer(2)) == Self.answer(2))
    // Each call is answered once.
    #expect(answers.line(for: Self.answer(2)) == nil)
  }

  @Test func anAnswerGoesToTheCallThatItFits() {
    var answers = ServiceAnswers(of: transcript)
    answers.record([Self.call(1, page: 2)])
    #expect(answers.line(for: Self.answer(1)) == nil)
    #expect(answers.line(for: Self.answer(3)) == Self.answer(1))
  }

  /// It waits for its own.
  @Test func noCallTakesTheAnswerOfAnother() {
    var answers = ServiceAnswers(of: transcript)
    answers.record([Self.call(2, page: 2)])
    #expect(answers.line(for: Self.answer(3)) == nil)
    #expect(answers.line(for: Self.answer(2)) == Self.answer(2))
  }

  @Test func nobodyAcknowledgesWhatIsNotCancelled() {
    var answers = ServiceAnswers(of: transcript)
    answers.record([Self.call(1, page: 1)])
    #expect(answers.line(for: Self.acknowledgement(1)) == nil)
    answers.record([cancel(1)])
    #expect(answers.line(for: Self.answer(1)) == nil)
    #expect(answers.line(for: Self.acknowledgement(1)) == Self.acknowledgement(1))
  }

  @Test(arguments: ["no JSON", "", #"{"id":"service-9","result":1}"#, #"{"id":1,"method":"ping"}"#])
  func whatIsNoSuchAnswerStaysAsItIs(line: String) {
    var answers = ServiceAnswers(of: transcript)
    #expect(answers.line(for: line) == line)
  }
}
