import Finder
import JSON
import LibC
import OperatingSystem

/// Conversion of the options for the finder.
extension FindOptions {
  /// Whether lines are file names.
  var areFiles: Bool { command == nil && inputDescriptor == nil }

  /// Searches the lines of standard input, if no other source is given, and it is not a terminal.
  mutating func takeStandardInput() throws {
    if folder == nil, command == nil, !findsFolders, !Descriptor.standardInput.isTerminal {
      // The host inherits this descriptor number.
      let copy = dup(0)
      if copy < 0 { throw SystemError("standard input") }
      inputDescriptor = copy
    }
  }

  /// Closes the copy of standard input, which only the host may inherit.
  func leaveStandardInput() {
    if let inputDescriptor { Descriptor(raw: inputDescriptor).close() }
  }

  /// The parameters of the finder.
  func parameters(previewLines: Int) -> JSONObject {
    var parameters: JSONObject = ["previewLines": .integer(Int64(previewLines))]
    if let inputDescriptor {
      parameters["file"] = .string("/dev/fd/\(inputDescriptor)")
    } else if let command {
      parameters["command"] = .array([.string(Shell.path), "-c", .string(command)])
      parameters["folder"] = .string(folder ?? ".")
    } else {
      parameters["folder"] = .string(folder ?? ".")
    }
    var search: JSONObject = [:]
    if isExact { search["exact"] = true }
    if letterCase != .smart { search["case"] = .string(letterCase.rawValue) }
    if isLiteral { search["literal"] = true }
    if !sorts { search["sort"] = false }
    if isReversed { search["tac"] = true }
    if !tiebreak.isEmpty { search["tiebreak"] = .array(tiebreak.map(JSONValue.string)) }
    if let fields { search["nth"] = .string(fields) }
    if let shownFields { search["withNth"] = .string(shownFields) }
    if headerLines > 0 { search["headerLines"] = .integer(Int64(headerLines)) }
    if let delimiter { search["delimiter"] = .string(delimiter) }
    if findsFolders { search["folders"] = true }
    if readsZero { search["zero"] = true }
    if hasColors { search["ansi"] = true }
    if cycles { search["cycle"] = true }
    if !search.isEmpty { parameters["options"] = .object(search) }
    return parameters
  }

  /// Prints lines. A closed output is not an error.
  func write(_ lines: [[UInt8]]) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    for line in lines {
      bytes += line
      bytes.append(printsZero ? 0 : UInt8(ascii: "\n"))
    }
    do { try Descriptor.standardOutput.writeAll(bytes, as: "standard output") } catch {
      if !error.isBrokenPipe { throw error }
    }
  }

  /// The printed form of a line: its bytes, after the given folder.
  func printed(_ text: String) -> [UInt8] {
    let bytes = EscapedText.read(text) ?? Array(text.utf8)
    guard areFiles, let folder else { return bytes }
    return Array(folder.utf8) + (folder.hasSuffix("/") ? [] : [UInt8(ascii: "/")]) + bytes
  }
}
