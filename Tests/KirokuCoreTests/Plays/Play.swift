import CoreTestSupport

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// What can happen at a desk.
enum Move: CaseIterable, Sendable {
    case typeFirst, typeSecond, insert, delete, retype, rename, remove, undo, redo, takeMine, takeTheirs
    /// Hears of what others have saved.
    case look
    /// Saves, after hearing of what others have saved.
    case save
    /// Ends in the middle of everything, and is started again.
    case crash

    /// Whether it writes over what is in a cell.
    var isTyping: Bool { self == .typeFirst || self == .typeSecond }
}

/// Several desks at one file, whose moves the test decides, one after the other: the same moves end in the same way each time.
///
/// A play is fair if no commit overwrites what its author has not seen, everything that was typed and shown as saved can be
/// found at the end (in the table, in the history or among the conflicts of a desk), and all desks show the same.
@MainActor
final class Play {
    private let file: PlayedFile
    private var desks: [Desk] = []

    private struct Desk {
        let document: Document
        /// What was typed and is not shown as saved yet.
        var pending: Set<String> = []
    }

    /// What was typed and shown as saved.
    private var promised: Set<String> = []
    private var textCount = 0

    /// - Parameter isForgetful: whether nothing reaches the file, which must be noticed.
    init(desks count: Int, isForgetful: Bool = false) async throws {
        var table = try RecordTable(fieldNames: ["Name", "A", "B"], fieldTypes: [.string, .string, .string])
        for record in 1...2 { try table.addRecord(["Name", "A", "B"].map { .string("\($0)\(record)") }) }
        file = PlayedFile(table, isForgetful: isForgetful)
        for desk in 0..<count { desks.append(Desk(document: try await file.open(at: desk))) }
    }

    /// What is wrong after these moves, each by a desk, and after all desks have saved and looked.
    static func faults(of moves: [(desk: Int, move: Move)], desks: Int) async throws -> [String] {
        let play = try await Play(desks: desks)
        for (desk, move) in moves { try await play.make(move, at: desk) }
        try await play.settle()
        return play.faults
    }

    func make(_ move: Move, at desk: Int) async throws {
        let document = desks[desk].document
        switch move {
        case .look: _ = try await document.saver.receive()
        case .save: try await save(desk)
        case .crash: desks[desk] = Desk(document: try await file.open(at: desk))
        default:
            let before = document.table.texts
            // What cannot be done any more is refused.
            try? edit(move, document, desk)
            // What a desk takes back before it is saved is nobody's loss.
            if !move.isTyping { desks[desk].pending.subtract(before.subtracting(document.table.texts)) }
        }
    }

    private func save(_ desk: Int) async throws {
        let document = desks[desk].document
        document.saver.release()
        await document.finishSaving()
        await document.saver.hold()
        _ = try await document.saver.receive()
        guard document.saveState == .saved, document.saver.unsaved.isEmpty else { return }
        promised.formUnion(desks[desk].pending)
        desks[desk].pending = []
    }

    /// All desks save and look until all show the same.
    func settle() async throws {
        for _ in 0..<10 {
            for desk in desks.indices { try await save(desk) }
            if desks.allSatisfy({
                $0.document.saver.unsaved.isEmpty && ExactTable($0.document.table) == ExactTable(file.table)
            }) {
                return
            }
        }
    }

    var faults: [String] {
        var faults = file.faults
        for (number, desk) in desks.enumerated() {
            if !desk.document.saver.unsaved.isEmpty { faults.append("desk \(number) never ends to save") }
            if ExactTable(desk.document.table) != ExactTable(file.table) {
                faults.append("desk \(number) shows something else than the file")
            }
        }
        var found = file.history.union(file.table.texts)
        for desk in desks { for conflict in desk.document.conflicts { found.formUnion(conflict.texts) } }
        faults += promised.subtracting(found).sorted().map { "“\($0)” is nowhere" }
        return faults
    }

    // MARK: Edits

    /// A text that nobody has typed before.
    private func newText(_ desk: Int) -> String {
        textCount += 1
        return "\(desk).\(textCount)"
    }

    /// The same for a cell, where it must not get lost.
    ///
    /// The name of a field that is given up is in no history.
    private func text(_ desk: Int) -> String {
        let text = newText(desk)
        desks[desk].pending.insert(text)
        return text
    }

    private func edit(_ move: Move, _ document: Document, _ desk: Int) throws {
        let table = document.table
        let last = table.schema.count - 1
        switch move {
        case .typeFirst: try type(into: 0, 1, document, desk)
        case .typeSecond: try type(into: 0, last, document, desk)
        case .insert:
            var new = table.newRecords(1, at: 1)
            try new.set(value(table.schema[last], desk), at: 0, field: last)
            try document.insertRecords(new, at: RecordIndexes(min(1, table.count)))
        case .delete: try document.deleteRecords(at: RecordIndexes(0))
        case .retype:
            let field = table.schema[min(1, last)]
            try document.retypeField(field.id, to: field.type == .string ? .choice : .string)
        case .rename: try document.renameField(table.schema[min(1, last)].id, to: newText(desk))
        case .remove: try document.removeField(table.schema[min(1, last)].id)
        case .undo: try document.undo()
        case .redo: try document.redo()
        case .takeMine: try document.resolve(document.conflicts, as: .mine)
        case .takeTheirs: try document.resolve(document.conflicts, as: .theirs)
        case .look, .save, .crash: break
        }
    }

    private func type(into record: Int, _ field: Int, _ document: Document, _ desk: Int) throws {
        guard record < document.table.count, field < document.table.schema.count else { return }
        let value = value(document.table.schema[field], desk)
        try document.setCells([CellEdit(record: record, field: field, value: value)])
    }

    private func value(_ field: FieldDefinition, _ desk: Int) -> CellValue {
        EntryReader.typing(into: field).read(text(desk))
    }
}

extension EditConflict {
    /// What it keeps of what was typed.
    fileprivate var texts: Set<String> {
        var texts: Set = [own.played, base.played]
        if let lost { texts.formUnion(lost.texts) }
        if let name = sides?.own?.name { texts.insert(name) }
        return texts
    }
}
