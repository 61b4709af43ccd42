/// From where to where the identifiers of a document's records go.
///
/// The file knows both without looking at the records between them, so this costs nothing where counting them would
/// read the whole file once more.
struct RecordSpan: Sendable {
    private let first: Int64
    private let last: Int64
    /// More records than that do not fit into the file.
    private let mostRecords: Int

    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - fileSize: in bytes.
    ///   - fieldCount: how many cells each record has.
    init(_ connection: SQLiteConnection, fileSize: Int, fieldCount: Int) throws(StorageError) {
        let row = try connection.prepare("SELECT (SELECT min(id) FROM records), (SELECT max(id) FROM records)")
        let isThere = try row.step()
        // Those outside, and what is no number, are told when the records are read.
        let ids = RecordID.range
        first = min(max(isThere ? row[0].integer : 0, ids.lowerBound), ids.upperBound)
        last = min(max(isThere ? row[1].integer : 0, first), ids.upperBound)
        // SQLite takes at least a byte for each cell, and three for what they belong to.
        mostRecords = fileSize / (fieldCount + 3) + 1
    }

    /// Where the later half begins, as far as can be told without looking: mostly the records are spread evenly.
    var middle: Int64 { first + (last - first) / 2 }

    /// How many records there are if each is as far from the next as appended ones are.
    var likelyCount: Int { min(Int((last - first) / RecordIDs.stride) + 1, mostRecords) }

    /// Which part of the records comes before this one, from 0 to 1.
    func share(before id: Int64) -> Double {
        guard last > first else { return 0 }
        return min(max(Double(id) - Double(first), 0) / Double(last - first), 1)
    }
}
