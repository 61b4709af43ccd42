import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// DuckDB 1.x and pandas 2 take all of these for texts unless they are told the signs of each column; what Calc and
/// Gnumeric make of them depends on the locale.
@Suite("Numbers of texts in forms of their own")
struct WrittenNumbersTests {
    private func read(
        _ lines: [String], _ separator: SeparatedText.Separator = .tab, sign: SeparatedText.Style.DecimalSign? = nil,
        types: [String: FieldType] = [:]
    ) async throws -> ImportedText {
        var options = SeparatedText.ReadingOptions(separator: separator, header: .present)
        options.decimalSign = sign
        options.fieldTypes = types
        return try await SeparatedText.read(Array((lines.joined(separator: "\n") + "\n").utf8), options: options)
    }

    private func plain(_ text: ImportedText) -> [String] {
        text.table.rows.map { $0[0].plainText ?? "" }
    }

    @Test(
        "A field whose numbers have one form has numbers, and shows them in that form",
        arguments: [
            (["12,50", "7,00", "-3,25"], ["12.5", "7.0", "-3.25"], NumberFormat(places: 2)),
            (["4,7", "12", "0,05"], ["4.7", "12.0", "0.05"], .asTyped),
            (
                ["1.299,00 €", "12,50 €"], ["1299.0", "12.5"],
                NumberFormat(places: 2, groupsThousands: true, unit: " €")
            ),
            (
                ["$1,299.00", "-$12.50", "$-1.00"], ["1299.0", "-12.5", "-1.0"],
                NumberFormat(places: 2, groupsThousands: true, unit: "$", unitPlace: .before)
            ),
            (["1,299.00", "999.50"], ["1299.0", "999.5"], NumberFormat(places: 2, groupsThousands: true)),
            (["12.5 %", "7 %"], ["0.125", "0.07"], NumberFormat(unit: " %", isPercent: true)),
            (["12,50%", "100,00%"], ["0.125", "1.0"], NumberFormat(places: 2, unit: "%", isPercent: true)),
            (["(1,234)", "12", "1,234,567"], ["-1234", "12", "1234567"], NumberFormat(groupsThousands: true)),
            (["(€5.50)", "€6.25"], ["-5.5", "6.25"], NumberFormat(places: 2, unit: "€", unitPlace: .before)),
            (["1 234,5", "12 345 678,9"], ["1234.5", "12345678.9"], NumberFormat(groupsThousands: true)),
            (["1\u{a0}234,5", "2,5"], ["1234.5", "2.5"], NumberFormat(groupsThousands: true)),
            (["1\u{202f}234,5", "2,5"], ["1234.5", "2.5"], NumberFormat(groupsThousands: true)),
            (["1\u{2009}234", "17"], ["1234", "17"], NumberFormat(groupsThousands: true)),
            (["1'234.50", "0.75"], ["1234.5", "0.75"], NumberFormat(places: 2, groupsThousands: true)),
            (["1’234", "5"], ["1234", "5"], NumberFormat(groupsThousands: true)),
            (["−5", "3"], ["-5", "3"], .asTyped),
            (["−5,5", "3", ""], ["-5.5", "3.0", ""], .asTyped),
            (
                ["CHF 12.50", "CHF 1'000.00"], ["12.5", "1000.0"],
                NumberFormat(places: 2, groupsThousands: true, unit: "CHF ", unitPlace: .before)
            ),
            (["R$ 5,00", "R$ 6,50"], ["5.0", "6.5"], NumberFormat(places: 2, unit: "R$ ", unitPlace: .before)),
            (["1,200円", "980円"], ["1200", "980"], NumberFormat(groupsThousands: true, unit: "円")),
            (["1,5e-7", "2,25"], ["1.5e-07", "2.25"], .asTyped),
            (
                ["%12,5", "%8,0"], ["0.125", "0.08"],
                NumberFormat(places: 1, unit: "%", unitPlace: .before, isPercent: true)
            ),
        ] as [([String], [String], NumberFormat)])
    func forms(lines: [String], expected: [String], format: NumberFormat) async throws {
        let text = try await read(["N"] + lines)
        let isWhole = expected.allSatisfy { !$0.contains(".") }
        #expect(text.table.fieldTypes == [isWhole ? .int : .float])
        let numbers = expected.map { Double($0).map { isWhole ? CellValue.int(Int($0)) : .float($0) } ?? .empty }
        #expect(text.table.rows.map { $0[0] } == numbers)
        #expect(text.table.schema[0].numberFormat == format)
        #expect(text.numberNotes.isEmpty)
    }

