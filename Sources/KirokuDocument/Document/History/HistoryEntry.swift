import FoundationEssentials
import Glibc

/// Of what the history is read.
public enum HistoryScope: Sendable, Hashable {
    /// Of everything.
    case document
    /// Of a record, whether or not it is still there.
    case record(RecordID)
    /// Of a field, whether or not it is still there.
    case field(FieldID)

    /// A text that is in every change of it, as ``ChangeText`` writes them down; `nil` for everything.
    package var mark: String? {
        switch self {
        case .document: nil
        case .record(let record): "[\(record.rawValue),"
        case .field(let field): field.column
        }
    }
}

/// Something that has happened to a document, for people.
public struct HistoryEntry: Sendable {
    /// A cell that was set.
    public struct Cell: Sendable {
        /// The record.
        public let record: RecordID
        /// The field.
        public let field: FieldID
        /// What the field was called then.
        public let fieldName: String
        /// The value before.
        public let old: CellValue
        /// The value since.
        public let new: CellValue
    }

    /// The number of the step in the document's history; that of the step after it for a gap.
    ///
    /// The steps of a file have numbers from 1 on. Those before them, which a server has, go on downwards from 0.
    public let step: Int64
    /// When it was committed; `nil` for a gap.
    public let time: Date?
    /// Who it was, and with which program; `nil` for a program that does not say.
    public let author: CommitAuthor?
    /// What was done; `nil` for a gap: another program has written, and what it has changed is not known.
    public let title: ChangeTitle?
    /// The cell, if it is about a single one.
    public let cell: Cell?
    /// Whether something was changed and it was kept what, so that it can be taken back.
    public let isKept: Bool

    /// Whether nothing was changed: what was typed and left out was typed over or given up.
    public var isTypedOver: Bool { if case .typeOver = title { true } else { false } }

    /// Another program has written, and what it has changed is not known.
    fileprivate init(gapBefore step: Int64) {
        self.init(step: step, time: nil, author: nil, title: nil, cell: nil, isKept: false)
    }

    fileprivate init(
        step: Int64, time: Date?, author: CommitAuthor?, title: ChangeTitle?, cell: Cell?, isKept: Bool
    ) {
        self.step = step
        self.time = time
        self.author = author
        self.title = title
        self.cell = cell
        self.isKept = isKept
    }
}

/// A place in a document's history: what is older comes next.
public struct HistoryPosition: Sendable, Hashable {
    /// The number of the step before which to go on.
    package let step: Int64
    /// The change counter of the file at which that step begins.
    package let counter: UInt32

    package init(step: Int64, counter: UInt32) { (self.step, self.counter) = (step, counter) }

    /// Whether what comes next is on a server.
    var isOnServer: Bool { step <= Self.first }

    /// Where a file's journal ends, and the server's history begins.
    static func endOfFile(_ counter: UInt32) -> HistoryPosition { HistoryPosition(step: first, counter: counter) }

    /// The number of the first row of a journal.
    package static let first: Int64 = 1
}

extension JournalRow {
    /// Where older rows come next.
    package var position: HistoryPosition { HistoryPosition(step: number, counter: commits.first) }

    /// Whether nobody has written anything between this row and the one at a place, except what is in the journal.
    package func isRight(before position: HistoryPosition) -> Bool {
        commits.last &+ 1 == position.counter || commits.first == position.counter
    }
}

/// Some entries of a document's history, the newest first.
public struct HistoryPage: Sendable {
    /// The entries; there may be none although there are older ones.
    public let entries: [HistoryEntry]
    /// Where to go on; `nil` at the end.
    public let next: HistoryPosition?
    /// How far back the history goes; `nil` if there is none, or as long as a server may have more.
    public let begin: Date?

    /// A page of a store that keeps no history.
    public static let none = HistoryPage(entries: [], next: nil, begin: nil)
}

/// Collects the entries of a page.
package struct HistoryGathering {
    package private(set) var entries: [HistoryEntry] = []
    /// Where the next page begins.
    package private(set) var position: HistoryPosition
    package private(set) var isFull = false
    private let scope: HistoryScope
    private var size = 0

    private static let entryLimit = 100
    /// How many bytes of changes are read, so that edits need not wait for long.
    private static let sizeLimit = 4 << 20

    package init(_ scope: HistoryScope, before position: HistoryPosition) {
        self.scope = scope
        self.position = position
    }

    /// Adds a step, which is older than those before; returns whether there is room for more.
    package mutating func add(_ step: JournalRow) -> Bool {
        if !step.isRight(before: position) { entries.append(HistoryEntry(gapBefore: position.step)) }
        position = step.position
        entries += step.entries(of: scope)
        size += step.parts.reduce(100) { $0 + $1.size }
        isFull = !position.isOnServer && (entries.count >= Self.entryLimit || size >= Self.sizeLimit)
        return !isFull
    }

    /// - Parameters:
    ///   - begin: how far back the history goes.
    ///   - continues: whether a server has what is before that.
    package func page(begin: Date?, continues: Bool = false) -> HistoryPage {
        let next = isFull ? position : continues ? .endOfFile(position.counter) : nil
        return HistoryPage(entries: entries, next: next, begin: continues ? nil : begin)
    }
}

