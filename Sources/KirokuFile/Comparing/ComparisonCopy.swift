/// Copies parts of another table into this one, as one change.
///
/// Values are copied from there to here. Records that exist only there are added, and those that exist only here are
/// deleted. Fields that exist only there are added with their values; fields that exist only here stay.
public struct ComparisonCopy: Sendable {
    /// The change; `nil` if there is nothing to do.
    public let change: Change?
    /// How many cells of records that both tables have get another value.
    public private(set) var cellCount = 0
    /// How many records are added.
    public private(set) var addedCount = 0
    /// How many records are deleted.
    public private(set) var deletedCount = 0
    /// How many fields are added.
    public private(set) var fieldCount = 0

    /// Computes the change in the background.
    ///
    /// - Parameters:
    ///   - selected: which rows and cells to copy.
    ///   - rows: the rows, for the current state of this table.
    ///   - names: the names in this table of the other table's pictures, where they differ.
    /// - Throws: ``TableError``, such as ``TableError/tooManyFields(limit:)``.
    @concurrent
    public static func of(
        _ selected: Selection, in rows: ComparedRows, renamingPictures names: [String: String] = [:]
    ) async throws(TableError) -> ComparisonCopy {
        var work = ComparisonCopyWork(rows, names)
        try work.take(selected)
        var made = ComparisonCopy(change: work.changes.count > 1 ? .sequence(work.changes) : work.changes.first)
        made.cellCount = work.edits.count
        made.addedCount = work.added.count
        made.deletedCount = work.deleted.count
        made.fieldCount = work.newFields.count
        return made
    }

    /// What to copy.
    public enum Selection: Sendable, Hashable {
        /// Everything that the rows show; if all differences are shown, also the fields that exist only there.
        case all
        /// The cells of these fields, in the records of these rows.
        case cells(rows: Range<Int>, fields: Range<Int>)
    }

    /// The title of the step that makes the change.
    public var title: ChangeTitle {
        let others = addedCount + deletedCount + fieldCount
        return others == 0 ? .copyCells(cellCount) : .copyChanges(cellCount + others)
    }

    private init(change: Change?) { self.change = change }

    /// The names of the pictures that cells here would show, before any is renamed.
    ///
    /// Costs a step for each cell of a picture field that is copied.
    @concurrent
    public static func pictureNames(_ selected: Selection, in rows: ComparedRows) async -> Set<String> {
        var names: Set<String> = []
        var work = ComparisonCopyWork(rows, [:])
        work.onPicture = { names.insert($0) }
        try? work.take(selected)
        return names
    }
}

/// A copy being computed: each part is applied to a copy of the table, so that all of them fit together.
private struct ComparisonCopyWork {
    private(set) var changes: [Change] = []
    private(set) var edits: [CellEdit] = []
    private(set) var added: [Int] = []
    private(set) var deleted: [Int] = []
    /// The fields to add, by their indexes in the other table.
    private(set) var newFields: [Int] = []
    var onPicture: ((String) -> Void)?
    private let rows: ComparedRows
    private let names: [String: String]
    private var result: RecordTable
    /// The fields that were added here, by the index of their source in the other table.
    private var places: [Int: Int] = [:]

    private var comparison: TableComparison { rows.comparison }

    init(_ rows: ComparedRows, _ names: [String: String]) {
        self.rows = rows
        self.names = names
        result = rows.comparison.table
    }

    mutating func take(_ selected: ComparisonCopy.Selection) throws(TableError) {
        let (range, fields) =
            switch selected {
            case .all: (0..<rows.count, 0..<rows.table.schema.count)
            case .cells(let rows, let fields): (rows.clamped(to: 0..<self.rows.count), fields)
            }
        let here = comparison.table.schema.count
        let isWhole = selected == .all && rows.choice == .allDifferences
        let offered = isWhole || selected != .all ? comparison.fieldsOnlyThere.enumerated() : [].enumerated()
        var pairs: [(here: Int, there: Int)] = []
        var row = range.lowerBound
        while row < range.upperBound {
            let own = rows.rowsOfRecord(at: row)
            switch rows[row].sort {
            case .onlyHere: deleted.append(rows[row].record)
            case .onlyThere: added.append(rows[row].record)
            case .different:
                guard let difference = rows.difference(at: row) else { break }
                pairs.append((difference.record, difference.other))
                for match in difference.fields where fields.contains(comparison.matches[match].field) {
                    let value = taken(comparison.value(ofOther: match, at: difference.other), comparison.matches[match])
                    edits.append(
                        CellEdit(record: difference.record, field: comparison.matches[match].field, value: value))
                }
            case .same: break
            }
            row = own.upperBound
        }
        if isWhole { pairs = comparison.pairs.enumerated().filter { $0.element >= 0 }.map { ($0.offset, $0.element) } }
        for (place, source) in offered where isWhole || isOfUse(source, fields.contains(here + place), pairs) {
            newFields.append(source)
        }
        try make(pairs)
    }

