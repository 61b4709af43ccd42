import Geometry
import GtkKit
import KirokuCore

/// Shows pages as they will look on paper, one at a time.
@MainActor
public final class PrintPreview {
    /// The widget to put into a window.
    public let widget = column(spacing: 6)
    /// The records to print.
    public let records: PrintedRecords
    /// The paper to print on; setting it divides the records again.
    public var paper: PaperSetup.Paper {
        didSet { update() }
    }
    /// The shown page, from 0.
    public private(set) var page = 0

    /// Shows the page.
    public let canvas = Canvas(name: localized("Preview"))
    private let caption = label(alignment: .center)
    private let previous: Button
    private let next: Button
    private var measuring: Task<Void, Never>?

    /// Called when the records have been divided among pages.
    public var onDivision: (() -> Void)?

    /// Creates a preview, which shows the first page.
    public init(of records: PrintedRecords, paper: PaperSetup.Paper) {
        self.records = records
        self.paper = paper
        previous = iconButton("go-previous-symbolic", name: localized("Previous Page"))
        next = iconButton("go-next-symbolic", name: localized("Next Page"))
        canvas.setExpands(horizontally: true, vertically: true)
        canvas.setLeastSize(width: 160, height: 160)
        let bar = row()
        bar.setAlignedAcross(.center)
        bar.append(previous)
        bar.append(caption)
        bar.append(next)
        widget.append(canvas, fills: true)
        widget.append(bar)
        records.onPicture = { [weak canvas] in canvas?.redraw() }
        canvas.accessibleTable = self
        canvas.onDraw = { [weak self] in self?.draw(with: $0) }
        canvas.onKey = { [weak self] in self?.handle($0) ?? false }
        canvas.onPress = { [weak self] _ in self?.canvas.grabFocus() }
        canvas.onScroll = { [weak self] _, y in self?.go(by: y > 0 ? 1 : y < 0 ? -1 : 0) }
        canvas.onFocusChange = { [weak self] in self?.canvas.redraw() }
        previous.onPress { [weak self] in self?.go(by: -1) }
        next.onPress { [weak self] in self?.go(by: 1) }
        attach(self, to: widget, key: "kiroku-print-preview")
        widget.onDestroy { [weak self] in self?.measuring?.cancel() }
        update()
    }

    /// Divides the records again, for example after another form was chosen, and shows the first page.
    public func update() {
        divide()
        show(0)
        measuring?.cancel()
        measuring = Task { [weak self, records] in
            await records.measure()
            guard let self, !Task.isCancelled else { return }
            divide()
            show(page)
        }
    }

    private func divide() {
        _ = records.divide(among: paper)
        onDivision?()
    }

    private func go(by step: Int) { show(page + step) }

    private func show(_ new: Int) {
        page = min(max(new, 0), records.pageCount - 1)
        caption.text = pageText
        previous.isSensitive = page > 0
        next.isSensitive = page < records.pageCount - 1
        records.wantPictures(ofPage: page)
        canvas.accessibleDataChanged()
        canvas.redraw()
    }

    private var pageText: String {
        localized(
            "Page {page} of {count}",
            ["page": localizedNumber(page + 1), "count": localizedNumber(records.pageCount)])
    }

    private func handle(_ key: KeyEvent) -> Bool {
        guard key.modifiers.isEmpty else { return false }
        switch key.key {
        case .pageDown, .right: go(by: 1)
        case .pageUp, .left: go(by: -1)
        case .home: show(0)
        case .end: show(records.pageCount - 1)
        default: return false
        }
        return true
    }

    private func draw(with painter: Painter) {
        let colors = GridColors(Theme(of: canvas))
        let margin = 8.0
        let scale = min((canvas.width - 2 * margin) / paper.width, (canvas.height - 2 * margin) / paper.height)
        guard scale > 0 else { return }
        let sheet = Rectangle(
            x: ((canvas.width - paper.width * scale) / 2).rounded(),
            y: ((canvas.height - paper.height * scale) / 2).rounded(), width: (paper.width * scale).rounded(),
            height: (paper.height * scale).rounded())
        painter.fill(sheet, GridColors.onPaper.background)
        painter.clipped(to: sheet) {
            painter.onPaper(scale: scale, x: sheet.x, y: sheet.y) { records.draw(page: page, with: $0) }
        }
        let edge = sheet.inset(x: -1, y: -1)
        painter.stroke(edge, canvas.hasFocus ? colors.cursor : colors.muted, width: canvas.hasFocus ? 2 : 1)
    }
}

/// The cell says which page is shown.
extension PrintPreview: SingleCellTable {
    /// The name of the preview.
    public func columnTitle(_ column: Int) -> String { localized("Preview") }

    /// The number of the shown page.
    public func cell(at index: CellIndex) -> AccessibleCell {
        AccessibleCell(text: pageText, description: "", kind: .text, isInvalid: false, isEditable: false)
    }

    /// Does nothing, because there is only one cell.
    public func focus(_ index: CellIndex) {}
    /// Goes to the next page.
    public func activate(_ index: CellIndex) { go(by: 1) }
}
