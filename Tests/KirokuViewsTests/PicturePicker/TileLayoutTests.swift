import GtkKit
import Testing

@testable import KirokuViews

@Suite("Where tiles are")
struct TileLayoutTests {
    private var layout: TileLayout {
        var layout = TileLayout()
        layout.count = 11
        layout.leastWidth = 100
        layout.tileHeight = 50
        layout.viewWidth = 320
        layout.viewHeight = 120
        return layout
    }

    @Test("As many as have room stand side by side, and share the width")
    func columns() {
        #expect(layout.columns == 3)
        #expect(layout.tileWidth == 106)
        #expect(layout.rows == 4)
        #expect(layout.contentHeight == 200)
        var narrow = layout
        narrow.viewWidth = 20
        #expect(narrow.columns == 1)
        narrow.leastWidth = nil
        #expect(narrow.rows == 11)
    }

    @Test("A place belongs to the tile that is drawn there")
    func places() {
        var layout = layout
        for scroll in [0.0, 30, 80] {
            layout.scrollY = scroll
            for index in layout.visible {
                let place = layout.rectangle(of: index)
                let y = max(place.y, 0) + 1
                if y < layout.viewHeight { #expect(layout.index(atX: place.x + 1, y: y) == index) }
            }
        }
        #expect(layout.index(atX: 319, y: 1) == nil)
        #expect(layout.index(atX: -1, y: 1) == nil)
        #expect(layout.index(atX: 200, y: 119) == 10)
        #expect(layout.index(atX: 300, y: 119) == nil)
    }

    @Test("From right to left, the first tile of a row is at the right")
    func leftwards() {
        var layout = layout
        layout.isLeftwards = true
        #expect(layout.rectangle(of: 0).x == 214)
        #expect(layout.rectangle(of: 2).x == 2)
        #expect(layout.rectangle(of: 3).x == 214)
        for index in layout.visible {
            let place = layout.rectangle(of: index)
            let y = place.y + 1
            guard y < layout.viewHeight else { continue }
            #expect(layout.index(atX: place.x, y: y) == index)
            #expect(layout.index(atX: place.x + place.width - 1, y: y) == index)
        }
        #expect(layout.index(atX: 1, y: 1) == nil)
        #expect(layout.index(atX: 320, y: 1) == nil)
    }

    @Test("In sight is what shows, and around it one page")
    func sight() {
        var layout = layout
        #expect(layout.visible == 0..<9)
        #expect(layout.around == 0..<11)
        layout.count = 3_000
        layout.scrollY = 5_000
        #expect(layout.visible == 300..<309)
        #expect(layout.around == 291..<315)
    }

    @Test(
        "Keys lead from tile to tile",
        arguments: [
            (.next, 0, 1), (.next, 10, 10), (.previous, 0, 0), (.previous, 3, 2), (.down, 1, 4), (.down, 8, 10),
            (.down, 9, 9), (.up, 1, 1), (.up, 4, 1), (.pageDown, 0, 6), (.pageUp, 10, 4), (.pageUp, 4, 1),
            (.first, 7, 0), (.last, 2, 10),
        ] as [(TileStep, Int, Int)])
    func steps(step: TileStep, from: Int, to: Int) {
        #expect(layout.index(step, from: from) == to)
    }

    @Test("From no tile, keys lead to the first or the last")
    func begin() {
        for step in TileStep.allCases { #expect(layout.index(step, from: nil) == (step.isBack ? 10 : 0)) }
        #expect(TileLayout().index(.next, from: nil) == nil)
    }

    @Test("To show a tile, it scrolls as little as possible")
    func scrolling() {
        var layout = layout
        #expect(layout.scrollOffset(showing: 0) == 0)
        #expect(layout.scrollOffset(showing: 6) == 30)
        layout.scrollY = 80
        #expect(layout.scrollOffset(showing: 6) == 80)
        #expect(layout.scrollOffset(showing: 0) == 0)
    }
}
