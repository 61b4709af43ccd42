import KirokuCore

/// Writes changes inside a transaction.
struct ChangeWriter {
    private let changes: ServerChanges
    private let source: ServerTable
    private let line: ServerLine

    /// How many records are added by a statement, and how many values they may have together; a statement takes 65,535.
    private static let batch = 500
    private static let valueLimit = 20_000
    /// How many cells are changed before the answers are waited for.
    private static let pipelineLength = 200

    init(_ changes: ServerChanges, _ line: ServerLine) {
        self.changes = changes
        source = changes.contents.source
        self.line = line
    }

    func write() throws(ServerError) {
        // The cells first: their order is that of the keys, in which everybody locks.
        try setCells()
        try addRecords()
    }

    // MARK: Cells

    private func setCells() throws(ServerError) {
        var conflicts = 0
        var first: CellChange?
        for start in stride(from: 0, to: changes.cells.count, by: Self.pipelineLength) {
            let cells = changes.cells[start..<min(start + Self.pipelineLength, changes.cells.count)]
            var statements: [ServerStatement] = []
            for cell in cells { statements.append(try statement(cell)) }
            do throws(PipelineError) {
                try line.pipeline(statements) { number, changed in
                    guard changed == 0 else { return }
                    conflicts += 1
                    first = first ?? cells[start + number]
                }
            } catch {
                throw error.statement.map { refusal(error.error, of: cells[start + $0]) } ?? error.error
            }
        }
        guard let first, let field = schema.index(of: first.field) else { return }
        throw .changedMeanwhile(count: conflicts, field: schema[field].name, key: keyText(first))
    }

    private var schema: Schema { source.schema }

    /// Changes a cell, if it still is what it was.
    private func statement(_ cell: CellChange) throws(ServerError) -> ServerStatement {
        let table = changes.contents.table
        guard let index = schema.index(of: cell.field), let record = table.index(of: cell.record) else {
            throw .unintelligible(server: line.plan.server)
        }
        let column = source.columns[index]
        try check(cell.value, column, record: nil)
        var values = [cell.value.plainText, cell.base.plainText]
        var conditions = ["\(column.comparedExpression) IS NOT DISTINCT FROM \(column.compared("$2"))"]
        for key in source.identity {
            values.append(table[record, key].plainText)
            conditions.append("\(source.columns[key].quotedName) = \(source.columns[key].value("$\(values.count)"))")
        }
        return ServerStatement(
            sql: "UPDATE \(source.quotedName) SET \(column.quotedName) = \(column.value("$1")) WHERE "
                + conditions.joined(separator: " AND "), values: values)
    }

    private func refusal(_ error: ServerError, of cell: CellChange) -> ServerError {
        guard case .refusedRecord(_, let reason) = error, let field = schema.index(of: cell.field) else { return error }
        return .refusedValue(
            field: schema[field].name, text: cell.value.plainText ?? "", record: nil,
            reason: "\(reason) (\(keyText(cell)))")
    }

    /// What the user knows a record by.
    private func keyText(_ cell: CellChange) -> String {
        let table = changes.contents.table
        guard let record = table.index(of: cell.record) else { return "" }
        return source.identity.map { table[record, $0].plainText ?? "" }.joined(separator: ", ")
    }

    // MARK: Records

    private func addRecords() throws(ServerError) {
        let records = changes.newRecords
        guard records.count > 0 else { return }
        guard !changes.fields.isEmpty else { throw .fieldIsReadOnly(schema.fields.map(\.name).first ?? "") }
        let batch = max(1, min(Self.batch, Self.valueLimit / changes.fields.count))
        for start in stride(from: 0, to: records.count, by: batch) {
            let range = start..<min(start + batch, records.count)
            for record in range { try check(record) }
            try line.execute("SAVEPOINT batch")
            do throws(ServerError) {
                try add(range)
            } catch {
                guard line.isOpen, case .refusedRecord = error, range.count > 1 else { throw numbered(error, start) }
                // One of them: which one is seen by adding them one by one.
                try line.execute("ROLLBACK TO SAVEPOINT batch")
                for record in range {
                    do throws(ServerError) {
                        try add(record..<record + 1)
                    } catch {
                        throw numbered(error, record)
                    }
                }
            }
            try line.execute("RELEASE SAVEPOINT batch")
        }
    }