    @Test(
        "Anything else stays text, letter by letter",
        arguments: [
            ["12,50", "soon"], ["1,23,456"], ["12,5 kg", "3,0 kg"], ["732 829 320", "421 000 111"],
            ["110 001", "560 034"],
            ["(1)", "(2)", "(3)"], ["1.2.3", "1.10.2"], ["192.168.1.1"], ["192.168.100.101", "192.168.100.102"],
            ["007,5"], ["12,50", "1,2,3"], ["+49 30 1234"], ["01 234"], ["5,"], [",5"], ["1 234 5"], ["$"], ["5 €€"],
            ["€ 5 €"], ["1,234 - 2,345"], ["--5,5"], ["1e5 €"], ["COP 21", "COP 22"], ["A 1,5"],
            ["1234567890123456789,"],
            ["1.9", "1.10"], ["5\u{a0}", "6\u{a0}"], ["$5", "€5"], ["5 %", "0.05"], ["1 234", "1.234", "1,234"],
        ])
    func texts(lines: [String]) async throws {
        let text = try await read(["N"] + lines)
        #expect(text.table.fieldTypes == [.string])
        #expect(text.table.rows.map { $0[0] } == lines.map { .string($0) })
        #expect(text.table.schema[0].numberFormat == .asTyped)
    }

    @Test("Digits that a Float loses make exact numbers")
    func exact() async throws {
        let text = try await read(["N", "1.234.567.890.123.456,789 €", "0,50 €"])
        #expect(text.table.fieldTypes == [.decimal])
        #expect(plain(text) == ["1234567890123456.789", "0.50"])
    }

    @Test("Where all of its numbers could have either sign, other fields decide, then the separator, and it is told")
    func unclear() async throws {
        let alone = try await read(["N;A", "1,234;x", "-22,500;y"], .semicolon)
        #expect(plain(alone) == ["1.234", "-22.5"])
        #expect(alone.numberNotes == [NumberNote(kind: .unclear(.comma), field: "N", samples: ["1,234", "-22,500"])])
        let quoted = try await read(["N,A", "\"1,234\",x", "\"22,500\",y"], .comma)
        #expect(quoted.table.rows.map { $0[0] } == [.int(1_234), .int(22_500)])
        #expect(quoted.numberNotes.map(\.kind) == [.unclear(.point)])
        let beside = try await read(["N;P", "1,234;12.50", "22,500;0.75"], .semicolon)
        #expect(beside.table.rows.map { $0[0] } == [.int(1_234), .int(22_500)])
        let comma = try await read(["N,P", "\"1,234\",\"12,5\"", "\"22,500\",\"7,25\""], .comma)
        #expect(plain(comma) == ["1.234", "22.5"])
        #expect(comma.numberNotes.map(\.kind) == [.unclear(.comma)])
        for (sign, first) in [(SeparatedText.Style.DecimalSign.point, "1234"), (.comma, "1.234")] {
            let asked = try await read(["N;A", "1,234;x"], .semicolon, sign: sign)
            #expect(plain(asked) == [first])
            #expect(asked.numberNotes.map(\.kind) == [.unclear(sign)])
        }
    }

    @Test("Points that set thousands apart are known from the other fields, or asked for")
    func points() async throws {
        let lines = ["Piece;Price", "1.234;12,50", "999;0,75", "12.000;7,00"]
        let text = try await read(lines, .semicolon)
        #expect(text.table.rows.map { $0[0] } == [.int(1_234), .int(999), .int(12_000)])
        #expect(text.table.schema[0].numberFormat == NumberFormat(groupsThousands: true))
        #expect(text.numberNotes == [NumberNote(kind: .unclear(.comma), field: "Piece", samples: ["1.234", "12.000"])])
        let turned = try await read(lines, .semicolon, sign: .point)
        #expect(turned.table.rows.map { $0[0] } == [.float(1.234), .float(999), .float(12)])
        let small = try await read(["Density;Price", "0.998;12,50", "1.234;7,00"], .semicolon)
        #expect(small.table.rows.map { $0[0] } == [.float(0.998), .float(1.234)])
        let plain = try await read(["Density;Name", "1.234;a", "7.500;b"], .semicolon)
        #expect(plain.table.fieldTypes[0] == .float && plain.numberNotes.isEmpty)
        let asked = try await read(["Density;Name", "1.234;a", "7.500;b"], .semicolon, sign: .comma)
        #expect(asked.table.rows.map { $0[0] } == [.int(1_234), .int(7_500)])
    }