extension HistorySteps {
    /// What steps of a server have to say of something.
    package func page(of scope: HistoryScope) -> HistoryPage {
        var gathering = HistoryGathering(scope, before: start)
        for step in steps { _ = gathering.add(step) }
        return HistoryPage(
            entries: gathering.entries, next: isFull ? position : nil, begin: isFull ? nil : begin)
    }
}

extension JournalRow {
    /// What it has to say of something.
    fileprivate func entries(of scope: HistoryScope) -> [HistoryEntry] {
        let parts = parts.filter { $0.operation != .nothing }
        if parts.isEmpty { return [] }
        switch scope {
        case .document:
            return [entry(parts.count == 1 ? parts[0].title : .several, cell: parts.count == 1 ? parts[0].cell : nil)]
        case .record(let record): return parts.flatMap { entries(of: record, in: $0) }
        case .field(let field): return parts.compactMap { entry(of: field, in: $0) }
        }
    }

    private func entry(_ title: ChangeTitle, cell: HistoryEntry.Cell? = nil) -> HistoryEntry {
        let isKept =
            parts.contains { $0.operation.changesTable }
            && parts.allSatisfy { $0.text != nil || !$0.operation.changesTable }
        return HistoryEntry(step: number, time: time, author: author, title: title, cell: cell, isKept: isKept)
    }

    private func entries(of record: RecordID, in part: LoggedPart) -> [HistoryEntry] {
        guard let text = part.text else { return [entry(part.title)] }
        guard text.holds(HistoryScope.record(record).mark ?? ""), let (change, fields) = part.said else { return [] }
        switch change {
        case .setCells(let cells):
            return cells.filter { $0.record == record }
                .map { entry(part.title(count: 1), cell: HistoryEntry.Cell($0, fields)) }
        case .insertRecords(let records): return records.ids.contains(record) ? [entry(.addRecords(1))] : []
        case .deleteRecords(let records): return records.ids.contains(record) ? [entry(.deleteRecords(1))] : []
        case .setPlaces(let places): return places.contains { $0.record == record } ? [entry(.moveRecords(1))] : []
        case .changeFields, .sequence: return []
        }
    }

    private func entry(of field: FieldID, in part: LoggedPart) -> HistoryEntry? {
        guard let text = part.text else { return entry(part.title) }
        guard part.operation == .fields || text.holds("\"\(field.column)\":["),
            let (change, fields) = part.said
        else { return nil }
        switch change {
        case .setCells(let cells):
            let here = cells.filter { $0.field == field }
            guard let first = here.first else { return nil }
            return here.count == 1
                ? entry(part.title(count: 1), cell: HistoryEntry.Cell(first, fields))
                : entry(part.title(count: here.count))
        case .changeFields(let change):
            let (before, after) = (change.base.index(of: field), change.schema.index(of: field))
            let isSame = before.map { change.base[$0] } == after.map { change.schema[$0] }
            return isSame ? nil : entry(part.title)
        case .insertRecords, .deleteRecords, .setPlaces, .sequence: return nil
        }
    }
}

extension LoggedPart {
    fileprivate var title: ChangeTitle { title(count: count) }

    /// What was done to so many of its cells or records.
    fileprivate func title(count: Int) -> ChangeTitle {
        switch operation {
        case .set: .editCells(count)
        case .add: .addRecords(count)
        case .delete: .deleteRecords(count)
        case .move: .moveRecords(count)
        case .fields: change.map { ChangeTitle($0) } ?? .changeFields
        case .typedOver: .typeOver(count)
        case .nothing, .unknown: .several
        }
    }

    /// The cell that was set, if it was one.
    fileprivate var cell: HistoryEntry.Cell? {
        guard operation == .set || operation == .typedOver, count == 1, let (change, fields) = said,
            case .setCells(let cells) = change
        else { return nil }
        return cells.first.map { HistoryEntry.Cell($0, fields) }
    }
}

extension HistoryEntry.Cell {
    fileprivate init(_ change: CellChange, _ fields: [FieldID: LogField]) {
        self.init(
            record: change.record, field: change.field, fieldName: fields[change.field]?.name ?? "", old: change.base,
            new: change.value)
    }
}

extension String {
    /// Whether another text is in this one; neither has a NUL.
    fileprivate func holds(_ other: String) -> Bool {
        withCString { text in other.withCString { strstr(text, $0) != nil } }
    }
}
