import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Columns of choices")
struct CodedColumnTests {
    @Test(
        "They behave like an array, also with more than 65,535 different values",
        arguments: 1...12 as ClosedRange<UInt64>)
    func likeAnArray(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var column = CodedColumn<Choice>()
        var array: [Choice?] = []
        if seed == 1 {
            array = (0..<65_600).map { Choice("v\($0)") }
            for value in array { column.append(value) }
        }
        func values(_ count: Int) -> [Choice?] {
            (0..<count).map { _ in
                Choice(["", "a", "b", "日本", "e\u{301}", "\u{e9}"].randomElement(using: &random) ?? "")
            }
        }
        for _ in 0..<60 {
            let new = values(Int.random(in: 1...3, using: &random))
            var other = CodedColumn<Choice>()
            for value in new { other.append(value) }
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                column.append(contentsOf: other)
                array += new
            case 1:
                let start = Int.random(in: 0...array.count, using: &random)
                let indexes = RecordIndexes(start..<start + new.count)
                column.insert(other, at: indexes)
                array.insert(new, at: indexes)
            case 2 where !array.isEmpty:
                let index = Int.random(in: 0..<array.count, using: &random)
                column.remove(at: RecordIndexes(index))
                array.remove(at: index)
            case 3 where !array.isEmpty:
                let index = Int.random(in: 0..<array.count, using: &random)
                column[index] = new[0]
                array[index] = new[0]
            default:
                column.appendEmpty(1)
                array.append(nil)
            }
        }
        #expect(Array(column).map { $0.map { Array($0.text.utf8) } } == array.map { $0.map { Array($0.text.utf8) } })
        #expect(column.cells.isWide == (seed == 1))
        let wanted = Choice("a")
        #expect(column.indexes { $0 == wanted } == array.indices.filter { array[$0] == wanted })
    }

    @Test("Several choices are written in one way")
    func several() {
        #expect(Choices("a;b ; a;; c ")?.text == "a; b; c")
        #expect(Choices("a; b")?.texts == ["a", "b"])
        #expect(Choices("")?.text == nil)
        #expect(Choices(" ; ")?.texts == [" ; "])
        #expect(Choices(["", "a"])?.text == "a" && Choices([]) == nil)
    }
}