    @Test("Two forms in one field: the rest is unfit, and told")
    func mixed() async throws {
        let usual = (0..<388).map { "1,\(100 + $0).50" }
        let text = try await read(["N"] + usual + (0..<12).map { "1.\(200 + $0),50" })
        #expect(text.table.fieldTypes == [.float])
        #expect(text.table[0, 0] == .float(1_100.5) && text.table[388, 0] == .unfit("1.200,50"))
        #expect(text.table.unfitCount == 12)
        let samples = ["1.200,50", "1.201,50", "1.202,50"]
        #expect(text.numberNotes == [NumberNote(kind: .others(count: 12, of: 400), field: "N", samples: samples)])
        #expect(text.numberNotes[0].message.contains("12 of 400"))
        let plain = try await read(["N"] + (0..<388).map { "\($0).25" } + ["1.234,50"])
        #expect(plain.table.fieldTypes == [.float] && plain.table[388, 0] == .unfit("1.234,50"))
        let half = try await read(["N", "1,234.50", "1.234,50"])
        #expect(half.table.fieldTypes == [.string])
        let late = try await read(["N"] + usual + ["n/a"])
        #expect(late.table.fieldTypes == [.string])
    }

    @Test("A text in many parts is read as one in a single part")
    func parts() async throws {
        let numbers = (0..<200_000).map { "\($0 % 1_000),\($0 % 10)5" }
        let text = try await read(["A;N"] + numbers.map { "record;\($0)" }, .semicolon)
        #expect(text.table.fieldTypes == [.string, .float])
        #expect(text.table[199_999, 1] == .float(999.95))
    }

    @Test("A chosen type, a field that is given another type, and an import into one read the same")
    func types() async throws {
        let lines = ["N", "1.299,00 €", "12,50 €", "soon", "1,299.00 €", "13.5"]
        let expected: [CellValue] = [
            .float(1_299), .float(12.5), .unfit("soon"), .unfit("1,299.00 €"), .unfit("13.5"),
        ]
        let format = NumberFormat(places: 2, groupsThousands: true, unit: " €")
        var many = lines
        for number in 0..<40 { many.append("\(number),00 €") }
        let chosen = try await read(many, types: ["N": .float])
        #expect(chosen.table.rows.prefix(5).map { $0[0] } == expected)
        #expect(chosen.table.schema[0].numberFormat == format)
        let asText = try await read(many, types: ["N": .string]).table
        let conversion = try TypeConversion(0, of: asText, to: .float)
        #expect(conversion.convertedCount == 42 && conversion.unfit.map(\.record) == [2, 3, 4])
        #expect(try conversion.contents(id: asText.schema[0].id).definition.numberFormat == format)
        let target = RecordTable(schema: try Schema(names: ["N"], types: [.float]))
        let fitted = try FittedRecords(asText, for: target.schema, [FieldMatch(source: 0, field: 0)])
        #expect(fitted.table.rows.prefix(5).map { $0[0] } == expected)
        let exact = try await read(["N", "12,50", "0,10"], types: ["N": .decimal])
        #expect(plain(exact) == ["12.50", "0.10"])
    }

