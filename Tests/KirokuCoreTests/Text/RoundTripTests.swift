import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Tables as text and back")
struct RoundTripTests {
    private static let pieces = [
        "a", "B", " ", "\t", "\n", "\r", "\r\n", "\"", "\"\"", ",", ";", "東京", "é", "👩‍👩‍👧", "\u{0}",
        "0", "1", "-", ".", "e", "+", "true", "\u{2028}", "\\", "'", "\u{feff}",
    ]

    private func randomText(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...5, using: &random)
        return (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
    }

    private func randomCell(_ type: FieldType, _ random: inout SeededGenerator) -> CellValue {
        switch Int.random(in: 0...9, using: &random) {
        case 0: return .empty
        case 1 where !type.takesAnyText: return .unfit(randomText(&random))
        default: break
        }
        switch type {
        case .int: return .int(Int(truncatingIfNeeded: random.next()))
        case .float: return .float(Double.random(in: -1e6...1e6, using: &random))
        case .bool: return .bool(Bool.random(using: &random))
        case .string: return .string(randomText(&random))
        case .date: return .date(random.date())
        case .time: return .time(random.time())
        case .dateAndTime: return .dateAndTime(random.moment())
        case .decimal: return .decimal(random.decimal())
        case .rating: return .rating(random.rating())
        case .duration: return .duration(random.duration())
        case .choice: return Choice(random.choiceText())?.cellValue ?? .empty
        case .choices: return Choices(random.choiceText())?.cellValue ?? .empty
        }
    }

    private func randomTable(_ random: inout SeededGenerator) throws -> RecordTable {
        let types = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            FieldType.allCases.randomElement(using: &random) ?? .string
        }
        let names = types.indices.map { "\($0) x\(randomText(&random))" }
        var table = RecordTable(schema: try Schema(names: names, types: types))
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            try table.addRecord(types.map { randomCell($0, &random) })
        }
        return table
    }

    @Test("No character of a table is lost, and nothing is empty that was not", arguments: 0..<150 as Range<UInt64>)
    func randomTables(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let table = try randomTable(&random)
        for separator in SeparatedText.Separator.detected {
            let text = try await SeparatedText.write(table, separator: separator)
            let options = SeparatedText.ReadingOptions(separator: separator, header: .present)
            let read = try await SeparatedText.read(text, options: options)
            #expect(read.table.fieldNames == table.fieldNames)
            #expect(read.table.count == table.count)
            #expect(read.notices.allSatisfy { $0.kind == .nulCharacter })
            for (was, isNow) in zip(table.rows, read.table.rows) {
                for (before, after) in zip(was, isNow) {
                    #expect(before == .empty ? after == .empty : areSame(before, after))
                }
            }
        }
    }

    /// Letter by letter the same; or the same number, for a field that holds only numbers, by chance as unfit text,
    /// becomes a field of numbers.
    private func areSame(_ before: CellValue, _ after: CellValue) -> Bool {
        guard let before = before.plainText, let after = after.plainText else { return false }
        if before.unicodeScalars.elementsEqual(after.unicodeScalars) { return true }
        return Double(before) != nil && Double(before) == Double(after)
    }

    @Test("Tables without unfit text come back as they were, types and all", arguments: [1, 2, 3] as [UInt64])
    func types(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var table = RecordTable(
            schema: try Schema(names: ["Number", "Rate", "Member", "Name"], types: [.int, .float, .bool, .string]))
        for _ in 0..<2_000 {
            try table.addRecord([
                .int(Int.random(in: -1_000...1_000, using: &random)), .float(Double.random(in: -5...5, using: &random)),
                .bool(Bool.random(using: &random)), .string("x" + randomText(&random)),
            ])
        }
        for separator in SeparatedText.Separator.detected {
            let read = try await SeparatedText.read(SeparatedText.write(table, separator: separator))
            #expect(read.table == table)
            #expect(read.format.separator == separator)
        }
    }

    @Test("Random bytes are read or refused, never more", arguments: 0..<200 as Range<UInt64>)
    func anyText(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in randomText(&random) }.joined(separator: "\t")
        let read = try await readText(text)
        let again = try await SeparatedText.read(
            SeparatedText.write(read.table), options: .init(separator: .tab, header: .present))
        #expect(again.table.count == read.table.count)
        let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = try? await SeparatedText.read(bytes)
    }
}
