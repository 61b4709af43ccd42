import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Columns")
struct ColumnTests {
    @Test("A column does what an array of optionals does", arguments: FieldType.allCases, UInt64(0)..<5)
    func likeAnArray(type: FieldType, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var column = Column(type: type)
        var model: [CellValue] = []
        for _ in 0..<200 {
            let value = generator.value(for: type, unfit: false)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where !model.isEmpty:
                let index = Int.random(in: 0..<model.count, using: &generator)
                column[index] = value
                model[index] = value
            case 1:
                let places = RecordIndexes(model.indices.filter { _ in Int.random(in: 0..<8, using: &generator) == 0 })
                let picked = column.picked(at: places)
                #expect((0..<picked.count).map { picked[$0] } == places.all.map { model[$0] })
                column.remove(at: places)
                for index in places.all.reversed() { model.remove(at: index) }
            case 2:
                let new = (0..<3).map { _ in generator.value(for: type, unfit: false) }
                let all = Array(0..<model.count + 3)
                let places = RecordIndexes(all.shuffled(using: &generator).prefix(3))
                var other = Column(type: type)
                for value in new { other.append(value) }
                column.insert(other, at: places)
                for (index, value) in zip(places.all, new) { model.insert(value, at: index) }
            default:
                column.append(value)
                model.append(value)
            }
            #expect(column.count == model.count)
        }
        #expect((0..<model.count).map { column[$0] } == model)
    }

    @Test("A value of another type, and unfit text, leave an empty cell")
    func otherTypes() {
        var column = Column(type: .int)
        column.append(.string("x"))
        column.append(.unfit("x"))
        column.append(.int(1))
        column[2] = .bool(true)
        #expect((0..<3).map { column[$0] } == [.empty, .empty, .empty])
    }

    @Test(
        "Empty cells are told from zeros at every place in a word of bits", arguments: [0, 1, 62, 63, 64, 65, 127, 128])
    func presence(place: Int) {
        var column = FixedColumn<Int>()
        for index in 0..<130 { column.append(index == place ? nil : 0) }
        for index in 0..<130 { #expect((column[index] == nil) == (index == place)) }
        column[place] = 5
        #expect(column[place] == 5)
        #expect(column.allSatisfy { $0 != nil })
    }

    @Test("Many cells come, go and are picked as in an array of optionals", arguments: UInt64(0)..<30)
    func manyCells(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        /// Long stretches of one kind and the other, as bits are moved by the word.
        func cells() -> [Int?] {
            (0..<Int.random(in: 0...6, using: &generator)).flatMap { _ in
                let isEmpty = generator.chance(1, in: 3)
                return (0..<Int.random(in: 1...150, using: &generator)).map { isEmpty ? nil : $0 }
            }
        }
        func places(_ count: Int, below end: Int) -> RecordIndexes {
            let start = Int.random(in: 0...end - count, using: &generator)
            let scattered = (0..<end).shuffled(using: &generator).prefix(count)
            return generator.chance(1, in: 2) ? RecordIndexes(start..<start + count) : RecordIndexes(scattered)
        }
        func column(_ cells: [Int?]) -> FixedColumn<Int> {
            var column = FixedColumn<Int>()
            for cell in cells { column.append(cell) }
            return column
        }
        var model = cells()
        var whole = column(model)
        for _ in 0..<20 {
            let new = cells()
            let coming = places(new.count, below: model.count + new.count)
            whole.insert(column(new), at: coming)
            model.insert(new, at: coming)
            #expect(Array(whole) == model)
            let going = places(Int.random(in: 0...model.count, using: &generator), below: model.count)
            #expect(Array(whole.picked(at: going)) == model.picked(at: going))
            whole.remove(at: going)
            model.remove(at: going)
            #expect(Array(whole) == model)
            #expect(!whole.isFull || !model.contains(nil))
        }
    }

    @Test("Equality looks at the cells, not at how they came to be")
    func equality() {
        var one = FixedColumn<Int>()
        var other = FixedColumn<Int>()
        for column in 0..<70 {
            one.append(column)
            other.append(column == 3 ? nil : column)
        }
        #expect(one != other)
        other[3] = 3
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    @Test("Texts too long for the block are kept beside it, replaced and dropped")
    func longTexts() {
        let long = String(repeating: "x", count: 17 << 20)
        var column = StringColumn()
        column.append("a")
        column.append(long)
        column.append(nil)
        column.append(long + "y")
        #expect(column[1] == long)
        #expect(column[3]?.utf8.count == long.utf8.count + 1)
        column[1] = "short"
        column[2] = long
        #expect(Array(column).map { $0?.utf8.count } == [1, 5, long.utf8.count, long.utf8.count + 1])
    }

    @Test("Replacing texts over and over keeps them right while the block is packed")
    func packing() {
        var column = StringColumn()
        for index in 0..<50 { column.append("text \(index)") }
        for round in 0..<3_000 { column[round % 50] = String(repeating: "z", count: 100) + String(round) }
        column[7] = nil
        for index in 0..<50 where index != 7 {
            #expect(column[index] == String(repeating: "z", count: 100) + String(2_950 + index))
        }
        #expect(column[7] == nil)
    }
}