    @Test("What is exported with a decimal comma comes back", arguments: [SeparatedText.Separator.semicolon, .comma])
    func exported(separator: SeparatedText.Separator) async throws {
        let schema = try Schema(names: ["F", "D", "I"], types: [.float, .decimal, .int])
        var table = RecordTable(schema: schema)
        for number in [4.7, -1_234.25, 0, 3e-7, 12] {
            let exact = DecimalNumber(written: "12.345678901234567890") ?? .zero
            try table.addRecord([.float(number), .decimal(exact), .int(1_234)])
        }
        let options = SeparatedText.WritingOptions(separator: separator, style: .init(decimalSign: .comma))
        let text = try await SeparatedText.write(TablePart(table), options: options)
        let read = try await SeparatedText.read(text).table
        #expect(read.rows.map { Array($0) } == table.rows.map { Array($0) })
        let imported = try await SeparatedText.read(text, into: schema).table
        #expect(imported.rows.map { Array($0) } == table.rows.map { Array($0) })
    }

    @Test(
        "Existing fields learn the form from the first records; a number in another form is unfit",
        arguments: [
            (["1.299,00 €", "12,50 €", "3,00"], [.float(1_299), .float(12.5), .float(3)], FieldType.float),
            (["1.234", "12,50", "0,75", "7.5"], [.float(1_234), .float(12.5), .float(0.75), .unfit("7.5")], .float),
            (
                ["1,234.50", "7", "2,345.00", "1.234,50"],
                [.float(1_234.5), .float(7), .float(2_345), .unfit("1.234,50")], .float
            ),
            (["12.5 %", "5 %", "0.5"], [.float(0.125), .float(0.05), .float(0.5)], .float),
            (["1.234", "17", "2.000"], [.int(1_234), .int(17), .int(2_000)], .int),
            (["1 234", "(5)", "x"], [.int(1_234), .int(-5), .unfit("x")], .int),
            (["12,50", "0,10"], [.decimal(12, 50), .decimal(0, 10)], .decimal),
            (["−5", "3"], [.int(-5), .int(3)], .int),
        ] as [([String], [CellValue], FieldType)])
    func existing(lines: [String], expected: [CellValue], type: FieldType) async throws {
        let schema = try Schema(names: ["N", "A"], types: [type, .string])
        let text = "N;A\n" + lines.map { "\($0);a\n" }.joined()
        let records = try await SeparatedText.read(Array(text.utf8), into: schema)
        #expect(records.table.rows.map { $0[0] } == expected)
        // Numbers in the plain form come first, so that the form is seen late.
        let many = (0..<200).map { "\($0);a\n" }.joined()
        guard lines[1] == "12,50 €" || lines[1] == "0,10" else { return }
        let start = lines.prefix(2).map { "\($0);a\n" }.joined()
        let late = try await SeparatedText.read(Array(("N;A\n" + many + start).utf8), into: schema)
        #expect(late.table.rows.suffix(2).map { $0[0] } == Array(expected.prefix(2)))
        #expect(late.table.unfitCount == 0)
    }

    @Test("Unclear numbers for existing fields are told")
    func existingUnclear() async throws {
        let schema = try Schema(names: ["N"], types: [.float])
        let text = Array("N\n1,234\n22,500\n".utf8)
        let records = try await SeparatedText.read(text, into: schema, options: .init(separator: .tab))
        #expect(records.table.rows.map { $0[0] } == [.float(1_234), .float(22_500)])
        #expect(records.numberNotes == [NumberNote(kind: .unclear(.point), field: "N", samples: ["1,234", "22,500"])])
        var options = SeparatedText.ReadingOptions(separator: .tab)
        options.decimalSign = .comma
        let asked = try await SeparatedText.read(text, into: schema, options: options)
        #expect(asked.table.rows.map { $0[0] } == [.float(1.234), .float(22.5)])
    }

    @Test("Why a field of numbers is text: because of the text among them, or of another form")
    func reasons() async throws {
        for (lines, reason) in [(["12,50", "3,25", "soon"], "soon"), (["12", "3,25", "1.5", "€5"], "3,25")] {
            let table = try await read(["N"] + lines).table
            #expect(table.textReason(ofField: 0)?.text == reason)
        }
        let words = try await read(["N", "12,50", "n/a", "3,25"]).table.missingWords()
        #expect(words.map(\.text) == ["n/a"])
    }
}

extension CellValue {
    fileprivate static func decimal(_ whole: Int, _ hundredths: Int) -> CellValue {
        DecimalNumber(coefficient: Int128(whole * 100 + hundredths), places: 2)?.cellValue ?? .empty
    }
}