    private func add(_ range: Range<Int>) throws(ServerError) {
        var values: [String?] = []
        var rows: [String] = []
        for record in range {
            let cells = changes.fields.map { field in
                guard let text = changes.newRecords[record, field].plainText else { return "DEFAULT" }
                values.append(text)
                return source.columns[field].value("$\(values.count)")
            }
            rows.append("(" + cells.joined(separator: ", ") + ")")
        }
        let columns = changes.fields.map { source.columns[$0].quotedName }.joined(separator: ", ")
        let added = try line.changed(
            ServerStatement(
                sql: "INSERT INTO \(source.quotedName) (\(columns)) VALUES \(rows.joined(separator: ", "))",
                values: values))
        guard added == range.count else {
            throw .refusedRecord(record: nil, reason: localized("it has not taken all records"))
        }
    }

    private func numbered(_ error: ServerError, _ record: Int) -> ServerError {
        guard changes.numbersRecords, case .refusedRecord(_, let reason) = error else { return error }
        return .refusedRecord(record: record, reason: reason)
    }

    private func check(_ record: Int) throws(ServerError) {
        for field in changes.fields {
            try check(
                changes.newRecords[record, field], source.columns[field],
                record: changes.numbersRecords ? record : nil)
        }
    }

    // MARK: Values

    /// Refuses what the server would not keep as it is.
    private func check(_ value: CellValue, _ column: ServerColumn, record: Int?) throws(ServerError) {
        guard let text = value.plainText else { return }
        if text.utf8.contains(0) {
            throw refused(text, column, record, localized("a database takes no text with the character NUL"))
        }
        if let reason = column.precision?.loss(of: value, text) { throw refused(text, column, record, reason) }
        guard value.isUnfit else { return }
        // Such as “infinity”, which the server knows and Kiroku does not; but not “tomorrow”, which it would replace.
        let written: String?
        do throws(ServerError) {
            written = try line.rows("SELECT \(column.compared("$1"))", [text]).first?[0]
        } catch {
            guard case .refusedRecord(_, let reason) = error else { throw error }
            throw refused(text, column, record, reason)
        }
        if written != text { throw refused(text, column, record, localized("it does not fit the field")) }
    }

    private func refused(_ text: String, _ column: ServerColumn, _ record: Int?, _ reason: String) -> ServerError {
        .refusedValue(field: column.name, text: text, record: record, reason: reason)
    }
}

extension ColumnPrecision {
    /// Why a column cannot hold a value exactly; `nil` if it can.
    func loss(of value: CellValue, _ text: String) -> String? {
        switch self {
        case .decimals(let count):
            let used = Self.decimals(of: text)
            guard used > max(count, 0) else { return nil }
            return localized(
                "the field has {count} decimal", "the field has {count} decimals", count: max(count, 0))
        case .secondDecimals(let count):
            guard Self.decimals(of: text) > count else { return nil }
            return localized(
                "the field has {count} decimal", "the field has {count} decimals", count: count)
        case .single:
            guard let number = Double(text), number.isFinite, Double("\(Float(number))") != number else { return nil }
            return localized("the field keeps only about seven digits")
        }
    }

    /// The digits after the point, without zeros at the end.
    private static func decimals(of text: String) -> Int {
        guard let point = text.lastIndex(of: ".") else { return 0 }
        let digits = text[text.index(after: point)...].prefix { $0.isNumber }
        return digits.count - digits.reversed().prefix { $0 == "0" }.count
    }
}
