import Testing

@testable import KirokuPresentation

@Suite("The pictures of a printed card")
struct CardArrangementTests {
    private func arrangement(
        width: Double = 400, height: Double = 300, pictures: [Double], text: Double
    ) -> CardArrangement? {
        let room = CardArrangement.Room(width: width, height: height, lineHeight: 20, pictures: pictures)
        // A text that covers the same area at each width.
        return CardArrangement.largest(in: room) { text > 0 ? text * width / $0 : 0 }
    }

    @Test("A tall picture is beside the texts, and a wide one takes the whole width")
    func proportions() throws {
        let tall = try #require(arrangement(pictures: [0.5], text: 100))
        #expect(tall.columnWidth == 150)
        #expect(tall.pictureHeight == 300)
        let wide = try #require(arrangement(pictures: [8], text: 100))
        #expect(wide.columnWidth == 0)
        #expect(wide.pictureHeight == 192)
    }

    @Test("Long texts make pictures smaller, and do not fit in the end")
    func longTexts() throws {
        let heights = [20.0, 120, 200].compactMap { arrangement(pictures: [1], text: $0) }
        #expect(heights.count == 3)
        let widths = heights.map { $0.columnWidth > 0 ? $0.columnWidth : $0.pictureHeight }
        #expect(widths == widths.sorted(by: >))
        #expect(arrangement(pictures: [1], text: 290) == nil)
        #expect(arrangement(pictures: [], text: 300) == CardArrangement(columnWidth: 0, pictureHeight: 0))
        #expect(arrangement(pictures: [], text: 301) == nil)
    }

    @Test("Several pictures share the column")
    func several() throws {
        let found = try #require(arrangement(pictures: [1, 1, 1], text: 200))
        #expect(found.columnWidth > 0)
        #expect(abs(found.pictureHeight * 3 + 2 * CardArrangement.gap - 300) < 0.01)
    }

    @Test("Without texts, pictures have the whole card")
    func alone() throws {
        let found = try #require(arrangement(pictures: [1], text: 0))
        #expect(found.columnWidth == 0)
        #expect(found.pictureHeight == 300 - CardArrangement.gap)
    }

    @Test("Extreme proportions and rooms are no fault", arguments: [0, -1, .nan, .infinity, 1e-9, 1e9, 1])
    func extremes(ratio: Double) {
        for width in [1.0, 150, 400] {
            let room = CardArrangement.Room(width: width, height: 60, lineHeight: 20, pictures: [ratio])
            let found = CardArrangement.largest(in: room) { _ in 40 } ?? .shortened(in: room)
            #expect(found.columnWidth >= 0 && found.columnWidth <= width)
            #expect(found.pictureHeight.isFinite)
        }
    }
}
