/// The division of the screen.
struct Layout {
  /// The size of the list with prompt, counts and header.
  let width: Int
  let height: Int
  /// The number of visible lines of the list.
  let listRows: Int
  /// The number of visible rows of the header.
  let headerRows: Int
  /// The size of the preview's text; `nil` when the preview is hidden.
  let preview: (columns: Int, rows: Int)?
  /// The space outside the border.
  let margin: Edges
  /// The space inside the border.
  let padding: Edges

  /// The rows and columns on each side.
  struct Edges: Equatable {
    var (top, right, bottom, left) = (0, 0, 0, 0)

    init(_ sides: Sides, width: Int, height: Int) {
      top = sides.top.cells(of: height)
      bottom = sides.bottom.cells(of: height)
      left = sides.left.cells(of: width)
      right = sides.right.cells(of: width)
      // Edges that would leave no content are dropped.
      if top + bottom >= height { (top, bottom) = (0, 0) }
      if left + right >= width { (left, right) = (0, 0) }
    }
  }

  /// - Parameters:
  ///   - header: the number of header lines.
  ///   - showsPreview: whether to show a preview if it fits.
  init(_ options: FindOptions, width: Int, height: Int, header: Int, showsPreview: Bool) {
    margin = Edges(options.margin, width: width, height: height)
    let outerWidth = width - margin.left - margin.right - options.border.width
    let outerHeight = height - margin.top - margin.bottom - options.border.height
    padding = Edges(options.padding, width: max(outerWidth, 1), height: max(outerHeight, 1))
    var columns = max(outerWidth - padding.left - padding.right, 1)
    var rows = max(outerHeight - padding.top - padding.bottom, 1)
    let window = options.previewWindow
    let border = window.usedBorder
    var preview: (columns: Int, rows: Int)?
    if showsPreview, window.size != .cells(0), window.size != .percent(0) {
      if window.isBeside {
        let size = min(max(window.size.cells(of: columns), border.width + 1), columns - 10)
        if size > border.width, rows > border.height {
          preview = (size - border.width, rows - border.height)
          columns -= size
        }
      } else {
        let size = min(max(window.size.cells(of: rows), border.height + 1), rows - 3)
        if size > border.height, columns > border.width {
          preview = (columns - border.width, size - border.height)
          rows -= size
        }
      }
    }
    self.preview = preview
    (self.width, self.height) = (columns, rows)
    let fixed = options.info == .line ? 2 : 1
    headerRows = max(min(header, rows - fixed - 1), 0)
    listRows = max(rows - fixed - headerRows, 0)
  }
}
