import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Equal numbers and texts")
struct EqualNumbersTests {
    /// The indexes of equal numbers, found one by one.
    private static func groups(_ numbers: [Int]) -> [[Int]] {
        Dictionary(grouping: numbers.indices.filter { numbers[$0] != 0 }) { numbers[$0] }.values
            .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
    }

    private static func groups(_ equal: EqualNumbers) -> [[Int]] {
        equal.ends.indices.map { Array(equal.indexes[equal.start(of: $0)..<equal.ends[$0]]) }
    }

    @Test("Those of one list, and of several that follow each other", arguments: UInt64(0)..<20)
    func found(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...3_000, using: &random)
        let different = Int.random(in: 1...max(1, 2 * count), using: &random)
        let isSpread = Bool.random(using: &random)
        let numbers = (0..<count).map { _ in
            let number = Int.random(in: 0..<different, using: &random)
            return isSpread ? number &* 0x9e37_79b9_7f4a_7c1 : number
        }
        let expected = Self.groups(numbers)
        #expect(Self.groups(EqualNumbers(in: numbers)) == expected)
        let cuts = [0] + (0..<2).map { _ in Int.random(in: 0...count, using: &random) }.sorted() + [count]
        let lists = zip(cuts, cuts.dropFirst()).map { PartedNumbers(Array(numbers[$0..<$1]), from: $0) }
        let found = await EqualNumbers.found(in: lists)
        #expect(Self.groups(found) == expected)
        var firsts = numbers.indices.map { numbers[$0] == 0 ? -1 : $0 }
        for group in expected { for index in group { firsts[index] = group[0] } }
        #expect(found.firsts(in: lists) == firsts)
    }

    @Test("A text has one number wherever it is, and texts that differ in a byte or in length have others")
    func texts() {
        var met: [Int: [UInt8]] = [:]
        for count in 0...70 {
            for changed in -1..<count {
                var text = [UInt8](repeating: 0x20, count: count)
                if changed >= 0 { text[changed] = 0x21 }
                let number = text.withUnsafeBufferPointer { SeededHash.of($0) }
                #expect(met.updateValue(text, forKey: number) == nil)
                for shift in 1...3 {
                    let moved = [UInt8](repeating: 1, count: shift) + text + [2]
                    moved.withUnsafeBufferPointer { all in
                        let same = UnsafeBufferPointer(rebasing: all[shift..<shift + count])
                        #expect(SeededHash.of(same) == number)
                    }
                }
            }
        }
    }

    @Test("Every bit of a text changes about half of those of its number")
    func bits() {
        for count in [1, 3, 4, 7, 8, 13, 16, 17, 40] {
            var changes = 0
            for bit in 0..<count * 8 {
                var text = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
                let number = text.withUnsafeBufferPointer { SeededHash.of($0) }
                text[bit / 8] ^= 1 << UInt8(bit % 8)
                changes += (number ^ text.withUnsafeBufferPointer { SeededHash.of($0) }).nonzeroBitCount
            }
            #expect((20...44).contains(changes / (count * 8)))
        }
    }
}
