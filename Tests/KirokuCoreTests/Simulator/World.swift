@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Windows, files and a server as values: what happens is decided by turns alone, so the same turns always end in the same way.
struct World {
    let engine: any Engine
    var server: SimulatedServer?
    var files: [SimulatedFile]
    var windows: [SimulatedWindow]
    var numbers = Numbers()
    /// What was wrong so far.
    var faults: [String] = []
    /// What was typed and shown as saved.
    var promised: Set<String> = []
    /// What somebody has taken out of a table that showed it.
    var takenAway: Set<String> = []

    /// More windows than this are not opened.
    static let windowLimit = 4

    /// - Parameters:
    ///   - desks: how many windows there are.
    ///   - isShared: whether each has a copy of the file, and a server connects them; otherwise all have the same file.
    init(_ engine: any Engine, desks: Int, isShared: Bool, table: RecordTable) {
        self.engine = engine
        server = isShared ? SimulatedServer(table) : nil
        files = (0..<(isShared ? desks : 1)).map { _ in SimulatedFile(table) }
        windows = (0..<desks).map { SimulatedWindow(file: isShared ? $0 : 0, table: table) }
    }

    /// What is wrong after these turns, and after all have saved, sent and received.
    static func faults(of turns: [Turn], in world: World) -> [String] {
        var world = world
        for turn in turns {
            world.make(turn)
            if !world.faults.isEmpty { return world.faults }
        }
        world.settle()
        return world.faults
    }

    /// Makes a turn; what is not possible changes nothing.
    mutating func make(_ turn: Turn) {
        let window = turn.desk % windows.count
        switch turn.move {
        case .look: takeIn(window)
        case .save: save(window)
        case .send: send(windows[window].file, .heard)
        case .sendUnheard: send(windows[window].file, .lost)
        case .sendSlowly: send(windows[window].file, .slow)
        case .receive: receive(windows[window].file)
        case .ask: ask(windows[window].file)
        case .deliver(let number): deliver(number, to: windows[window].file)
        case .crash: windows[window] = reopened(windows[window].file, as: window)
        case .open, .copy: open(windows[window].file, copying: turn.move == .copy)
        case .restore(let count): server?.restore(by: count)
        default: edit(turn.move, at: window)
        }
    }

    /// All save, send and receive until all show the same; says what is wrong then.
    mutating func settle() {
        for file in files.indices { files[file].mail = [] }
        for _ in 0..<8 {
            for window in windows.indices { save(window) }
            for file in files.indices {
                receive(file)
                send(file, .heard)
            }
            if !faults.isEmpty { return }
            if isSettled { break }
        }
        judge()
    }

    /// Whether nobody has anything to tell.
    private var isSettled: Bool {
        windows.allSatisfy { $0.unsaved.isEmpty && $0.seen == files[$0.file].log.count }
            && files.allSatisfy { file in
                file.waiting.isEmpty && file.cursor == server?.cursor ?? file.cursor
            }
    }

    /// Judges the end: all show the same, and what was shown as saved is in a table, in a history or open.
    private mutating func judge() {
        let last = server?.table ?? files[0].table
        for (number, window) in windows.enumerated() {
            if !window.unsaved.isEmpty { faults.append("window \(number) never ends to save") }
            if !window.table.isSame(as: last) { faults.append("window \(number) shows something else") }
        }
        for (number, file) in files.enumerated() where !file.waiting.isEmpty || !file.table.isSame(as: last) {
            faults.append("file \(number) never ends to send")
        }
        var lost = promised.subtracting(server?.texts ?? files[0].texts)
        if lost.isEmpty { return }
        for file in files {
            lost.subtract(file.texts)
            for edit in file.open.open { lost.subtract(edit.keptTexts) }
        }
        for window in windows { for edit in window.open.list { lost.subtract(edit.keptTexts) } }
        for text in lost.sorted() { faults.append("“\(text)” is nowhere") }
    }
}

/// A window on a file.
struct SimulatedWindow {
    var file: Int
    var table: RecordTable
    /// The file as it was when the window looked last.
    var base: RecordTable
    /// How much of the file's log the window has seen.
    var seen = 0
    var unsaved: [SimulatedEdit] = []
    var steps = UndoSteps()
    var open = OpenEdits()
    /// What was opened and closed apart from the unsaved edits, and is not in the file.
    var openApart = OpenChanges()
    /// What was open in the file when the window looked last.
    var knownOpenEdits: [EditID] = []
    /// What was typed and is not shown as saved yet.
    var pending: Set<String> = []
    /// The texts of open edits that were decided or typed over, for the history.
    var givenUp: Set<String> = []
    /// Whether edits have been laid over what others had changed since the window has saved.
    var isLaid = false
    var changedElsewhere = ChangedElsewhere()
    /// The cells that others have set last.
    var othersCells: Set<CellID> = []

    init(file: Int, table: RecordTable) {
        (self.file, self.table, base) = (file, table, table)
    }
}

/// A file, which outlives all crashes.
struct SimulatedFile {
    var table: RecordTable
    /// All commits: by which window, or by what has come from the server.
    var log: [(window: Int?, change: Change)] = []
    /// The texts that the history has.
    var texts: Set<String> = []
    var waiting: [SimulatedEdit] = []
    /// What the server has accepted, and may lose again.
    var accepted: [SimulatedEdit] = []
    /// The table as the server has it, as far as is known here: without what waits.
    var base: RecordTable
    var cursor = SimulatedServer.Cursor()
    /// The open edits, of a window or of none.
    var open = StoredOpenEdits()
    /// Answers of the server that are on their way.
    var mail: [Answer] = []

    enum Answer {
        /// - Parameter past: of the server that has accepted them.
        case accepted([Int], past: Int)
        case news(SimulatedServer.News)
    }

    init(_ table: RecordTable) {
        (self.table, base, texts) = (table, table, table.texts)
    }
}

extension RecordTable {
    /// Whether all that can be seen is the same.
    func isSame(as other: RecordTable) -> Bool {
        ids == other.ids && self == other && ids.allSatisfy { place(of: $0) == other.place(of: $0) }
    }
}

extension RecordTable {
    /// A table of up to three fields of texts, of which the second one has choices.
    static func played(records: Int, fields: Int) -> RecordTable {
        let names = Array(["A", "B", "C"].prefix(fields))
        do {
            var table = try RecordTable(fieldNames: names, fieldTypes: names.map { $0 == "B" ? .choice : .string })
            for record in 0..<records {
                try table.addRecord(
                    table.schema.fields.map { CellValue.string("\($0.name)\(record)").converted(to: $0.type) })
            }
            return table
        } catch {
            preconditionFailure("the values fit: \(error)")
        }
    }
}

extension OpenEdit {
    /// The texts that it keeps.
    var keptTexts: Set<String> {
        switch wanted {
        case .cell(let cell, _): [cell.value.played]
        case .record(let record): record.texts
        case .field(_, let own, _): own.map { [$0.name] } ?? []
        case .deletion, .order: []
        }
    }
}

extension EditConflict {
    /// The texts that it keeps.
    var keptTexts: Set<String> {
        if let sides { return sides.own.map { [$0.name] } ?? [] }
        return Set([own.played]).union(lost?.texts ?? [])
    }
}
