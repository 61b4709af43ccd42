import KirokuCore
import Testing

@testable import KirokuServer

/// Which rows are held, and how guessed ones are corrected.
@Suite("Held pages")
struct HeldPagesTests {
    /// Some records of a table that has one for each number.
    private func page(_ numbers: Range<Int>, isLast: Bool = false) throws -> BrowsePage {
        var table = try RecordTable(fieldNames: ["N"], fieldTypes: [.int])
        for number in numbers { try table.addRecord([.int(number)]) }
        return BrowsePage(records: table, keys: numbers.map { BrowseKey(texts: [String($0)]) }, isLast: isLast)
    }

    private func numbers(_ pages: HeldPages) -> [Int] {
        (0..<pages.table.count).compactMap { Int(pages.table[$0, 0]) }
    }

    @Test("Pages are added at either end, and the memory stays the same")
    func bounded() throws {
        var pages = HeldPages(try page(0..<200), count: 100_000, generation: 1)
        for start in stride(from: 200, to: 5_000, by: 200) { pages.add(try page(start..<start + 200), forward: true) }
        #expect(pages.rows == 2_000..<5_000)
        #expect(numbers(pages) == Array(2_000..<5_000))
        #expect(pages.key(ofRow: 2_345) == BrowseKey(texts: ["2345"]))
        #expect(pages.table.ids == pages.table.ids.sorted())
        for start in stride(from: 1_800, through: 0, by: -200) {
            pages.add(try page(start..<start + 200, isLast: start == 0), forward: false)
        }
        #expect(pages.rows == 0..<3_000)
        #expect(numbers(pages) == Array(0..<3_000))
        #expect(pages.heldRows == HeldRows(before: 0, count: 100_000, isCounted: true))
    }

    @Test("What leads on from what is held, and what does not")
    func steps() throws {
        var pages = HeldPages(try page(0..<200), count: 10_000, generation: 1)
        #expect(pages.step(for: 0..<30) == nil)
        #expect(pages.step(for: 150..<180) == .forward(BrowseKey(texts: ["199"])))
        #expect(pages.step(for: 5_000..<5_030) == .jump(row: 5_000))
        #expect(pages.step(for: 9_970..<10_000) == .end)
        pages.jump(to: (try page(4_800..<5_000), try page(5_000..<5_200)), row: 5_000, generation: 2)
        #expect(pages.rows == 4_800..<5_200)
        #expect(pages.step(for: 5_000..<5_030) == nil)
        #expect(pages.step(for: 4_850..<4_880) == .backward(BrowseKey(texts: ["4800"])))
        #expect(pages.step(for: 20..<50) == .start)
        #expect(pages.moved == 0)
        #expect(!pages.heldRows.isCounted)
    }

    @Test("A jump that meets the first or the last record moves its rows")
    func ends() throws {
        var pages = HeldPages(try page(0..<200), count: 10_000, generation: 1)
        pages.jump(to: (try page(0..<150, isLast: true), try page(150..<350)), row: 500, generation: 2)
        #expect(pages.rows == 0..<350)
        #expect(pages.moved == -350)
        #expect(pages.heldRows.isCounted)
        pages.jump(to: (try page(9_000..<9_200), try page(9_200..<9_250, isLast: true)), row: 5_000, generation: 3)
        #expect(pages.rows == 9_750..<10_000)
        #expect(pages.moved == 4_950)
        pages.jump(toEnd: try page(9_800..<10_000), generation: 4)
        #expect(pages.rows == 9_800..<10_000)
        #expect(!pages.isCountExact)
    }

    @Test("More records than were thought make more rows, also before the first one")
    func more() throws {
        var pages = HeldPages(try page(0..<200), count: 300, generation: 1)
        pages.add(try page(200..<400), forward: true)
        #expect(pages.count == 600)
        pages.add(try page(400..<450, isLast: true), forward: true)
        #expect(pages.count == 450)
        #expect(pages.isCountExact)
        pages.jump(to: (try page(100..<300), try page(300..<500)), row: 150, generation: 2)
        #expect(pages.rows.lowerBound > 0)
        #expect(pages.moved == pages.rows.lowerBound + 200 - 150)
        #expect(pages.count >= pages.rows.upperBound)
    }

    @Test("Nothing to show is no row")
    func nothing() throws {
        let pages = HeldPages(try page(0..<0, isLast: true), count: 7, generation: 1)
        #expect(pages.count == 0)
        #expect(pages.step(for: 0..<30) == nil)
    }
}
