// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Action
import RxRelay
import RxSwift
import UIKit

public final class TableViewModel {
  public let rows = BehaviorRelay<[String]>(value: ["a", "b", "c"])
  public let selected = PublishRelay<String>()
  private let disposeBag = DisposeBag()

  public lazy var removeAction = Action<IndexPath, Int> { [unowned self] path in
    var rows = self.rows.value
    rows.remove(at: path.row)
    self.rows.accept(rows)
    return .just(rows.count)
  }

  public init() {}

  public func select(_ path: IndexPath) { selected.accept(rows.value[path.item]) }

  public func didTapRemove(row: Int) {
    removeAction.execute(IndexPath(row: row, section: 0)).subscribe().disposed(by: disposeBag)
  }
}
