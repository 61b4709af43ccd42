import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Texts that have another one in them")
struct PrefixFilterTests {
    @Test("Are found at all places and of all lengths, and their neighbours are left out", arguments: UInt64(0)..<20)
    func naive(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let cells = (0..<700).map { _ in generator.chance(1, in: 9) ? nil : generator.text(of: 0...36) }
        for column in [Self.column(of: cells), Self.editedColumn(of: cells, with: &generator)] {
            let table = try RecordTable(schema: try Schema(names: ["S"], types: [.string]), columns: [.string(column)])
            for _ in 0..<12 {
                let wanted = generator.text(of: 1...5)
                let found = try await table.find(.test(table.schema[0].id, .contains, .text(wanted)))
                #expect(found == column.indices.filter { column[$0]?.contains(wanted) ?? false }, "\(wanted)")
                #expect(try await table.find(.anywhere(wanted)) == found, "\(wanted)")
            }
        }
    }

    @Test("Are found where the whole column has few bytes, or none")
    func small() async throws {
        for cells in [["a"], [""], ["ab", nil, "b"], [String(repeating: "a", count: 31) + "b"]] as [[String?]] {
            let table = try RecordTable(
                schema: try Schema(names: ["S"], types: [.string]),
                columns: [.string(Self.column(of: Array(repeatElement(cells, count: 20).joined())))])
            let found = try await table.find(.test(table.schema[0].id, .contains, .text("b")))
            #expect(found.count == 20 * cells.count { $0?.contains("b") ?? false })
        }
    }

    /// Each text once in the block, as when a file is read.
    private static func column(of cells: [String?]) -> StringColumn {
        var builder = StringColumnBuilder(capacity: cells.count)
        for cell in cells {
            if let cell { builder.append(cell) } else { builder.appendEmpty() }
        }
        return builder.finished()
    }

    /// Texts out of order in the block, with holes, as after editing.
    private static func editedColumn(of cells: [String?], with generator: inout SeededGenerator) -> StringColumn {
        var column = StringColumn()
        for _ in cells { column.append(generator.text(of: 0...36)) }
        for index in cells.indices.shuffled(using: &generator) { column[index] = cells[index] }
        column[cells.count / 2] = generator.text(of: 40...90)
        return column
    }
}

extension SeededGenerator {
    /// A text of two letters, so that much of it is what is looked for, or almost.
    fileprivate mutating func text(of length: ClosedRange<Int>) -> String {
        String((0..<Int.random(in: length, using: &self)).map { _ in chance(1, in: 3) ? "b" : "a" })
    }
}
