import Testing

@testable import KirokuPresentation

@Suite("Cards on pages")
struct CardPagesTests {
    private func pages(
        _ rows: Int, fields: Int, perPage: Int, area: PrintedArea = PrintedArea(width: 420, height: 620)
    ) -> CardPages {
        CardPages(
            rowCount: rows, isPicture: Array(repeating: false, count: fields), perPage: perPage, lineHeight: 20,
            frameHeight: 40, gap: 20, area: area)
    }

    /// Two cards on a page, with 13 lines each.
    private func pages(_ isPicture: [Bool]) -> CardPages {
        CardPages(
            rowCount: 1, isPicture: isPicture, perPage: 2, lineHeight: 20, frameHeight: 40, gap: 20,
            area: PrintedArea(width: 420, height: 620))
    }

    @Test("Two cards lie below each other on high paper, and beside each other on wide paper")
    func sides() {
        let high = pages(2, fields: 3, perPage: 2)
        #expect(high.places(ofPage: 0).map(\.y) == [0, 320])
        #expect(high.width == 420)
        #expect(high.height == 300)
        let wide = pages(2, fields: 3, perPage: 2, area: PrintedArea(width: 620, height: 420))
        #expect(wide.places(ofPage: 0).map(\.x) == [0, 320])
        #expect(wide.height == 420)
    }

