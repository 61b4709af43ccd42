import FoundationEssentials
import KirokuCore

/// Takes the records of a page as they come: a line of comma-separated text for each, the key first, and then whether it is
/// there as a whole.
struct BrowsePageParser {
    private var lines: [[UInt8]] = []
    private var keys: [BrowseKey] = []
    private var areWhole: [Bool] = []
    private var bytes = 0

    /// More bytes than this are not taken for one page: what follows comes with the next one.
    private static let byteLimit = 4 << 20

    var count: Int { lines.count }

    /// Whether no more is to be taken.
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

    /// Gives up what is more than so many.
    mutating func cut(to limit: Int) {
        guard count > limit else { return }
        lines.removeLast(lines.count - limit)
        keys.removeLast(keys.count - limit)
        areWhole.removeLast(areWhole.count - limit)
    }

    /// The records as a page; `nil` if one of them has not a cell for each field.
    ///
    /// - Parameters:
    ///   - isReversed: whether the last record has come first.
    ///   - isLast: whether there are no others.
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
