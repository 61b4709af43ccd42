import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Records on paper, as a table or as cards, with a title and a page number on each page.
///
/// The table is copied as a value, so later edits do not show. Pages are drawn one by one, and only the records of the
/// drawn page are read. Pictures are loaded for one page at a time.
@MainActor
public final class PrintedRecords: PrintedPages {
    /// The form of the records on paper; call ``divide(among:)`` after changing it.
    public var form: PrintForm
    /// The records and fields to print; call ``divide(among:)`` after changing them.
    public var part: TablePart {
        didSet { measured = nil }
    }
    /// The number of pages when the records were divided last.
    public private(set) var pageCount = 1

    /// The text at the top of each page.
    public let title: String
    /// The text beside the title.
    public let date: String
    /// The widths that the user has given fields, in pixels.
    let fieldWidths: [FieldID: Int]
    let font = PrintFont()
    let pictures: PrintedPictures?
    private(set) var area = Rectangle(x: 0, y: 0, width: 1, height: 1)
    private var pages = Pages.none
    /// The heights of a table's rows, and the widths of the fields that they are for.
    var measured: (widths: [Double], heights: [Double])?

    private enum Pages {
        case none
        case table(TablePages)
        case cards(CardPages)
    }

    /// Creates pages, which are still to be divided.
    ///
    /// - Parameters:
    ///   - part: the records and fields to print.
    ///   - title: the text at the top of each page.
    ///   - date: the text beside the title.
    ///   - form: the form of the records on paper.
    ///   - fieldWidths: the widths that the user has given fields, in pixels.
    ///   - pictures: the pictures of the document; with `nil`, their names are shown instead.
    public convenience init(
        _ part: TablePart, title: String, date: String, form: PrintForm, fieldWidths: [FieldID: Int] = [:],
        pictures: CellPictures? = nil
    ) {
        self.init(
            part, title: title, date: date, form: form, fieldWidths: fieldWidths,
            printed: pictures.map(PrintedPictures.init))
    }

    private init(
        _ part: TablePart, title: String, date: String, form: PrintForm, fieldWidths: [FieldID: Int],
        printed pictures: PrintedPictures?
    ) {
        self.part = part
        self.title = title
        self.date = date
        self.form = form
        self.fieldWidths = fieldWidths
        self.pictures = pictures
    }

    /// The same records again, to be divided separately and with pictures loaded separately.
    public func again() -> PrintedRecords {
        let records = PrintedRecords(
            part, title: title, date: date, form: form, fieldWidths: fieldWidths, printed: pictures?.again())
        records.measured = measured
        return records
    }

    /// Divides the records into pages of this paper, and returns the number of pages.
    ///
    /// Until ``measure()`` has been called, texts in tables have a single line.
    public func divide(among paper: PaperSetup.Paper) -> Int {
        area = paper.area
        let room = PrintedArea(width: area.width, height: area.height).leaving(height: headHeight + footHeight)
        switch form.kind {
        case .table:
            let pages = tablePages(in: room)
            self.pages = .table(pages)
            pageCount = pages.pageCount
        case .cards:
            let pages = cardPages(in: room)
            self.pages = .cards(pages)
            pageCount = pages.pageCount
        }
        return pageCount
    }

    /// Draws one of the pages that the records were divided into.
    public func draw(page: Int, with painter: Painter) {
        drawTitle(with: painter)
        drawNumber(of: page, with: painter)
        switch pages {
        case .none: break
        case .table(let pages): draw(pages.part(ofPage: page), of: pages, top: bodyTop, with: painter)
        case .cards(let pages):
            for place in pages.places(ofPage: page) { draw(place, of: pages, top: bodyTop, with: painter) }
        }
    }

    /// The cards of a page; empty for a table.
    func places(ofPage page: Int) -> [CardPages.Place] {
        if case .cards(let pages) = pages { pages.places(ofPage: page) } else { [] }
    }

    /// The rows and fields of a table's page; `nil` for cards.
    func rows(ofPage page: Int) -> TablePages.Part? {
        if case .table(let pages) = pages { pages.part(ofPage: page) } else { nil }
    }

    /// The greatest size of a picture; `nil` before the records are divided.
    var pictureRoom: (width: Double, height: Double)? {
        switch pages {
        case .none: nil
        case .table(let pages): pictureRoom(of: pages)
        case .cards(let pages): pictureRoom(of: pages)
        }
    }

    /// The widths of a table's fields, as the records were divided last; `nil` for cards.
    var columnWidths: [Double]? {
        if case .table(let pages) = pages { pages.columnWidths } else { nil }
    }

    /// How many places of the page each card takes, where one place has no room for it; otherwise 1.
    public var placesPerCard: Int {
        if case .cards(let pages) = pages { pages.placesPerCard } else { 1 }
    }

    private var bodyTop: Double { area.y + headHeight }
    private var headHeight: Double { (font.lineHeight * 1.8).rounded() }
    private var footHeight: Double { (font.lineHeight * 1.8).rounded() }

    private func drawTitle(with painter: Painter) {
        let line = Rectangle(x: area.x, y: area.y, width: area.width, height: font.lineHeight)
        let dateWidth = min(font.width(of: date) + 4, area.width / 2)
        var left = line
        left.width = max(0, area.width - dateWidth - 12)
        painter.text(title, in: left, GridColors.onPaper.text, style: .bold)
        let right = Rectangle(x: line.x + line.width - dateWidth, y: line.y, width: dateWidth, height: line.height)
        painter.text(date, in: right, GridColors.onPaper.muted, alignment: .end)
    }

    private func drawNumber(of page: Int, with painter: Painter) {
        let text = localized(
            "Page {page} of {count}", ["page": localizedNumber(page + 1), "count": localizedNumber(pageCount)])
        let line = Rectangle(
            x: area.x, y: area.y + area.height - font.lineHeight, width: area.width, height: font.lineHeight)
        painter.text(text, in: line, GridColors.onPaper.muted, alignment: .center)
    }
}
