import KirokuCore

/// What is known of a table on a server before its records are read.
public struct ServerTable: Sendable {
    /// Its name, without the schema.
    public let name: String
    /// The name with its schema, quoted for statements.
    let quotedName: String
    /// How it is locked before it is read.
    let lock: TableLock
    /// The same name, quoted only where that is needed, as the server's statistics are found by it.
    let catalogName: String
    /// What sort of relation it is, in the server's letters: `r` for a table.
    let kind: String
    /// The name with its schema, as an address has it.
    let fullName: String
    /// Its number, which no other table gets.
    let relation: String
    /// Whether each version of a row has another `xmin`, which the user may read.
    let hasRowVersions: Bool
    /// Whether the user may delete records.
    let canDelete: Bool
    /// Whether other tables inherit from it, whose rows its keys do not tell apart.
    let hasChildren: Bool
    /// Its columns that the user may read, in the order of the table.
    public let columns: [ServerColumn]
    /// The fields that these become.
    public let schema: Schema
    /// The values of other tables that columns can have, by the numbers of these.
    let lists: [Int: [ChoiceOption]]
    /// The indexes of the columns that together tell the records apart; empty if none do.
    public let identity: [Int]
    /// What has become of the key that somebody has named; `nil` if nobody has.
    let namedKey: NamedKey?
    /// Why it can only be read; `nil` if records can be added or changed.
    public let readOnlyReason: ReadOnlyReason?
    /// The names of columns that the user may not read.
    public let hiddenColumns: [String]
    /// Whether the server decides for each user which records there are.
    public let hidesRecords: Bool
    /// The text of the server's version: "15.18".
    public let serverVersion: String

    /// Makes sure that records can be added, and cells changed if that is wanted.
    ///
    /// - Throws: ``ServerError/readOnly(_:_:)``.
    public func checkWritable(changing: Bool) throws(ServerError) {
        guard let readOnlyReason else { return }
        // These only keep records from being found again.
        if !changing, readOnlyReason.isOfIdentity { return }
        throw .readOnly(name, readOnlyReason)
    }

    /// What the user should know of the table, in whole sentences.
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

    /// The statement that writes records to the client, as ``ExactRecords`` reads them.
    ///
    /// - Parameters:
    ///   - fields: the indexes of the fields, at least one.
    ///   - limit: how many records; `nil` for all.
    func copyStatement(fields: [Int], limit: Int?) -> String {
        let expressions = fields.map { columns[$0].readExpression }.joined(separator: ", ")
        let keys = identity.map { columns[$0].quotedName }.joined(separator: ", ")
        let order = keys.isEmpty ? "" : " ORDER BY " + keys
        let limit = limit.map { " LIMIT \($0)" } ?? ""
        return "COPY (SELECT \(expressions) FROM \(quotedName)\(order)\(limit)) TO STDOUT (FORMAT csv)"
    }
}

extension ServerTable {
    /// Records with the fields of the table, their values in the form in which the server would give them back.
    ///
    /// So they can be compared with those that are there: 13 with 13.00, 9:30 with 9:30:00.
    public func asHeld(_ records: RecordTable) -> RecordTable {
        var held = records
        for (field, column) in columns.enumerated() where column.hasForms {
            for record in 0..<records.count {
                let value = records[record, field]
                guard let other = column.asHeld(value), other != value else { continue }
                // It is of the same type, so the table takes it.
                try? held.set(other, at: record, field: field)
            }
        }
        return held
    }
}

/// A column of a table on a server, and the field that it becomes.
public struct ServerColumn: Sendable, Hashable {
    /// Its name, which is that of the field.
    public let name: String
    /// Its number in the table, which stays the same when it is renamed.
    let number: Int
    let quotedName: String
    /// The type of the field.
    public let type: FieldType
    /// The server's type, quoted for statements, without a length.
    let typeName: String
    let reading: ColumnForm
    /// Whether the user may set it in a new record, and change it.
    let isInsertable: Bool
    let isUpdatable: Bool
    /// Whether a new record can have a value of another one: also of types whose texts nobody can type.
    let isRestorable: Bool
    /// Whether it takes no values but those that the server makes.
    public let isAlwaysGenerated: Bool
    /// Whether the server fills it in in a new record that has no value for it.
    let hasDefault: Bool
    /// Whether each record has a value.
    let isRequired: Bool
    /// What the values can hold at most.
    let precision: ColumnPrecision?
    /// Whether the server writes all times to the second.
    let writesSeconds: Bool

    /// Whether new records can have a value for it, or those that are there another one.
    public var isReadOnly: Bool { !isInsertable && !isUpdatable }

    /// Whether the same value can be written in several ways, of which the server gives back one.
    fileprivate var hasForms: Bool {
        if case .decimals(let count) = precision { count > 0 } else { writesSeconds }
    }

    /// A value in the form in which the server gives it back; `nil` if it has only one.
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

    /// The value as it is read.
    var readExpression: String {
        switch reading {
        case .asItIs: quotedName
        case .asText: quotedName + "::text"
        case .inZone: quotedName + "::timestamp"
        }
    }

    /// The text of the value, to be compared letter by letter.
    var comparedExpression: String { (reading == .inZone ? readExpression : quotedName) + "::text COLLATE \"C\"" }

    /// A text in exactly the form of ``comparedExpression``.
    ///
    /// - Parameter text: what stands for it in a statement.
    func compared(_ text: String) -> String {
        reading == .inZone ? "\(text)::timestamp::text" : value(text) + "::text"
    }

    /// A text as a value.
    ///
    /// - Parameter text: what stands for it in a statement.
    func value(_ text: String) -> String { "\(text)::\(typeName)" }
}

/// How a column is read.
enum ColumnForm: Sendable, Hashable {
    /// As the server writes the values of the type.
    case asItIs
    /// By conversion to text, which writes true and false as words, and leaves out the blanks that fill texts up.
    case asText
    /// A moment, as the clock on the wall shows it.
    case inZone
}
