import CoreTestSupport
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// The process has one locale for all its threads, so only this test changes it, and the other tests order by code points.
@Suite("Sorting in the user's language")
struct CollationTests {
    private static let installed = ["en_US.UTF-8", "ja_JP.UTF-8", "de_DE.UTF-8", "en_GB.UTF-8"].first { name in
        guard let locale = newlocale(1 << LC_COLLATE, name, nil) else { return false }
        freelocale(locale)
        return true
    }

    @Test("Texts are in the locale's order, and equal ones as they stand", .enabled(if: installed != nil))
    func collation() async throws {
        let before = (collate: name(of: LC_COLLATE), letters: name(of: LC_CTYPE))
        setlocale(LC_CTYPE, "C.UTF-8")
        setlocale(LC_COLLATE, Self.installed)
        defer {
            setlocale(LC_CTYPE, before.letters)
            setlocale(LC_COLLATE, before.collate)
        }
        var generator = SeededGenerator(seed: 5)
        let long = String(repeating: "ä", count: 800)
        let pieces = ["a", "B", "c", "A", "b", "é", "e\u{301}", "日", "本", "ア", "ｱ", " ", "-", "1", "", long]
        var table = try RecordTable(fieldNames: ["S"], fieldTypes: [.string])
        for _ in 0..<1_000 {
            let pieces = (0..<Int.random(in: 0...3, using: &generator)).map { _ in generator.pick(pieces) }
            try table.addRecord([.string(pieces.joined())])
        }
        let field = try table.schema.field("S", of: String.self)
        let rising = try await table.order(by: [SortRule(field: field.id)])
        for place in stride(from: 0, to: table.count, by: 97) {
            let wanted = try #require(table[rising[place], field])
            let before = rising.prefix { !(table[$0, field] ?? "").utf8.elementsEqual(wanted.utf8) }
            let condition = Condition.test(field.id, .less, .text(wanted))
            // Conditions have the order of sorting.
            #expect(try await table.find(condition) == before.sorted())
        }
        for isDescending in [false, true] {
            let order = try await table.order(by: [SortRule(field: field.id, isDescending: isDescending)])
            #expect(Set(order) == Set(0..<table.count))
            for (left, right) in zip(order, order.dropFirst()) {
                let (one, other) = (table[left, field] ?? "", table[right, field] ?? "")
                let compared = strcoll(one, other)
                #expect(isDescending ? compared >= 0 : compared <= 0)
                if one.utf8.elementsEqual(other.utf8) { #expect(left < right) }
            }
        }
    }

    private func name(of category: Int32) -> String {
        setlocale(category, nil).map { String(cString: $0) } ?? "C"
    }
}