    @Test("Cards go along the lines of the page", arguments: CardPages.choices)
    func order(perPage: Int) {
        let pages = pages(perPage * 2 + 1, fields: 3, perPage: perPage)
        #expect(pages.pageCount == 3)
        #expect(pages.places(ofPage: 0).map(\.row) == Array(0..<perPage))
        #expect(pages.places(ofPage: 2).map(\.row) == [perPage * 2])
        let places = pages.places(ofPage: 0).map { ($0.y, $0.x) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        let last = pages.places(ofPage: 1)[perPage - 1]
        #expect(abs(last.x + pages.width - 420) < 0.01)
        #expect(abs(last.y + pages.height - 620) < 0.01)
    }

    @Test("A card with more fields than lines goes on in the next place")
    func longCards() {
        let pages = pages(2, fields: 30, perPage: 2)
        #expect(pages.linesPerPlace == 13)
        #expect(pages.pageCount == 3)
        #expect(pages.places(ofPage: 0).map(\.fields) == [0..<13, 13..<26])
        #expect(pages.places(ofPage: 1).map(\.fields) == [26..<30, 0..<13])
        #expect(pages.places(ofPage: 1).map(\.row) == [0, 1])
    }

    @Test("A picture has what the other fields leave, or all of the card where it can be beside them")
    func picture() {
        #expect(pages([false, true, false, false, false]).linesPerPicture == 13)
        #expect(pages([true]).linesPerPicture == 13)
        #expect(pages([true, true]).linesPerPicture == 6)
    }

    @Test("Pictures become smaller before a card takes a second place")
    func manyPictures() {
        let pages = pages([false, true, false, true, true, false])
        #expect(pages.placesPerCard == 1)
        #expect(pages.linesPerPicture == 4)
        #expect(pages.places(ofPage: 0).map(\.fields) == [0..<6])
        let more = self.pages(Array(repeating: true, count: 5))
        #expect(more.places(ofPage: 0).map(\.fields) == [0..<2, 2..<4])
        let flat = CardPages(
            rowCount: 1, isPicture: [true, false], perPage: 1, lineHeight: 20, frameHeight: 40, gap: 20,
            area: PrintedArea(width: 420, height: 90))
        #expect(flat.linesPerPicture == 2)
        #expect(flat.places(ofPage: 0).map(\.fields) == [0..<1])
        #expect(flat.places(ofPage: 1).map(\.fields) == [1..<2])
    }

    @Test(
        "As many cards are on a page as were asked for, with a picture and a dozen fields",
        arguments: CardPages.choices, [PrintedArea(width: 718, height: 1_000), PrintedArea(width: 740, height: 930)])
    func asManyAsAskedFor(perPage: Int, area: PrintedArea) {
        let isPicture = Array(repeating: false, count: 11) + [true]
        for area in [area, PrintedArea(width: area.height, height: area.width)] {
            let pages = CardPages(
                rowCount: 300, isPicture: isPicture, perPage: perPage, scale: nil, lineHeight: 19, frameHeight: 45,
                gap: 14, area: area)
            #expect(pages.placesPerCard == 1)
            #expect(pages.pageCount == (300 + perPage - 1) / perPage)
            #expect(pages.scale >= 0.8)
        }
    }

    @Test("The text becomes smaller where lines are missing, as far as it can be read")
    func smallText() {
        func pages(fields: Int) -> CardPages {
            CardPages(
                rowCount: 8, isPicture: Array(repeating: false, count: fields), perPage: 8, scale: nil, lineHeight: 20,
                frameHeight: 40, gap: 20, area: PrintedArea(width: 700, height: 1_000))
        }
        #expect(pages(fields: 9).scale == 1)
        #expect(pages(fields: 13).scale == 0.7)
        #expect(pages(fields: 13).placesPerCard == 1)
        #expect(pages(fields: 40).scale == 1)
        #expect(pages(fields: 40).placesPerCard > 1)
    }

    @Test("Without records there is a page, which is empty")
    func empty() {
        #expect(pages(0, fields: 3, perPage: 4).pageCount == 1)
        #expect(pages(0, fields: 3, perPage: 4).places(ofPage: 0).isEmpty)
        #expect(pages(1, fields: 0, perPage: 4).places(ofPage: 0).map(\.fields) == [0..<0])
    }

    @Test("No number is too large", arguments: [0, 1, 13, Int.max], [-1, 0, 1, 7, Int.max])
    func extremes(rows: Int, perPage: Int) {
        let tiny = PrintedArea(width: .nan, height: -3)
        for area in [tiny, PrintedArea(width: 420, height: 620)] {
            let pages = pages(rows, fields: 1_000, perPage: perPage, area: area)
            #expect(pages.pageCount >= 1)
            #expect(pages.places(ofPage: -1).isEmpty)
            #expect(pages.places(ofPage: .max).isEmpty)
        }
    }

    @Test("Cards are as large as their fields and the width of names and values allow")
    func fillingCards() {
        func scale(fields: Int, picture: Bool = false, perPage: Int = 1) -> Double {
            CardPages(
                rowCount: 1, isPicture: Array(repeating: false, count: fields) + (picture ? [true] : []),
                perPage: perPage, scale: nil, lineHeight: 20, frameHeight: 40, gap: 20,
                area: PrintedArea(width: 620, height: 900)
            ).scale
        }
        #expect(scale(fields: 7) == 2.5)
        #expect(scale(fields: 7, picture: true) == 2)
        #expect(scale(fields: 20) == 1.25)
        #expect(scale(fields: 200) == 1)
        #expect(scale(fields: 3, perPage: 4) == 1.25)
    }

    @Test("Larger text leaves fewer lines")
    func scaledCards() {
        let pages = CardPages(
            rowCount: 1, isPicture: Array(repeating: false, count: 30), perPage: 2, scale: 2, lineHeight: 20,
            frameHeight: 40, gap: 20, area: PrintedArea(width: 420, height: 620))
        #expect(pages.linesPerPlace == 5)
        #expect(pages.places(ofPage: 0).map(\.fields) == [0..<5, 5..<10])
    }

    @Test("A form comes back from its text; any other text gives the default form")
    func forms() {
        for kind in PrintForm.Kind.allCases {
            for isFitted in [true, false] {
                for scale in [nil, 1, 1.25, 2] {
                    let form = PrintForm(kind: kind, isFitted: isFitted, cardsPerPage: 6, cardScale: scale)
                    #expect(PrintForm(text: form.text) == form)
                }
            }
        }
        let others = ["", "table", "table fitted 5", "book fitted 4", "table fitted 4 more", "table fitted 4 3.0"]
        for text in others { #expect(PrintForm(text: text) == PrintForm()) }
    }
}
