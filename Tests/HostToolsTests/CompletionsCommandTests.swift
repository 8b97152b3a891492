import OperatingSystem
import TestSupport
import Testing

@testable import ViewModelHost

/// What shells complete is made of the descriptions of the commands.
@Suite struct CompletionsCommandTests {
  @Test(arguments: [
    (["re"], ["replay"]), (["play", "count"], ["counter", "counter.functional"]),
    (["replay", "--dis"], ["--distance"]), (["replay", "--distance", "p"], ["process", "pipe"]),
    (["--clock", "v"], ["virtual"]), (["completions", ""], ["bash", "zsh", "fish"]),
  ])
  func bashCompletes(words: [String], expected: [String]) throws {
    let host = HostProcess.path("viewmodel-host")
    let script = """
      set -eu
      source <("$0" completions bash)
      COMP_WORDS=("$0" "$@")
      COMP_CWORD=$#
      _viewmodel_host
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let child = try ChildProcess("/bin/bash", ["-c", script, host] + words)
    child.input.close()
    let lines = String(decoding: child.output.readAll(), as: UTF8.self).split(separator: "\n")
    child.output.close()
    #expect(child.wait() == .status(0))
    for word in expected { #expect(lines.contains(Substring(word)), "\(lines)") }
    let last = words.last ?? ""
    #expect(lines.allSatisfy { $0.hasPrefix(last) })
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func everyOptionIsCompleted(shell: String) throws {
    let script = try CommandRun("viewmodel-host", ["completions", shell]).output
    for command in CommandList.standard + CommandSet.tools.commands {
      #expect(script.contains(command.name))
      for option in command.options {
        let name = shell == "fish" ? " -l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(name))
      }
    }
  }
}
