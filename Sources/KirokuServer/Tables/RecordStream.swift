import KirokuCore

/// The records of a table, as they arrive from the server.
struct RecordStream {
    let table: ServerTable
    let fields: [Int]
    let limits: ServerLimits
    /// How many records to request from the server; `nil` for all.
    var readLimit: Int?

    init(_ table: ServerTable, fields: [Int], _ limits: ServerLimits, readLimit: Int? = nil) {
        self.table = table
        self.fields = fields
        self.limits = limits
        self.readLimit = readLimit
    }

    /// What is in memory after a record was processed.
    struct Kept {
        /// The number of records, and the size of their texts in bytes.
        var records: Int
        var bytes: Int
        /// Whether no more records are wanted.
        var isDone = false
    }

    /// Reads the records.
    ///
    /// - Parameters:
    ///   - line: in a transaction.
    ///   - take: called with the text of each record.
    /// - Throws: ``ServerError/tooLarge(_:)`` if the records in memory exceed the limits.
    func read(
        _ line: ServerLine, _ take: (UnsafeBufferPointer<UInt8>) throws(ServerError) -> Kept
    ) throws(ServerError) {
        try line.copy(table.copyStatement(fields: fields, limit: readLimit)) { (row) throws(ServerError) in
            let kept = try take(row)
            guard kept.records <= limits.records, kept.bytes <= limits.bytes else { throw .tooLarge(table.name) }
            return !kept.isDone
        }
    }
}
