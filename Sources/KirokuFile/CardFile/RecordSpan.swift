/// How the records of a document are spread over their identities, estimated without reading them.
///
/// SQLite stores a table as a tree whose root tells where each of its parts begins. The parts have about equally many
/// records, however unevenly the identities are distributed. A wrong estimate only makes reading slower.
struct RecordSpan: Sendable {
    /// Where parts of about the same size end, ascending.
    private let ends: [Int64]
    private let first: Int64
    private let last: Int64
    /// The estimated number of records.
    let likelyCount: Int

    /// - Parameters:
    ///   - connection: in a transaction.
    ///   - fileSize: in bytes.
    ///   - fieldCount: how many cells each record has.
    init(_ connection: SQLiteConnection, fileSize: Int, fieldCount: Int) throws(StorageError) {
        let row = try connection.prepare("SELECT (SELECT min(id) FROM records), (SELECT max(id) FROM records)")
        let isThere = try row.step()
        first = isThere ? row[0].integer : 0
        last = isThere ? row[1].integer : 0
        // SQLite needs at least one byte for each cell and three for each record.
        let mostRecords = fileSize / (fieldCount + 3) + 1
        let tree = TableTree(connection, "records")
        ends = (tree?.keys ?? []).filter { [first, last] in $0 > first && $0 < last }.sorted()
        likelyCount = min(tree?.likelyCount ?? mostRecords, mostRecords)
    }

    /// Where the later half begins.
    ///
    /// The later half is the larger one, because reading the first one also tests each record for its end.
    var middle: Int64 { ends.isEmpty ? first : ends[(ends.count - 1) / 2] }

    /// The share of the records before this one, from 0 to 1.
    func share(before id: Int64) -> Double {
        let part = ends.partitioningIndex { $0 > id }
        let (start, end) = (part > 0 ? ends[part - 1] : first, part < ends.count ? ends[part] : last)
        let inside = end > start ? min(max((Double(id) - Double(start)) / (Double(end) - Double(start)), 0), 1) : 0
        return (Double(part) + inside) / Double(ends.count + 1)
    }
}

/// Data from some pages of a table's tree (https://www.sqlite.org/fileformat2.html, “B-tree Pages”).
private struct TableTree {
    /// The largest identifier in each part but the last.
    let keys: [Int64]
    /// The number of rows, if all parts but the last are as full as one in the middle.
    let likelyCount: Int

    /// Reads two pages of each level; `nil` if there are none, or if they are invalid.
    ///
    /// - Parameter connection: in a transaction, so that the pages stay as they are.
    init?(_ connection: SQLiteConnection, _ table: String) {
        guard let size = try? connection.number("PRAGMA page_size"),
            let root = try? connection.number(
                "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = '\(table)'")
        else { return nil }
        func page(_ number: Int) -> TreePage? {
            guard number > 1, let bytes = try? connection.bytes(size, at: (number - 1) * size) else { return nil }
            return TreePage(bytes)
        }
        /// No tree is deeper than 40 levels: each part has at least two.
        func count(_ node: TreePage, isLast: Bool, depth: Int = 0) -> Int? {
            guard let children = node.children else { return node.count }
            guard depth < 40, let middle = page(children.middle),
                let each = count(middle, isLast: false, depth: depth + 1)
            else { return nil }
            var last = each
            if isLast {
                guard let node = page(children.last), let found = count(node, isLast: true, depth: depth + 1) else {
                    return nil
                }
                last = found
            }
            let (most, isTooMany) = each.multipliedReportingOverflow(by: node.count - 1)
            return isTooMany ? nil : most.addingReportingOverflow(last).partialValue
        }
        guard let node = page(root), let count = count(node, isLast: true), count >= 0 else { return nil }
        keys = node.keys
        likelyCount = count
    }
}

/// One page of a table's tree.
private struct TreePage {
    /// How many rows or child pages it has.
    let count: Int
    /// Of an inner page: the largest identifier below each of its pages but the last.
    let keys: [Int64]
    /// The numbers of child pages; `nil` if it has rows.
    let children: (middle: Int, last: Int)?

    init?(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ length: Int) -> Int? {
            guard offset >= 0, offset + length <= bytes.count else { return nil }
            return bytes[offset..<offset + length].reduce(0) { $0 << 8 | Int($1) }
        }
        guard let kind = number(0, 1), let cells = number(3, 2) else { return nil }
        switch kind {
        case 13:
            count = cells
            keys = []
            children = nil
        case 5:
            var keys: [Int64] = []
            guard let last = number(8, 4) else { return nil }
            var middle = last
            for index in 0..<cells {
                guard let offset = number(12 + 2 * index, 2), let left = number(offset, 4) else { return nil }
                var key: UInt64 = 0
                for place in 0..<9 {
                    guard let byte = number(offset + 4 + place, 1) else { return nil }
                    key = place == 8 ? key << 8 | UInt64(byte) : key << 7 | UInt64(byte & 0x7f)
                    if byte < 0x80 { break }
                }
                keys.append(Int64(bitPattern: key))
                if index == cells / 2 { middle = left }
            }
            count = cells + 1
            self.keys = keys
            children = (middle, last)
        default: return nil
        }
    }
}
