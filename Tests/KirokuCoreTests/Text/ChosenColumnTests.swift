import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Columns of a text whose types are chosen")
struct ChosenColumnTests {
    private static let types: [FieldType] = [.int, .float, .decimal, .bool, .date, .time, .dateAndTime]

    private static func read(
        _ lines: [String], _ types: [String: FieldType], sign: SeparatedText.Style.DecimalSign? = nil
    ) async throws -> ImportedText {
        var options = SeparatedText.ReadingOptions(separator: .semicolon, header: .present)
        options.fieldTypes = types
        options.decimalSign = sign
        return try await SeparatedText.read(Array((lines.joined(separator: "\n") + "\n").utf8), options: options)
    }

    /// A text that is mostly a value of the type.
    private static func cell(_ type: FieldType, _ odd: Int, _ random: inout SeededGenerator) -> String {
        if random.chance(1, in: 6) { return "" }
        let number = Int.random(in: -3_000...3_000, using: &random)
        if random.chance(odd, in: 100) {
            return [
                "soon", "1.234", "22.500", "1.299,00", "007", "-0", "-0.00", "1e3", "12345678901234567890", "+5",
                "123456789012345678901.5", "1998", "24/12/2026", "TRUE", "False", "yes", "\"1\"", "\"\"", " 5", "9:05",
                "2026-12", "2026-12-24 09:05",
            ].randomElement(using: &random) ?? ""
        }
        return switch type {
        case .int: String(number)
        case .float: "\(number / 100).\(abs(number % 90) + 10)"
        case .decimal: random.chance(1, in: 3) ? String(number) : "\(abs(number)).\(abs(number % 90) + 10)"
        case .bool: number > 0 ? "true" : "false"
        case .date: CalendarDate(year: 2_000 + number / 100, month: abs(number) % 12 + 1, day: 17)?.text ?? ""
        case .time: TimeOfDay(hour: abs(number) % 24, minute: abs(number) % 60)?.isoText ?? ""
        default: "2026-02-1\(abs(number) % 10) 1\(abs(number) % 10):30"
        }
    }

    @Test("They have the values, unfit texts and formats that their texts give", arguments: UInt64(0)..<60)
    func sameAsTexts(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let type = Self.types[Int(seed) % Self.types.count]
        let odd = [0, 0, 4, 100].randomElement(using: &random) ?? 0
        let lines = ["N;S"] + (0..<40).map { _ in Self.cell(type, odd, &random) + ";x" }
        let sign = [SeparatedText.Style.DecimalSign.point, .comma].randomElement(using: &random)
        let read = try await Self.read(lines, ["N": type], sign: sign)
        var options = SeparatedText.ReadingOptions()
        options.fieldTypes = ["N": type]
        options.decimalSign = sign
        let expected = try await Self.read(lines, ["N": .string], sign: sign).applying(options)
        #expect(read.table == expected.table, "\(type) \(lines)")
        #expect(read.table.schema.fields.map(\.numberFormat) == expected.table.schema.fields.map(\.numberFormat))
        #expect(read.numberNotes == expected.numberNotes)
    }

    @Test("Values of the type are read as such from the start", arguments: types)
    func gathered(type: FieldType) {
        var random = SeededGenerator(seed: 1)
        let options = SeparatedText.ReadingOptions()
        let gatherer = GuessedCells(options.guesses(as: type))
        for _ in 0..<50 {
            let cell = Self.cell(type, 0, &random)
            if cell.isEmpty { gatherer.takeEmpty(count: 1) } else { gatherer.take(cell) }
        }
        gatherer.takeEmpty(count: 2)
        let piece = gatherer.finished()
        #expect(piece.count == 52 && piece.values != nil)
        #expect(GuessedPiece.type(of: [.empty(3), piece], chosen: type) == type)
        gatherer.take("soon")
        let texts = gatherer.finished()
        #expect(texts.count == 53 && texts.values == nil)
        #expect(GuessedPiece.type(of: [piece, texts], chosen: type) == .string)
    }

    @Test("Values of a part that fit are texts again where another part has one that does not", arguments: types)
    func parts(type: FieldType) async throws {
        var random = SeededGenerator(seed: 2)
        let cells = (0..<1_000).map { _ in Self.cell(type, 0, &random) }
        var lines = ["N;S"]
        let text = String(repeating: "long ", count: 20)
        for record in 0..<25_000 { lines.append(cells[record % 1_000] + ";" + text) }
        let fit = try await Self.read(lines, ["N": type]).table
        #expect(fit.fieldTypes == [type, .string] && fit.unfitCount == 0)
        let unfit = try await Self.read(lines + ["soon;x"], ["N": type]).table
        #expect(unfit.fieldTypes == [type, .string] && unfit[25_000, 0] == .unfit("soon"))
        #expect(unfit[24_999, 0] == fit[24_999, 0] && unfit[501, 0] == fit[501, 0])
    }

    @Test(
        "Where other fields have decimal commas, numbers with three decimals are thousands",
        arguments: [
            FieldType.float, .decimal,
        ])
    func commas(type: FieldType) async throws {
        let lines = ["N;P", "1.234;12,5", "22.500;7,25", "7;3"]
        let read = try await Self.read(lines, ["N": type]).table
        #expect(
            read.rows.map { $0[0].plainText }
                == (type == .float ? ["1234.0", "22500.0", "7.0"] : ["1234", "22500", "7"]))
        let clear = try await Self.read(lines + ["1.5;8"], ["N": type]).table
        #expect(clear[0, 0].plainText == "1.234")
    }

    @Test("A chosen column of whole numbers or with points does not show the decimal sign of others")
    func noVote() async throws {
        for cell in ["12", "12.50"] {
            let read = try await Self.read(["N;P", "1,234;\(cell)", "22,500;\(cell)"], ["P": .float])
            #expect(read.table.rows.map { $0[0] } == [.float(1.234), .float(22.5)])
        }
    }
}
