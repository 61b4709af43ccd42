import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Columns of decimal numbers")
struct DecimalColumnTests {
    @Test(
        "A column is what an array of its cells is, with short and with long numbers",
        arguments: 0..<20 as Range<UInt64>)
    func like(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var column = DecimalColumn()
        var cells: [DecimalNumber?] = []
        func number() -> DecimalNumber? {
            if random.chance(1, in: 5) { return nil }
            if random.chance(1, in: 10) { return random.decimal() }
            return DecimalNumber(coefficient: Int128(Int.random(in: -9_999...9_999, using: &random)), places: 2)
        }
        func some() -> [DecimalNumber?] { (0..<Int.random(in: 0...4, using: &random)).map { _ in number() } }
        for _ in 0..<60 {
            let index = cells.isEmpty ? nil : Int.random(in: cells.indices, using: &random)
            switch (Int.random(in: 0..<7, using: &random), index) {
            case (0, let index?):
                cells[index] = number()
                column[index] = cells[index]
            case (1, let index?):
                let places = RecordIndexes(index..<cells.count)
                #expect(Array(column.picked(at: places)) == Array(cells[index...]))
                column.remove(at: RecordIndexes(index..<index + 1))
                cells.remove(at: index)
            case (2, let index?):
                let new = some()
                column.insert(Self.column(new), at: RecordIndexes(index..<index + new.count))
                cells.insert(contentsOf: new, at: index)
            case (3, _):
                let new = some()
                column.append(contentsOf: Self.column(new))
                cells += new
            case (4, _):
                let new = some()
                new.map { $0 ?? .zero }.withUnsafeBufferPointer { batch in
                    column.append(batch, emptyAt: new.indices.filter { new[$0] == nil })
                }
                cells += new
            case (5, _):
                column.appendEmpty(2)
                cells += [nil, nil]
            default:
                cells.append(number())
                column.append(cells[cells.count - 1])
            }
            #expect(Array(column) == cells)
            #expect(column == Self.column(cells) && column.hashValue == Self.column(cells).hashValue)
        }
    }

    @Test("A column that has held a long number is the same as one that has not")
    func wide() {
        var column = Self.column([.zero, DecimalNumber(coefficient: .init(Int.max) + 1, places: 0)])
        #expect(column.isWide)
        column[1] = nil
        #expect(column == Self.column([.zero, nil]) && !Self.column([.zero, nil]).isWide)
    }

    private static func column(_ cells: [DecimalNumber?]) -> DecimalColumn {
        var column = DecimalColumn()
        for cell in cells { column.append(cell) }
        return column
    }
}
