import KirokuCore

/// Parses records of a shared document as they arrive: a line of comma-separated text for each, with its identity and
/// place first.
struct SharedBatch: ~Copyable {
    private let layout: SharedLayout
    private var records: ExactRecords
    private var ids: [RecordID] = []
    private var places: [RecordID: Place] = [:]

    init(_ layout: SharedLayout) {
        self.layout = layout
        records = ExactRecords(types: layout.fields.fields.map(\.type))
    }

    var count: Int { ids.count }

    /// - Returns: false if the line is not of this form.
    mutating func add(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        var cells = line[...]
        guard let id = Self.number(&cells).flatMap({ $0 }), let after = Self.number(&cells),
            let step = Self.number(&cells), RecordID.range.contains(id),
            records.add(UnsafeBufferPointer(rebasing: cells))
        else { return false }
        let record = RecordID(rawValue: id)
        ids.append(record)
        if let place = SharedTable.place(after, step), place != Place(record) { places[record] = place }
        return true
    }

    /// The records received since the last call, in that order.
    mutating func taken() -> RecordTable {
        let table = records.table(of: layout.fields).identified(by: ids, places: places, as: layout.fields)
        records = ExactRecords(types: layout.fields.fields.map(\.type))
        (ids, places) = ([], [:])
        return table
    }

    /// Takes a number, or an empty value, and the following comma from a line.
    private static func number(_ cells: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int64?? {
        guard let comma = cells.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let text = cells[..<comma]
        cells = cells[(comma + 1)...]
        if text.isEmpty { return .some(nil) }
        return Int64(String(decoding: text, as: UTF8.self)).map { .some($0) }
    }
}
