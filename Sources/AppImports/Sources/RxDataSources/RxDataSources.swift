@_exported import RxCocoa
