import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("String column builder")
struct StringColumnBuilderTests {
    @Test("A column has the cells that were appended, repeated, empty and without characters")
    func cells() {
        let cells = ["東京", nil, "", "Kyoto", "東京", "", "Kyoto!", nil, String(repeating: "long", count: 40), "Kyoto"]
        #expect(Array(Self.column(of: cells)) == cells)
    }

    @Test("Editing a cell leaves those alone that had the same text")
    func editing() {
        var column = Self.column(of: Array(repeating: "same", count: 100))
        column[7] = "other"
        column[8] = nil
        #expect(column.indices.filter { column[$0] != "same" } == [7, 8])
    }

    @Test("A column stays right when its holes make it be packed anew")
    func packing() {
        let names = ["Aiko", "五十嵐 さくら", "Norbert", ""]
        var cells: [String?] = (0..<40_000).map { names[$0 % names.count] }
        var column = Self.column(of: cells)
        for index in stride(from: 0, to: cells.count, by: 2) {
            cells[index] = index % 3 == 0 ? nil : "new \(index % 10)"
            column[index] = cells[index]
        }
        #expect(Array(column) == cells)
        column.remove(at: RecordIndexes(100..<30_000))
        cells.removeSubrange(100..<30_000)
        #expect(Array(column) == cells)
    }

    private static func column(of cells: [String?]) -> StringColumn {
        var builder = StringColumnBuilder(capacity: cells.count)
        for var cell in cells {
            if cell?.withUTF8({ builder.append(validUTF8: $0) }) == nil { builder.appendEmpty() }
        }
        return builder.finished()
    }
}
