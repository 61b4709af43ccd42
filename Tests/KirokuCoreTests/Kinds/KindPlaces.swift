import CoreTestSupport
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A place of the program in which every kind of field has to do something.
///
/// A new kind comes into each of them by itself, with the values that ``values(of:)`` must name for it.
enum KindPlace: CaseIterable {
    case typing, showing, document, history, lines, commaLines, json, propertyList, html, gnumeric, intoFields
    case conditions, conditionText, emptyCard, anywhere, ordering, summary, replacing, retyping, merging, newRecords
    case rules

    /// Three values in their order.
    static func values(of type: FieldType) -> [CellValue] {
        switch type {
        case .int: [.int(-3), .int(0), .int(9_007_199_254_740_993)]
        case .float: [.float(-1.5), .float(0.1), .float(1e300)]
        case .decimal: ["-0.10", "0.3", "12345678901234567890.50"].map { read($0, type) }
        case .bool: [.bool(false), .bool(true)]
        case .string: [.string("= 1;\"a\"\n\tb"), .string("Ab"), .string("日本")]
        case .date: ["1998", "2024-02-29"].map { read($0, type) }
        case .time: ["09:30", "23:59:59"].map { read($0, type) }
        case .dateAndTime: ["0001-01-01 00:00", "2026-12-24 09:30:15"].map { read($0, type) }
        case .rating: ["0", "3", "5"].map { read($0, type) }
        case .duration: ["-0:10", "1:30:15", "37:45"].map { read($0, type) }
        case .choice: ["Ab", "red", "日本, \"a\""].map { read($0, type) }
        case .choices: ["blue; red", "red", "red; 日本"].map { read($0, type) }
        }
    }

    private static func read(_ text: String, _ type: FieldType) -> CellValue {
        type.kind.cell(text, in: SeparatedText.Style())
    }

    /// A field with the values, an empty cell, and text that fits no kind but String.
    static func table(of type: FieldType) throws -> RecordTable {
        var table = try RecordTable(fieldNames: ["Key", "Field"], fieldTypes: [.int, type])
        let cells = values(of: type) + [.empty] + (type.takesAnyText ? [] : [.unfit("-?-")])
        for (record, value) in cells.enumerated() { try table.addRecord([.int(record), value]) }
        return table
    }
}

@Suite("Every kind of field in every place")
@MainActor
struct KindPlacesTests {
    @Test("A kind has its place", arguments: FieldType.allCases, KindPlace.allCases)
    func place(type: FieldType, place: KindPlace) async throws {
        let values = KindPlace.values(of: type)
        #expect(values.count > 1 && values.allSatisfy { $0.type == type })
        let table = try KindPlace.table(of: type)
        switch place {
        case .typing: typing(values, type)
        case .showing: try showing(values, table)
        case .document: try await document(table)
        case .history: try await history(table)
        case .lines: try await text(table, SeparatedText.WritingOptions())
        case .commaLines:
            let style = SeparatedText.Style(decimalSign: .comma, trueWord: "ja", falseWord: "nein")
            try await text(table, SeparatedText.WritingOptions(separator: .semicolon, style: style))
        case .json: try await list(table, .json)
        case .propertyList: try await list(table, .propertyList)
        case .html: try await sheet(table, .html(header: true))
        case .gnumeric: try await sheet(table, .gnumericCells(header: true))
        case .intoFields: try await intoFields(table)
        case .conditions: try await conditions(values, table)
        case .conditionText: try await conditionText(values, table)
        case .emptyCard: try await emptyCard(values, table)
        case .anywhere: try await anywhere(values, table)
        case .ordering: try await ordering(values, table)
        case .summary: try await summary(values, table)
        case .replacing: try await replacing(values, table)
        case .retyping: try retyping(table)
        case .merging: try merging(values, table)
        case .newRecords: try newRecords(values, table)
        case .rules: try rules(values, table)
        }
    }

    // MARK: Entering and showing

    /// What the editor of a cell begins with is read back as the same value.
    private func typing(_ values: [CellValue], _ type: FieldType) {
        for value in values { #expect(EntryReader.typing(into: type).read(value.entryText ?? "") == value) }
        #expect(EntryReader.typing(into: type).read("") == .empty)
        let unfit = EntryReader.typing(into: type).read("-?-")
        #expect(unfit.isUnfit != type.takesAnyText)
        #expect(type.takesAnyText || EntryReader.typing(into: type).reason("-?-") != nil)
    }

    private func showing(_ values: [CellValue], _ table: RecordTable) throws {
        let type = table.schema[1].type
        #expect(!type.name.isEmpty && !type.contentsName.isEmpty && !type.findHint.isEmpty)
        #expect(FieldType.offered.contains(type))
        #expect(FieldType.allCases.count { $0.name == type.name } == 1)
        for (record, value) in values.enumerated() {
            let shown = table.displayText(record, 1)
            #expect(!shown.isEmpty && value.shownText(in: .asTyped)?.hasPrefix(shown.prefix(1)) == true)
        }
    }

    // MARK: Keeping

    private func document(_ table: RecordTable) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        let document = try await reopen(try await newDocument(table, at: path), at: path)
        #expect(document.table.rows == table.rows && document.table.fieldTypes == table.fieldTypes)
        let shown = try SQLiteTool(path).run("SELECT count(Field) FROM cards")
        #expect(shown == ["\(table.rows.count { $0[1] != .empty })"])
        await document.close()
    }

