import Observation
import ViewModelKit

/// Has all that makes a session hard to repeat: a set and a dictionary as outputs, work on other
/// threads, sleeps, and timers.
@Observable
package final class SurveyViewModel {
  package private(set) var words: Set<String> = []
  package private(set) var lengths: [String: Int] = [:]
  package private(set) var log: [String] = []

  package init() {}

  /// Takes in words at once.
  package func add(text: String) {
    for word in text.split(separator: " ") { words.insert(String(word)) }
  }

  /// Measures words, each on whatever thread there is, and takes in what comes as it comes.
  package func measure(text: String) async {
    await withTaskGroup { group in
      for word in text.split(separator: " ") {
        group.addTask { await Self.length(of: String(word)) }
      }
      for await (word, length) in group { lengths[word] = length }
    }
  }

  /// Takes in a word after two sleeps, with other work between them.
  package func remember(word: String, milliseconds: Int) async throws {
    try await Task.sleep(for: .milliseconds(milliseconds))
    let (word, length) = await Self.length(of: word)
    try await Task.sleep(for: .milliseconds(length))
    log = log.suffix(4) + [word]
  }

  @concurrent private static func length(of word: String) async -> (String, Int) {
    // Something to do, for more or less time.
    var sum = 0
    for number in 0..<(word.utf8.count * 1_000) { sum &+= number }
    return (word, sum < 0 ? 0 : word.utf8.count)
  }
}

extension SurveyViewModel: ViewModel {
  package static let interface = Interface<SurveyViewModel> {
    input("add", SurveyViewModel.add, "text")
    input("measure", SurveyViewModel.measure, "text")
    input("remember", SurveyViewModel.remember, "word", "milliseconds")
    output("words", \.words)
    output("lengths", \.lengths)
    output("log", \.log)
  }
}
