import FoundationEssentials
import KirokuCore

/// Parses the records of a page as they arrive: a line of comma-separated text for each, with the key, whether the
/// record is complete, and the cells.
struct BrowsePageParser {
    private var lines: [[UInt8]] = []
    private var keys: [BrowseKey] = []
    private var areWhole: [Bool] = []
    private var bytes = 0

    /// The largest number of bytes in a page; further records come with the next one.
    private static let byteLimit = 4 << 20

    var count: Int { lines.count }

    /// Whether the page is full.
    var isFull: Bool { bytes >= Self.byteLimit }

    /// - Returns: false if the line is not of this form.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = line[...]
        guard let text = CopiedCells.first(of: &rest),
            let key = try? JSONDecoder().decode([String?].self, from: Data(text.utf8)),
            let isWhole = CopiedCells.first(of: &rest)
        else { return false }
        lines.append(Array(rest))
        keys.append(BrowseKey(texts: key))
        areWhole.append(isWhole == "t")
        bytes += line.count
        return true
    }

    /// Drops records beyond a limit.
    mutating func cut(to limit: Int) {
        guard count > limit else { return }
        lines.removeLast(lines.count - limit)
        keys.removeLast(keys.count - limit)
        areWhole.removeLast(areWhole.count - limit)
    }

    /// The records as a page; `nil` if one of them lacks a cell for a field.
    ///
    /// - Parameters:
    ///   - isReversed: whether the last record came first.
    ///   - isLast: whether there are no more records.
    func page(_ schema: Schema, isReversed: Bool, isLast: Bool) -> BrowsePage? {
        var records = ExactRecords(types: schema.fields.map(\.type))
        for line in isReversed ? lines.reversed() : lines {
            guard line.withUnsafeBufferPointer({ records.add($0) }) else { return nil }
        }
        let shortened = Set(zip(keys, areWhole).lazy.filter { !$1 }.map(\.0))
        return BrowsePage(
            records: records.table(of: schema), keys: isReversed ? keys.reversed() : keys, isLast: isLast, bytes: bytes,
            shortened: shortened)
    }
}
