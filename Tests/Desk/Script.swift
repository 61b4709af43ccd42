import CoreTestSupport
import KirokuCore

/// A desk at work: edits at random, by a seed, each noted as it is made.
///
/// Every text that it writes is its own, so that each can be followed from desk to desk. The first field is left alone:
/// its text says which edit has put the record in.
@MainActor
final class Script {
    private let document: Document
    private let name: String
    private var random: SeededGenerator
    private var log = DeskLog()
    private var sight = Sight()
    private var editCount = 0
    private var tagCount = 0
    private var observation: Observation?
    /// Whether the table is told after each change.
    private var tells = false

    init(_ document: Document, name: String, seed: UInt64) {
        self.document = document
        self.name = name
        random = SeededGenerator(seed: seed)
        log.note(document.table.schema)
        sight = Sight(document.table)
        observation = document.observe { [weak self] in self?.take($0) }
        log.write(.init(event: "open", conflicts: log.conflicts(of: document.conflicts)))
    }

    /// Makes edits until there have been `count`, and returns when they are saved.
    func play(_ count: Int) async {
        while editCount < count {
            await edit()
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: break
            case 3..<8: try? await Task.sleep(for: .milliseconds(Int.random(in: 0..<12, using: &random)))
            default: await settle()
            }
        }
        await settle()
        log.write(.init(event: "done"))
    }

    /// Tells the table as it is now and after each change from now on.
    func tell() {
        tells = true
        log.write(.init(event: "table", table: WholeTable(document.table)))
    }

    func close() async {
        await document.close()
        log.write(.init(event: "closed"))
    }

    private func settle() async {
        while document.saveState != .saved { await document.finishSaving() }
    }

    private func take(_ event: DocumentEvent) {
        if event.extent != nil { log.note(document.table.schema) }
        switch event {
        case .changedByOthers:
            sight = Sight(document.table)
            log.write(.init(event: "news"))
        case .conflictsChanged:
            log.write(.init(event: "conflicts", conflicts: log.conflicts(of: document.conflicts)))
        case .saveStateChanged:
            switch document.saveState {
            case .saved: log.write(.init(event: "saved", number: editCount))
            case .failed(let error): log.write(.init(event: "failed", text: "\(error)"))
            case .saving, .readOnly: break
            }
        default: break
        }
        if tells, event.extent != nil { tell() }
    }

    // MARK: Edits

    private func edit() async {
        let table = document.table
        // Several may have removed all fields but the names of the records.
        guard table.schema.count > 1 else { return await changeFields("add field", addField) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<42: make("set") { try document.setCells(someCells(of: table)) }
        case 42..<54: if table.count < 40 { make("insert") { try insert(into: table) } }
        case 54..<60:
            if table.count > 6 {
                let record = someRecord(of: table)
                make("delete") { try document.deleteRecords(at: RecordIndexes(record..<record + 1)) }
            }
        case 60..<63:
            let (record, index) = (someRecord(of: table), someRecord(of: table))
            make("move") { try document.moveRecords(at: RecordIndexes(record..<record + 1), to: index) }
        case 63..<74: make("undo") { try document.undo() }
        case 74..<78: make("redo") { try document.redo() }
        case 78..<82: resolve()
        case 82..<85: await addPicture()
        case 85..<88: if table.schema.count < 7 { await changeFields("add field", addField) }
        case 88..<91: await changeFields("rename field") { $0[$1].name = self.tag("name") }
        case 91..<94: if table.schema.count > 2 { await changeFields("remove field") { $0.remove(at: $1) } }
        case 94..<97: await changeFields("retype field", retypeField)
        default:
            let places = 1..<table.schema.count
            let (field, index) = (someField(of: table), Int.random(in: places, using: &random))
            make("move field") { try document.moveField(table.schema[field].id, to: index) }
        }
    }

    /// Notes what an edit has done, before anything of it can have been saved.
    private func make(_ kind: String, _ body: () throws -> Void) {
        try? body()
        let now = Sight(document.table)
        let differences = now.differences(since: sight)
        sight = now
        editCount += 1
        log.write(.init(event: "edit", number: editCount, text: kind, cells: differences))
    }

    private func someRecord(of table: RecordTable) -> Int {
        // Some are in demand.
        Bool.random(using: &random)
            ? Int.random(in: 0..<table.count, using: &random) : Int.random(in: 0..<min(table.count, 4), using: &random)
    }

    private func someField(of table: RecordTable) -> Int {
        Int.random(in: 1..<max(2, table.schema.count), using: &random)
    }

    private func someCells(of table: RecordTable) -> [CellEdit] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let field = someField(of: table)
            let value = EntryReader.typing(into: table.schema[field]).read(tag("text"))
            return CellEdit(record: someRecord(of: table), field: field, value: value)
        }
    }

    private func insert(into table: RecordTable) throws {
        let count = Int.random(in: 1...2, using: &random)
        let index = Int.random(in: 0...table.count, using: &random)
        var new = table.newRecords(count, at: index)
        for record in 0..<count {
            try new.set(.string(tag("record")), at: record, field: 0)
            let field = someField(of: table)
            try new.set(EntryReader.typing(into: table.schema[field]).read(tag("text")), at: record, field: field)
        }
        try document.insertRecords(new, at: RecordIndexes(index..<index + count))
    }

    private func resolve() {
        let conflicts = document.conflicts
        if conflicts.isEmpty { return }
        log.write(.init(event: "decided", conflicts: log.conflicts(of: conflicts)))
        // A field is known by its initial value, so none may get that of another one.
        let mine = conflicts.filter { conflict in
            guard let own = conflict.sides?.own, let theirs = conflict.sides?.theirs else { return true }
            return own.type != theirs.type || own.initialValue == theirs.initialValue
        }
        if Bool.random(using: &random) {
            make("put back") { try document.resolve(mine.filter { $0.record != nil }, as: .mine) }
            // By itself, so that what was put back before into a field that goes is told.
            make("put back") { try document.resolve(mine.filter { $0.record == nil }, as: .mine) }
        }
        make("decide") { try document.resolve(document.conflicts, as: .theirs) }
    }

    private func addPicture() async {
        let wanted = tag("picture") + ".png"
        guard let name = try? await document.addPicture(Array(wanted.utf8), hash: wanted, name: wanted) else { return }
        let table = document.table
        guard let field = table.schema.fields.indices.dropFirst().first(where: { table.schema[$0].type == .string })
        else { return }
        let record = someRecord(of: table)
        make("picture") {
            try document.setCells([CellEdit(record: record, field: field, value: .string(name))])
        }
    }

    // MARK: Fields

    private func addField(_ drafts: inout [FieldDraft], _ index: Int) {
        let type = someType()
        drafts.insert(FieldDraft(name: tag("name"), type: type, initialText: initialText(for: type)), at: index)
    }

    private func retypeField(_ drafts: inout [FieldDraft], _ index: Int) {
        let type = someType()
        guard type != drafts[index].type else { return }
        drafts[index].type = type
        drafts[index].initialText = initialText(for: type)
    }

    private func someType() -> FieldType { [.string, .string, .choice, .int].randomElement(using: &random) ?? .string }

    private func initialText(for type: FieldType) -> String {
        type == .int ? String(Int.random(in: 1...1 << 60, using: &random)) : tag("field")
    }

    private func changeFields(_ kind: String, _ body: (inout [FieldDraft], Int) -> Void) async {
        let table = document.table
        var drafts = table.schema.fields.map(FieldDraft.init)
        body(&drafts, someField(of: table))
        guard let step = try? await FieldsPlan(drafts, for: table.schema).step(for: table) else { return }
        // It may no longer suit what others have written meanwhile; then nothing happens.
        make(kind) { try document.apply(step) }
    }

    /// A text that nobody else writes, and that nothing takes for a number.
    private func tag(_ kind: String) -> String {
        tagCount += 1
        return "\(kind) \(name).\(tagCount)"
    }
}