    /// Whether to add a field that exists only there: if a selected cell of it is not empty.
    private func isOfUse(_ source: Int, _ isSelected: Bool, _ pairs: [(here: Int, there: Int)]) -> Bool {
        isSelected
            && (pairs.contains { comparison.other.isFilled($0.there, source) }
                || added.contains { comparison.other.isFilled($0, source) })
    }

    private mutating func make(_ pairs: [(here: Int, there: Int)]) throws(TableError) {
        try addFields(pairs)
        if !edits.isEmpty { try make(.setCells(edits, in: result)) }
        if !deleted.isEmpty { try make(.deleteRecords(at: RecordIndexes(deleted), in: result)) }
        if !added.isEmpty { try addRecords() }
    }

    private mutating func make(_ change: Change) throws(TableError) {
        changes.append(try result.apply(change).change)
    }

    private mutating func addFields(_ pairs: [(here: Int, there: Int)]) throws(TableError) {
        guard !newFields.isEmpty else { return }
        var fields = result.schema.fields
        var inserted: [FieldContents] = []
        var next = result.schema.newFieldID()
        for source in newFields {
            let there = comparison.other.schema[source]
            // A field from a copy of this document keeps its identity, so that both know it as the same.
            let isFree = comparison.isByIdentity && result.schema.index(of: there.id) == nil
            let definition = try FieldDefinition(
                id: isFree ? there.id : next, name: there.name.unused(among: Set(fields.map(\.name))), type: there.type,
                initialValue: there.initialValue, isMarkedAsPicture: there.isMarkedAsPicture,
                numberFormat: there.numberFormat
            ).with(there.initialSource).with(there.rules).with(there.options)
            if !isFree { next = FieldID(rawValue: next.rawValue + 1) }
            var cells = FieldCells(repeating: .empty, type: there.type, count: result.count)
            for pair in pairs {
                let value = taken(comparison.other[pair.there, source], isPicture: there.isPicture)
                cells.set(value, at: pair.here, of: result.ids[pair.here])
            }
            places[source] = fields.count
            fields.append(definition)
            inserted.append(FieldContents(definition, records: result.ids, cells: cells))
        }
        try make(.changeFields(to: fields, inserting: inserted, in: result))
    }

    private mutating func addRecords() throws(TableError) {
        var initialValues = InitialValues(for: result)
        var sources: [Int: Int] = [:]
        for (match, pair) in comparison.matches.enumerated() { sources[pair.field] = match }
        let others = Dictionary(places.map { ($1, $0) }) { first, _ in first }
        var records = RecordTable(schema: result.schema)
        for record in added {
            records.appendUnchecked(
                initialValues.next { field in
                    if let match = sources[field] {
                        return taken(comparison.value(ofOther: match, at: record), comparison.matches[match])
                    }
                    return others[field].map { source in
                        taken(comparison.other[record, source], isPicture: comparison.other.schema[source].isPicture)
                    }
                })
        }
        guard comparison.isByIdentity else {
            let end = RecordIndexes(result.count..<result.count + records.count)
            return try make(.insertRecords(records, at: end, in: result))
        }
        // Records from a copy of this document keep identity and place.
        let ids = added.map { comparison.other.ids[$0] }
        var own: [RecordID: Place] = [:]
        for id in ids {
            let place = comparison.other.place(of: id)
            if place != Place(id) { own[id] = place }
        }
        try make(.insertRecords(records.identified(by: ids, places: own, as: result.schema)))
    }

    /// The value to use here: a picture may have another name.
    private func taken(_ value: CellValue, _ match: FieldMatch) -> CellValue {
        taken(value, isPicture: comparison.table.schema[match.field].isPicture)
    }

    private func taken(_ value: CellValue, isPicture: Bool) -> CellValue {
        guard isPicture, let name = String(value), !name.isEmpty else { return value }
        onPicture?(name)
        return names[name].map { .string($0) } ?? value
    }
}
