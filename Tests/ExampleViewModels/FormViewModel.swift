import Observation
import ViewModelKit

/// A name and tags; adding a tag is also an event.
@Observable
public final class FormViewModel {
  public private(set) var name = ""
  public private(set) var tags: [String] = []
  @ObservationIgnored public var onMessage: ((String) -> Void)?

  public init() {}

  public func rename(name: String) { self.name = name }

  public func addTag(tag: String) {
    tags.append(tag)
    onMessage?("Added \(tag)")
  }
}

extension FormViewModel: ViewModel {
  public static let interface = Interface<FormViewModel> {
    input("rename", FormViewModel.rename, "name")
    input("addTag", FormViewModel.addTag, "tag")
    output("name", \.name)
    output("tags", \.tags)
    event("message", \.onMessage)
  }
}

/// Shows the name of a form, which is another instance.
@Observable
public final class PreviewViewModel {
  private let form: FormViewModel

  public var text: String { form.name.isEmpty ? "nobody" : form.name }

  public init(form: FormViewModel) { self.form = form }
}

extension PreviewViewModel: ViewModel {
  public static let interface = Interface<PreviewViewModel> {
    output("text", \.text)
  }
}
