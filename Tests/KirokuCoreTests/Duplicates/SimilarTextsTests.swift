import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Texts that differ in a letter or two")
struct SimilarTextsTests {
    private static func groups(_ rows: [[String]]) async throws -> [[Int]] {
        let count = rows.first?.count ?? 1
        var table = try RecordTable(
            fieldNames: (0..<count).map { "F\($0)" }, fieldTypes: Array(repeating: .string, count: count))
        for row in rows { try table.addRecord(row.map { $0.isEmpty ? .empty : .string($0) }) }
        let found = try await DuplicateGroups.of(table, in: Array(0..<count), .similar)
        #expect(found.isComplete)
        return (0..<found.count).map { group in found[group].compactMap { table.index(of: $0) } }
    }

    @Test(
        "Alike",
        arguments: [
            ("Katharina", "Catharina"), ("Jonathan Smith", "Jonathon Smyth"), ("山田太郎", "山田大郎"), ("Müller", "Moller"),
            ("Berlin", "Berln"), ("Volume 2 of letters", "Volume 2 of leters"),
            ("Frankfurt am Main", "Frankfurt a Main"),
        ])
    func alike(one: String, other: String) async throws {
        #expect(try await Self.groups([[one], ["x"], [other]]) == [[0, 2]])
    }

    @Test(
        "Not alike",
        arguments: [
            ("Ann", "Ana"), ("Katharina", "Caterina"), ("Volume 1 of letters", "Volume 2 of letters"),
            ("Chapter Ⅳ", "Chapter Ⅴ"),
            ("第一回東京大会", "第二回東京大会"), ("abcdefghijkl", "abcxefyhizkl"), ("1234567", "1234568"),
        ])
    func notAlike(one: String, other: String) async throws {
        #expect(try await Self.groups([[one], [other]]) == [])
    }

    @Test("Long texts must be the same")
    func long() async throws {
        let text = String(repeating: "a long text ", count: 30)
        #expect(try await Self.groups([[text], [text + "b"], [text.uppercased()]]) == [[0, 2]])
    }

    @Test("Values that are no texts must be the same")
    func values() async throws {
        var table = try RecordTable(fieldNames: ["Name", "Age"], fieldTypes: [.string, .int])
        for (name, age) in [("Katharina", 1), ("Catharina", 2), ("Catharina", 1)] {
            try table.addRecord([.string(name), .int(age)])
        }
        let found = try await DuplicateGroups.of(table, in: [0, 1], .similar)
        #expect(found.count == 1 && found[0].map { table.index(of: $0) } == [0, 2])
    }

    /// Each text is in the group of the first one before it that it is like and that is like none before itself.
    @Test("What is found is what a comparison of each with each finds", arguments: UInt64(0)..<12)
    func likeEachWithEach(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fields = Int.random(in: 1...2, using: &random)
        let letters = Array(seed % 2 == 0 ? "abcd" : "ab東1é ")
        let rows = (0..<80).map { _ in
            (0..<fields).map { _ in
                let length = Int.random(in: 0...14, using: &random)
                return String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
            }
        }
        var firsts: [Int] = []
        var groups: [Int: [Int]] = [:]
        for (index, row) in rows.enumerated() {
            guard row.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { continue }
            if let first = firsts.first(where: { Self.isLike(rows[$0], row) }) {
                groups[first, default: [first]].append(index)
            } else {
                firsts.append(index)
            }
        }
        let expected = groups.values.sorted { $0[0] < $1[0] }
        #expect(try await Self.groups(rows) == expected)
    }

    private static func isLike(_ one: [String], _ other: [String]) -> Bool {
        var left = 2
        for (text, otherText) in zip(one, other) {
            let letters = Array(TextFolding.letters.folded(text).unicodeScalars)
            let otherLetters = Array(TextFolding.letters.folded(otherText).unicodeScalars)
            let distance = distance(letters, otherLetters)
            let numbers = letters.filter { $0.properties.numericType != nil }
            guard numbers == otherLetters.filter({ $0.properties.numericType != nil }),
                distance <= min(limit(letters), limit(otherLetters))
            else { return false }
            left -= distance
        }
        return left >= 0
    }

    private static func limit(_ letters: [Unicode.Scalar]) -> Int {
        let weight = letters.reduce(0) { $0 + ($1.value > 0x3400 ? 2 : 1) }
        return weight < 5 ? 0 : weight < 10 ? 1 : 2
    }

    private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var line = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var diagonal = line[0]
            line[0] = row + 1
            for (column, otherLetter) in other.enumerated() {
                let best = min(line[column], line[column + 1], diagonal + (letter == otherLetter ? -1 : 0)) + 1
                diagonal = line[column + 1]
                line[column + 1] = best
            }
        }
        return line[other.count]
    }

    @Test(
        "Texts that are nearly all alike are not compared each with each",
        arguments: [(1_000_000, 1_000_000_000, true), (200, 1_000_000_000, false), (1_000_000, 20_000, false)])
    func hostile(each: Int, all: Int, isComplete: Bool) async throws {
        var random = SeededGenerator(seed: 5)
        var table = try RecordTable(fieldNames: ["Text"], fieldTypes: [.string])
        let beginning = String(repeating: "https://example.org/", count: 4)
        for _ in 0..<400 {
            let end = String((0..<30).map { _ in ["a", "b"].randomElement(using: &random) ?? "a" })
            try table.addRecord([.string(beginning + end)])
        }
        let found = SimilarTexts.joined(
            Array(0..<400), ComparedTexts(table, [0]), StopFlag(), { _ in },
            within: SimilarTexts.Limits(each: each, all: all, eachAfterAll: 100))
        #expect(found.isComplete == isComplete && found.firsts.count == 400)
    }
}
