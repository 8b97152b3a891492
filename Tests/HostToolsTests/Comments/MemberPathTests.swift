import Testing

@testable import HostTools

/// The ways to write a line of an interface that the pages for authors have.
@Suite struct MemberPathTests {
  @Test(
    arguments: [
      (#"input("add", TodoViewModel.add, "title")"#, ["add"]),
      (#"input("add", TodoViewModel.add(title:due:), "title", "due")"#, ["add(title:due:)"]),
      (#"input("add", TodoViewModel.load as (TodoViewModel) -> (Int) -> Void, "id")"#, ["load"]),
      (#"input("add", Outer.TodoViewModel.add, "title")"#, ["add"]),
      (#"ViewModelKit.input("add", \.input.tap)"#, ["input", "tap"]),
      (#"input("add", \.text)"#, ["text"]),
      (#"input("add", \TodoViewModel.text)"#, ["text"]),
      (#"input("add", \.$text)"#, ["text"]),
      (#"input("add", \.form?.text)"#, ["form", "text"]),
      (#"input("add") { $0.inputs.tap() }"#, ["inputs", "tap"]),
      (
        #"input("add", "name") { viewModel, name in viewModel.inputs.rename(name) }"#,
        ["inputs", "rename"]
      ),
      (
        "input(\"add\", \"page\") { viewModel, page in\n  try await viewModel.load(page: page)\n}",
        ["load"]
      ),
      (#"input("add", .named("page", default: f(1))) { $0.load(page: $1) }"#, ["load"]),
      (#"input("add", perform: { $0.tap() })"#, ["tap"]),
      ("input(\n  \"add\",\n  \\.text)", ["text"]),
      (#"input("add") { tap($0) }"#, nil),
      (#"input("other", \.text)"#, nil),
      (#"for name in names { input(name, \.text) }"#, nil),
      ("", nil),
    ] as [(String, [String]?)])
  func isFoundInTheSource(text: String, names: [String]?) {
    #expect(MemberPath(in: text, kind: "input", name: "add")?.names == names)
  }

  @Test(arguments: ["constant: ", "immediate: ", ""])
  func anOutputIsFoundWhateverItsLabel(label: String) {
    #expect(
      MemberPath(in: #"output("id", \#(label)\.id)"#, kind: "output", name: "id")?.names == ["id"])
  }

  @Test func otherKindsToo() {
    let event = """
      event("moved") { (viewModel, send: EventSender<Move>) in
        viewModel.onMove = { from, to in send(Move(from: from, to: to)) }
      }
      """
    #expect(MemberPath(in: event, kind: "event", name: "moved")?.names == ["onMove"])
  }
}
