import Testing

@testable import KirokuPresentation

@Suite("A table on pages")
struct TablePagesTests {
    private func pages(
        _ rows: Int, _ widths: [Double], fitted: Bool = false, area: PrintedArea = PrintedArea(width: 500, height: 220)
    ) -> TablePages {
        TablePages(
            rowCount: rows, columnWidths: widths, numberWidth: 40, rowHeight: 20, headerHeight: 20, area: area,
            isFitted: fitted)
    }

    @Test("The header takes its room on each page")
    func rows() {
        let pages = pages(25, [100, 100])
        #expect(pages.rowsPerPage == 10)
        #expect(pages.pageCount == 3)
        #expect(pages.part(ofPage: 0).rows == 0..<10)
        #expect(pages.part(ofPage: 2).rows == 20..<25)
        #expect(pages.part(ofPage: 2).fields == 0..<2)
    }

    @Test("Fields that have no room come after all records of the others")
    func fields() {
        let pages = pages(11, [200, 200, 100, 460, 60])
        #expect(pages.scale == 1)
        #expect(pages.pageCount == 8)
        let groups = [0..<2, 2..<3, 3..<4, 4..<5]
        #expect((0..<8).map { pages.part(ofPage: $0).fields } == groups.flatMap { [$0, $0] })
        #expect((0..<8).map { pages.part(ofPage: $0).rows } == (0..<4).flatMap { _ in [0..<10, 10..<11] })
    }

    @Test("A field wider than the page is as wide as that")
    func wideField() {
        let pages = pages(1, [10, 9_999, 10])
        #expect(pages.columnWidths == [10, 460, 10])
        #expect(pages.pageCount == 3)
    }

    @Test("What is fitted is smaller, with more rows on a page")
    func fitted() {
        let pages = pages(25, [380, 380], fitted: true)
        #expect(pages.scale == 500.0 / 800)
        #expect(pages.rowsPerPage == 16)
        #expect(pages.pageCount == 2)
        #expect(pages.part(ofPage: 1) == TablePages.Part(rows: 16..<25, fields: 0..<2))
        #expect(self.pages(25, [100], fitted: true).scale == 1, "nothing is enlarged")
    }

    @Test("What would be too small to read is divided after all")
    func tooWide() {
        let pages = pages(5, Array(repeating: 400, count: 5), fitted: true)
        #expect(pages.scale == TablePages.leastScale)
        #expect(pages.pageCount == 2)
    }

    @Test("Rows of several lines take their height, and none is higher than a page")
    func highRows() {
        func pages(_ heights: [Double]) -> TablePages {
            TablePages(
                rowCount: heights.count, columnWidths: [100, 460], numberWidth: 40, rowHeight: 20, rowHeights: heights,
                headerHeight: 20, area: PrintedArea(width: 500, height: 220), isFitted: false)
        }
        let some = pages([20, 100, 60, 40, 5_000, 20, 10])
        let rows = [0..<3, 3..<4, 4..<5, 5..<7]
        #expect(some.pageCount == 8)
        #expect((0..<8).map { some.part(ofPage: $0).rows } == rows + rows)
        #expect((0..<7).map(some.height) == [20, 100, 60, 40, 200, 20, 20])
        #expect(pages([]).pageCount == 2)
        #expect(pages([]).part(ofPage: 0).rows == 0..<0)
    }

    @Test("An empty table has a page with its fields")
    func empty() {
        let pages = pages(0, [100])
        #expect(pages.pageCount == 1)
        #expect(pages.part(ofPage: 0) == TablePages.Part(rows: 0..<0, fields: 0..<1))
        #expect(self.pages(0, []).pageCount == 1)
    }

    @Test(
        "No paper is too small, and no table too large",
        arguments: [0, 1, 1_000_000, Int.max / 4], [0.0, 1, 30, 800, .infinity, .nan, -5])
    func extremes(rows: Int, side: Double) {
        for isFitted in [true, false] {
            let pages = pages(
                rows, [0, 50, 1e9, -3], fitted: isFitted, area: PrintedArea(width: side, height: side))
            #expect(pages.rowsPerPage >= 1)
            #expect(pages.pageCount >= 1)
            let last = pages.part(ofPage: .max)
            #expect(last.rows.upperBound == rows)
            #expect(last.fields.upperBound == 4)
            #expect(pages.part(ofPage: -1).rows.lowerBound == 0)
        }
    }

    @Test("Every cell is on exactly one page", arguments: [1, 7, 10, 23, 40])
    func everyCellOnce(rows: Int) {
        let pages = pages(rows, [120, 300, 80, 250, 460, 30, 30])
        var seen: [Int: Int] = [:]
        for page in 0..<pages.pageCount {
            let part = pages.part(ofPage: page)
            for row in part.rows { for field in part.fields { seen[row * 7 + field, default: 0] += 1 } }
        }
        #expect(seen.count == rows * 7)
        #expect(seen.values.allSatisfy { $0 == 1 })
    }
}
