@_exported import Differentiator
@_exported import RxCocoa
