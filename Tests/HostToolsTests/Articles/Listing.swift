import OperatingSystem
import TestSupport
import Testing

/// Swift code, and what the compiler has to say about it, each below the line that it is about:
///
///     viewModel.user = 20
///     // error: cannot assign to property: 'user' setter is inaccessible
nonisolated struct Listing: CustomTestStringConvertible {
  let testDescription: String
  let text: String

  init(_ name: String, _ text: String) {
    testDescription = name
    self.text = text
  }

  /// What the comments say, each with the number of the line above it.
  var expected: [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let text = line.drop { $0 == " " }
      return text.hasPrefix("// error: ") || text.hasPrefix("// warning: ")
        ? "\(index): \(text.dropFirst(3))" : nil
    }
  }

  /// What the compiler says, each once, in the order of the lines, with the modules that the tests
  /// were built with.
  func compiled() throws -> [String] {
    let folder = try TemporaryFolder()
    let file = try folder.file("Listing.swift", text)
    let products = HostProcess.path("Modules")
    let command = """
      exec swiftc -emit-sil -o /dev/null -swift-version 6 -default-isolation MainActor \
      -I '\(products)' '\(file)' 2>&1
      """
    let compiler = try ChildProcess("/bin/sh", ["-c", command])
    compiler.input.close()
    let output = String(decoding: compiler.output.readAll(), as: UTF8.self)
    compiler.output.close()
    _ = compiler.wait()
    let lines = output.split(separator: "\n").compactMap { line -> (number: Int, text: String)? in
      // path:line:column: error: text [#group]
      guard line.hasPrefix("\(file):") else { return nil }
      let parts = line.dropFirst(file.utf8.count + 1).split(separator: ": ", maxSplits: 1)
      let place = parts[0].split(separator: ":")
      guard parts.count == 2, let number = place.first.flatMap({ Int($0) }),
        parts[1].hasPrefix("error: ") || parts[1].hasPrefix("warning: ")
      else { return nil }
      return (number, parts[1].split(separator: " [#")[0].description)
    }
    return lines.sorted { $0.number < $1.number }.map { "\($0.number): \($0.text)" }
      .reduce(into: []) { texts, text in if texts.last != text { texts.append(text) } }
  }
}
