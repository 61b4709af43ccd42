import Geometry
import GtkKit
import KirokuCore
import KirokuPresentation

/// Records on paper, as a table or as cards, with a title and a page number on each page.
///
/// The table is copied as a value, so later edits do not show. Pages are drawn one by one, and only the records of the
/// drawn page are read. The pictures of cards are loaded for one page at a time.
@MainActor
public final class PrintedRecords: PrintedPages {
    /// The form of the records on paper; call ``divide(among:)`` after changing it.
    public var form: PrintForm
    /// The records and fields to print; call ``divide(among:)`` after changing them.
    public var part: TablePart
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
    ///   - pictures: the pictures of the document; with `nil`, cards show their names instead.
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
        PrintedRecords(
            part, title: title, date: date, form: form, fieldWidths: fieldWidths, printed: pictures?.again())
    }

    /// Divides the records into pages of this paper, and returns the number of pages.
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

    /// The greatest size of a picture; `nil` for a table.
    var pictureRoom: (width: Double, height: Double)? {
        if case .cards(let pages) = pages { pictureRoom(of: pages) } else { nil }
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

extension GridColors {
    /// The colours on paper, whatever the theme: black on white, and greys that printers can print.
    static let onPaper = GridColors(
        text: .black, muted: Color.black.mixed(with: .white, 0.4), line: Color.black.mixed(with: .white, 0.7),
        background: .white, headerBackground: Color.black.mixed(with: .white, 0.93), selection: .black,
        cursor: .black, error: .black, mark: .black, conflict: .black)
}

extension Color {
    static let black = Color(red: 0, green: 0, blue: 0)
    static let white = Color(red: 1, green: 1, blue: 1)
}
