import KirokuCore

/// The properties of a table on a server, known before its records are read.
public struct ServerTable: Sendable {
    /// Its name, without the schema.
    public let name: String
    /// The name with its schema, quoted for statements.
    let quotedName: String
    /// The lock to take before it is read.
    let lock: TableLock
    /// The same name, quoted only where necessary, for looking up the server's statistics.
    let catalogName: String
    /// The kind of relation, by the server's letter: `r` for a table.
    let kind: String
    /// The name with its schema, as in an address.
    let fullName: String
    /// Its number, which no other table has.
    let relation: String
    /// Whether each version of a row has a different `xmin` that the user may read.
    let hasRowVersions: Bool
    /// Whether the user may delete records.
    let canDelete: Bool
    /// Whether other tables inherit from it; its keys do not distinguish their rows.
    let hasChildren: Bool
    /// The columns that the user may read, in the order of the table.
    public let columns: [ServerColumn]
    /// The fields for these columns.
    public let schema: Schema
    /// The values that columns can take from other tables, by column number.
    let lists: [Int: [ChoiceOption]]
    /// The indexes of the columns that together identify the records; empty if there are none.
    public let identity: [Int]
    /// The key named by the user; `nil` if none was named.
    let namedKey: NamedKey?
    /// Why it can only be read; `nil` if records can be added or changed.
    public let readOnlyReason: ReadOnlyReason?
    /// The names of columns that the user may not read.
    public let hiddenColumns: [String]
    /// Whether the server shows each user different records.
    public let hidesRecords: Bool
    /// The text of the server's version: "15.18".
    public let serverVersion: String

    /// Checks that records can be added, and optionally that cells can be changed.
    ///
    /// - Throws: ``ServerError/readOnly(_:_:)``.
    public func checkWritable(changing: Bool) throws(ServerError) {
        guard let readOnlyReason else { return }
        // These reasons only prevent identifying existing records.
        if !changing, readOnlyReason.isOfIdentity { return }
        throw .readOnly(name, readOnlyReason)
    }

    /// What the user should know about the table, in whole sentences.
    public var notices: [String] {
        var notices: [String] = []
        if let readOnlyReason { notices.append(ServerError.readOnly(name, readOnlyReason).message) }
        if !hiddenColumns.isEmpty {
            notices.append(
                localized(
                    "1 field that you are not allowed to read was skipped: {names}",
                    "{count} fields that you are not allowed to read were skipped: {names}", count: hiddenColumns.count,
                    ["names": hiddenColumns.prefix(10).map { ShownText.short($0) }.joined(separator: ", ")]))
        }
        if hidesRecords { notices.append(localized("The server shows only the records that you are allowed to see.")) }
        return notices
    }

    /// The statement that copies records to the client, in the form that ``ExactRecords`` reads.
    ///
    /// - Parameters:
    ///   - fields: the indexes of the fields, at least one.
    ///   - limit: the largest number of records; `nil` for all.
    func copyStatement(fields: [Int], limit: Int?) -> String {
        let expressions = fields.map { columns[$0].readExpression }.joined(separator: ", ")
        let keys = identity.map { columns[$0].quotedName }.joined(separator: ", ")
        let order = keys.isEmpty ? "" : " ORDER BY " + keys
        let limit = limit.map { " LIMIT \($0)" } ?? ""
        return "COPY (SELECT \(expressions) FROM \(quotedName)\(order)\(limit)) TO STDOUT (FORMAT csv)"
    }
}

extension ServerTable {
    /// Records with the fields of the table, their values in the form in which the server would return them.
    ///
    /// So they can be compared with existing ones: 13 with 13.00, 9:30 with 9:30:00.
    public func asHeld(_ records: RecordTable) -> RecordTable {
        var held = records
        for (field, column) in columns.enumerated() where column.hasForms {
            for record in 0..<records.count {
                let value = records[record, field]
                guard let other = column.asHeld(value), other != value else { continue }
                // This cannot fail, because the type is the same.
                try? held.set(other, at: record, field: field)
            }
        }
        return held
    }
}

/// A column of a table on a server, and the field that it becomes.
public struct ServerColumn: Sendable, Hashable {
    /// Its name, which is also that of the field.
    public let name: String
    /// Its number in the table, which stays the same when it is renamed.
    let number: Int
    let quotedName: String
    /// The type of the field.
    public let type: FieldType
    /// The server's type, quoted for statements, without a length.
    let typeName: String
    let reading: ColumnForm
    /// Whether the user may set it in a new record, and change it in an existing one.
    let isInsertable: Bool
    let isUpdatable: Bool
    /// Whether a new record can get a value of an existing one, even of a type that cannot be typed.
    let isRestorable: Bool
    /// Whether it only accepts values generated by the server.
    public let isAlwaysGenerated: Bool
    /// Whether the server fills it in if a new record has no value for it.
    let hasDefault: Bool
    /// Whether each record has a value.
    let isRequired: Bool
    /// The precision of the values.
    let precision: ColumnPrecision?
    /// Whether the server writes all times to the second.
    let writesSeconds: Bool

    /// Whether it can be set neither in new records nor in existing ones.
    public var isReadOnly: Bool { !isInsertable && !isUpdatable }

    /// Whether the same value can be written in several forms, of which the server returns one.
    fileprivate var hasForms: Bool {
        if case .decimals(let count) = precision { count > 0 } else { writesSeconds }
    }

    /// A value in the form in which the server returns it; `nil` if it has only one form.
    func asHeld(_ value: CellValue) -> CellValue? {
        guard var text = value.plainText, !value.isUnfit else { return nil }
        if writesSeconds {
            if !text.contains(":") { text += " 00:00" }
            if text.count(where: { $0 == ":" }) == 1 { text += ":00" }
        } else if case .decimals(let count) = precision, count > 0 {
            let point = text.lastIndex(of: ".")
            let used = point.map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
            guard used < count else { return nil }
            text += (point == nil ? "." : "") + String(repeating: "0", count: count - used)
        } else {
            return nil
        }
        let held = EntryReader(type: type, decimalSign: .point).read(text)
        return held.isUnfit ? nil : held
    }

    /// The expression for reading the value.
    var readExpression: String {
        switch reading {
        case .asItIs: quotedName
        case .asText: quotedName + "::text"
        case .inZone: quotedName + "::timestamp"
        }
    }

    /// The text of the value, for exact comparison.
    var comparedExpression: String { (reading == .inZone ? readExpression : quotedName) + "::text COLLATE \"C\"" }

    /// An expression for a text in exactly the form of ``comparedExpression``.
    ///
    /// - Parameter text: an SQL expression for the text.
    func compared(_ text: String) -> String {
        reading == .inZone ? "\(text)::timestamp::text" : value(text) + "::text"
    }

    /// An expression for a text as a value.
    ///
    /// - Parameter text: an SQL expression for the text.
    func value(_ text: String) -> String { "\(text)::\(typeName)" }
}

/// How a column is read.
enum ColumnForm: Sendable, Hashable {
    /// In the server's output form of the type.
    case asItIs
    /// By a cast to text, which writes true and false as words, and omits the padding blanks of texts.
    case asText
    /// A moment, as local time.
    case inZone
}