    private func history(_ table: RecordTable) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.kiroku")
        var document = try await newDocument(table, at: path)
        try document.setCells((0..<table.count).map { CellEdit(record: $0, field: 1, value: .empty) })
        document = try await reopen(document, at: path)
        #expect(document.table.rows.allSatisfy { $0[1] == .empty })
        try document.undo()
        #expect(document.table.rows == table.rows)
        document = try await reopen(document, at: path)
        try document.redo()
        #expect(document.table.rows.allSatisfy { $0[1] == .empty })
        await document.close()
    }

    // MARK: Exchanging

    private func options(_ table: RecordTable) -> SeparatedText.ReadingOptions {
        var options = SeparatedText.ReadingOptions(header: .present)
        options.fieldTypes = ["Field": table.schema[1].type]
        return options
    }

    private func text(_ table: RecordTable, _ options: SeparatedText.WritingOptions) async throws {
        let written = try await SeparatedText.write(TablePart(table), options: options)
        let read = try await SeparatedText.read(written, into: table.schema, style: options.style).table
        #expect(read.rows == table.rows)
        guard options.style == SeparatedText.Style() else { return }
        let typed = try await SeparatedText.read(written, options: self.options(table)).table
        #expect(typed.rows == table.rows && typed.fieldTypes == table.fieldTypes)
    }

    private func list(_ table: RecordTable, _ format: TableExport.Format) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(format == .json ? "a.json" : "a.plist")
        try await TableExport(TablePart(table), as: format).write(toFile: path)
        var options = options(table)
        if format == .propertyList {
            // Its fields have no names.
            options.header = .absent
            options.fieldTypes = ["Field 2": table.schema[1].type]
        }
        let read = try await TableFile.read(path: path, options: options).table
        #expect(read.rows.map { $0[1] } == table.rows.map { $0[1] })
    }

    private func sheet(_ table: RecordTable, _ format: TableExport.Format) async throws {
        let sheet = String(decoding: try await TableExport(TablePart(table), as: format).bytes(), as: UTF8.self)
        #expect(sheet.contains("-?-") != table.schema[1].type.takesAnyText)
        let empty = try RecordTable(fieldNames: ["Key", "Field"], fieldTypes: table.fieldTypes)
        let emptySheet = try await TableExport(TablePart(empty), as: format).bytes()
        #expect(sheet.utf8.count > emptySheet.count)
    }

    private func intoFields(_ table: RecordTable) async throws {
        let folder = try TemporaryFolder()
        let json = folder.path("a.json")
        try await TableExport(TablePart(table), as: .json).write(toFile: json)
        let read = try await TableFile.read(path: json, into: table.schema).table
        #expect(read.rows == table.rows)
    }

    // MARK: Finding and ordering

    private func conditions(_ values: [CellValue], _ table: RecordTable) async throws {
        let field = table.schema[1]
        for (record, value) in values.enumerated() {
            let operand = field.type.kind.operand(value, ignoring: [])
            #expect(try await table.find(.test(field.id, .equal, operand)).contains(record))
        }
        #expect(try await table.find(.test(field.id, .empty)) == [values.count])
        if !field.type.takesAnyText { #expect(try await table.find(.test(field.id, .toFix)) == [values.count + 1]) }
    }

    private func conditionText(_ values: [CellValue], _ table: RecordTable) async throws {
        let field = table.schema[1]
        for value in values {
            let condition = Condition.test(field.id, .equal, field.type.kind.operand(value, ignoring: []))
            let text = try condition.text(for: table.schema)
            #expect(try Condition(text: text, for: table.schema) == condition)
        }
    }

    private func emptyCard(_ values: [CellValue], _ table: RecordTable) async throws {
        let type = table.schema[1].type
        let usual = try #require(FindEntry.meaning(of: values.last?.entryText ?? "", for: type))
        #expect(type.kind.comparisons.contains(usual.comparison))
        for (entry, comparison) in [("=", Comparison.empty), ("<>", .notEmpty)] {
            #expect(FindEntry.meaning(of: entry, for: type)?.comparison == comparison)
        }
    }

    /// Searching for what a cell shows finds it.
    private func anywhere(_ values: [CellValue], _ table: RecordTable) async throws {
        for (record, value) in values.enumerated() {
            let text = value.shownText(in: .asTyped) ?? ""
            let found = try await table.find(.anywhere(text.split(separator: "\n").last.map(String.init) ?? text))
            #expect(found.contains(record))
        }
    }

    private func ordering(_ values: [CellValue], _ table: RecordTable) async throws {
        let field = table.schema[1].id
        let up = try await table.order(by: [SortRule(field: field)])
        #expect(Array(up.prefix(values.count)) == Array(values.indices))
        let down = try await table.order(by: [SortRule(field: field, isDescending: true)])
        #expect(Array(down.prefix(values.count)) == values.indices.reversed())
        #expect(Set(up) == Set(0..<table.count) && up.last == down.last)
    }

    private func summary(_ values: [CellValue], _ table: RecordTable) async throws {
        let summary = try await table.summary(of: table.schema[1].id)
        #expect(summary.filled == values.count && summary.distinct == values.count && summary.empty == 1)
        #expect(summary.toFix == (table.schema[1].type.takesAnyText ? 0 : 1))
        #expect(summary.figures?.lines(in: .asTyped).isEmpty == false)
        #expect(summary.figures?.chart(of: table, field: 1) != nil)
    }

    // MARK: Changing

    /// What is typed for one value is put in the place of another; a check box has no parts.
    private func replacing(_ values: [CellValue], _ table: RecordTable) async throws {
        let field = table.schema[1]
        let (old, new) = (values[1].entryText ?? "", values[0].entryText ?? "")
        let plan = try await table.planReplacement(TextReplacement(of: old, by: new, in: [field.id]))
        #expect(plan.edits.contains(CellEdit(record: 1, field: 1, value: values[0])) == field.type.isReplaceable)
        let spoiling = try await table.planReplacement(TextReplacement(of: old, by: "-?-", in: [field.id]))
        #expect(
            spoiling.unfitCount == (field.type.isReplaceable && !field.type.takesAnyText ? spoiling.edits.count : 0))
        if !field.type.takesAnyText, field.type.isReplaceable {
            let repair = try await table.planReplacement(TextReplacement(of: "-?-", by: new, in: [field.id]))
            #expect(repair.edits == [CellEdit(record: values.count + 1, field: 1, value: values[0])])
        }
    }

    /// No value is lost on the way to any other kind, and undo brings all of them back.
    private func retyping(_ table: RecordTable) throws {
        for type in FieldType.allCases {
            let conversion = try TypeConversion(1, of: table, to: type)
            let filled = table.rows.count { $0[1] != .empty }
            #expect(conversion.convertedCount + conversion.unfit.count == filled)
            for cell in conversion.unfit { #expect(cell.text == table[cell.record, 1].plainText) }
            let document = makeDocument(table)
            _ = try document.retypeField(table.schema[1].id, to: type)
            #expect(document.table.schema[1].type == type)
            if type == table.schema[1].type { continue }
            try document.undo()
            #expect(document.table.rows == table.rows)
        }
    }

    private func merging(_ values: [CellValue], _ table: RecordTable) throws {
        let other = try KindPlace.table(of: table.schema[1].type)
        let matches = [FieldMatch(source: 0, field: 0), FieldMatch(source: 1, field: 1)]
        let fitted = try FittedRecords(other, for: table.schema, matches)
        let same = try MergePlan(fitted, into: table, key: 1)
        #expect(same.changedRecordCount == 0 && same.newRecordCount == 1, "only the empty key is new")
        let added = try MergePlan(fitted, into: table, key: nil)
        #expect(added.newRecordCount == table.count)
    }

    private func newRecords(_ values: [CellValue], _ table: RecordTable) throws {
        let type = table.schema[1].type
        for source in InitialSource.choices(for: type) {
            #expect(!source.name(for: type).isEmpty)
            let fields = [table.schema[0], table.schema[1].with(source)]
            let schema = try Schema(fields: fields, nextFieldID: table.schema.newFieldID())
            var new = RecordTable(schema: schema)
            try new.addRecord([.int(1), values[1]])
            let index = new.addRecord()
            #expect(new[index, 1].type == type)
        }
    }

    // MARK: Rules

    /// An empty cell breaks one, a repeated value another, and where there is an order, what is outside of a range a third.
    private func rules(_ values: [CellValue], _ table: RecordTable) throws {
        let type = values[0].type ?? .string
        var rules = FieldRules()
        rules.isRequired = true
        rules.uniqueWith = []
        if FieldRules.hasRange(type) { rules.least = .value(values[1]) }
        #expect(rules.mistake(for: type) == nil)
        #expect(FieldRules(stored: rules.stored ?? "", for: type) == rules)
        var fields = table.schema.fields
        fields[1] = fields[1].with(rules)
        var ruled = table
        _ = try ruled.make(.changeFields(to: fields, in: table))
        let repeated = try ruled.addRecord([.int(9), values[1]])
        let toFix = CellsToFix(ruled)
        let below = FieldRules.hasRange(type) ? [0] : []
        let unfit = type.takesAnyText ? [] : [values.count + 1]
        #expect(toFix.records(inField: 1).sorted() == below + [1, values.count] + unfit + [repeated])
        #expect(toFix.reason(values.count, 1) == "A value is required here.")
        #expect(toFix.reason(1, 1) == "1 other record has this value: \(repeated + 1).")
    }
}
