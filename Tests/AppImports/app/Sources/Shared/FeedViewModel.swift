// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Combine
import SwiftUI

public enum SortOrder: String, Codable {
  case hot, new
}

public class FeedViewModel: ObservableObject {
  @Published public private(set) var posts: [String] = []
  @Published public var query = ""
  @AppStorage("feed.sortOrder") public var sortOrder = SortOrder.hot
  public let title: LocalizedStringKey = "Feed"
  private var cancellables: Set<AnyCancellable> = []

  public init() {
    $query
      .dropFirst()
      .debounce(for: .milliseconds(200), scheduler: RunLoop.main)
      .sink { [weak self] text in
        withAnimation(.easeInOut(duration: 0.3)) { self?.posts = [text, text.uppercased()] }
      }
      .store(in: &cancellables)
  }

  public func toggleOrder() { sortOrder = sortOrder == .hot ? .new : .hot }
}
