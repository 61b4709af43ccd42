@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// How windows, files and the server hear of each other.
extension World {
    /// How an answer comes.
    enum Hearing { case heard, lost, slow }

    // MARK: Window and file

    /// A window takes in what others have written to its file.
    mutating func takeIn(_ number: Int) {
        let (window, file) = (windows[number], files[windows[number].file])
        let news = file.log[window.seen...].filter { $0.window != number }
        guard !news.isEmpty || file.open.open.map(\.id) != window.knownOpenEdits else { return }
        var merged = MergedEdits(
            table: window.table, edits: window.unsaved, open: [], steps: window.steps, typedOver: [])
        if !news.isEmpty, window.unsaved.isEmpty {
            merged = MergedEdits(table: file.table, edits: [], open: [], steps: window.steps, typedOver: [])
        } else if !news.isEmpty {
            guard
                let made = engine.mergeEdits(
                    window.unsaved, window.steps, mine: window.table, theirs: file.table, at: .window, &numbers)
            else { return faults.append("what others have written cannot be taken in") }
            merged = made
            let oracle = MergeOracle(
                base: window.base, mine: window.table, theirs: file.table, edits: window.unsaved, merged: merged)
            faults += oracle.faults
            windows[number].isLaid = true
        }
        let left = window.open.list + file.open.open.filter { $0.desk == nil }
        let before = left.map(\.keptTexts) + merged.open.map(\.keptTexts)
        windows[number].take(merged, file.open, desk: number, engine)
        expectKept(before, in: windows[number].open.list + window.resolved(by: file), merged)
        windows[number].othersCells.formUnion(window.base.cells(changedIn: file.table))
        windows[number].table = merged.table
        windows[number].unsaved = merged.edits
        windows[number].steps = merged.steps
        windows[number].knownOpenEdits = file.open.open.map(\.id)
        windows[number].base = file.table
        windows[number].seen = file.log.count
        for commit in news {
            windows[number].changedElsewhere.add(commit.change)
        }
        files[window.file].texts.formUnion(merged.typedOver)
    }

    /// A window takes in what others have written, and writes what is left of its edits.
    mutating func save(_ number: Int) {
        takeIn(number)
        let window = windows[number]
        var file = files[window.file]
        if window.unsaved.isEmpty, window.openApart.isEmpty, !window.isLaid { return }
        for edit in window.unsaved where !edit.change.isEmpty {
            file.texts.formUnion(edit.change.namedTexts)
            if let complaint = file.table.compareAndApply(edit.change) {
                return faults.append("a commit to the file: \(complaint)")
            }
            file.log.append((number, edit.change))
            if server != nil { file.waiting.append(edit) }
        }
        if window.isLaid, !file.table.isSame(as: window.table) { faults.append("what was saved is not what is shown") }
        file.open.add(window.unsavedOpen)
        file.texts.formUnion(window.givenUp)
        promised.formUnion(window.pending)
        files[window.file] = file
        windows[number].openApart = OpenChanges()
        windows[number].unsaved = []
        windows[number].givenUp = []
        windows[number].isLaid = false
        windows[number].pending = []
        windows[number].base = file.table
        windows[number].seen = file.log.count
    }

    /// The window as it is when the file is opened again.
    func reopened(_ number: Int, as window: Int) -> SimulatedWindow {
        let file = files[number]
        var opened = SimulatedWindow(file: number, table: file.table)
        opened.seen = file.log.count
        opened.open = OpenEdits(file.open.open.filter { $0.desk == nil || $0.desk == window })
        opened.knownOpenEdits = file.open.open.map(\.id)
        return opened
    }

    /// Opens a file in another window, or a copy of it with the same past.
    mutating func open(_ number: Int, copying: Bool) {
        guard windows.count < Self.windowLimit, !copying || server != nil else { return }
        var target = number
        if copying {
            var copy = files[number]
            // Whoever opens the copy takes over what is open in it.
            for index in copy.open.open.indices { copy.open.open[index].desk = nil }
            copy.mail = []
            files.append(copy)
            target = files.count - 1
        }
        windows.append(reopened(target, as: windows.count))
    }

    // MARK: File and server

    /// Sends what waits, one edit after another, until one is refused.
    mutating func send(_ number: Int, _ hearing: Hearing) {
        guard let past = server?.past else { return }
        // Whoever connects to another past reads all of it before sending anything.
        if files[number].cursor.past != past { receive(number) }
        var accepted: [Int] = []
        for edit in files[number].waiting {
            if server?.commit(edit) == .refused { break }
            accepted.append(edit.number)
        }
        switch hearing {
        case .heard: accept(accepted, in: number)
        case .slow: files[number].mail.append(.accepted(accepted, past: past))
        case .lost: break
        }
    }

    /// The server has accepted these.
    private mutating func accept(_ accepted: [Int], in number: Int) {
        for edit in accepted {
            guard let index = files[number].waiting.firstIndex(where: { $0.number == edit }) else { continue }
            let edit = files[number].waiting.remove(at: index)
            files[number].accepted.append(edit)
            if (try? files[number].base.apply(edit.change)) == nil {
                faults.append("an accepted edit does not fit to what the server had")
            }
        }
    }

    mutating func receive(_ number: Int) {
        guard let news = server?.news(since: files[number].cursor) else { return }
        takeIn(news, number)
    }

    mutating func ask(_ number: Int) {
        guard let news = server?.news(since: files[number].cursor) else { return }
        files[number].mail.append(.news(news))
    }

    /// - Parameter choice: which answer; it stays on its way if the number is odd.
    mutating func deliver(_ choice: Int, to number: Int) {
        let mail = files[number].mail
        guard !mail.isEmpty, case let index = choice / 2 % mail.count else { return }
        if choice.isMultiple(of: 2) { files[number].mail.remove(at: index) }
        switch mail[index] {
        case .accepted(let edits, let past):
            // Whoever hears of another past has connected again, and all connections from before have ended.
            if past >= files[number].cursor.past { accept(edits, in: number) }
        case .news(let news): takeIn(news, number)
        }
    }

    private mutating func takeIn(_ news: SimulatedServer.News, _ number: Int) {
        guard files[number].cursor == news.since else { return }
        accept(files[number].waiting.map(\.number).filter(news.known.contains), in: number)
        // What was heard of already is known.
        if news.cursor == news.since { return }
        let isOtherPast = news.cursor.past != news.since.past
        if isOtherPast {
            // The server has lost these again.
            let lost = files[number].accepted.filter { !news.known.contains($0.number) }
            files[number].accepted.removeAll { !news.known.contains($0.number) }
            files[number].waiting = lost + files[number].waiting
        }
        let file = files[number]
        let merged: MergedEdits
        if file.waiting.isEmpty {
            merged = MergedEdits(table: news.table, edits: [], open: [], steps: UndoSteps(), typedOver: [])
        } else {
            let changed =
                news.changed
                ?? file.waiting.reduce(into: Set(file.base.ids).union(news.table.ids)) {
                    $0.formUnion($1.change.records)
                }
            guard
                let made = engine.mergeEdits(
                    file.waiting, UndoSteps(), mine: file.table, theirs: news.table, at: .queue(changed: changed),
                    &numbers)
            else { return faults.append("what is on the server cannot be taken in") }
            merged = made
            let oracle = MergeOracle(
                base: file.base, mine: file.table, theirs: news.table, edits: file.waiting, merged: merged)
            faults += isOtherPast ? oracle.losses(besides: news.texts.union(file.base.cellTexts)) : oracle.faults
        }
        files[number].table = merged.table
        files[number].base = news.table
        files[number].waiting = merged.edits
        var open = OpenEdits()
        for conflict in merged.open { open.open(conflict, fieldIn: [merged.table.schema], desk: nil) }
        files[number].open.add(open.takeChanges())
        files[number].texts.formUnion(merged.typedOver)
        files[number].cursor = news.cursor
        if !merged.table.isSame(as: file.table) {
            let change =
                file.table.schema.fields == merged.table.schema.fields
                ? .sequence(
                    file.table.difference(to: merged.table, in: Set(file.table.ids).union(merged.table.ids).sorted()))
                : file.table.replacement(by: merged.table)
            files[number].log.append((nil, change))
        }
    }

    // MARK: Open edits

    /// What was open stays open, unless the table or the history holds it.
    private mutating func expectKept(_ before: [Set<String>], in open: [OpenEdit], _ merged: MergedEdits) {
        if before.isEmpty { return }
        let found = open.reduce(into: merged.table.texts.union(merged.typedOver)) { $0.formUnion($1.keptTexts) }
        for texts in before {
            for text in texts.subtracting(found).sorted() where !text.isEmpty && !takenAway.contains(text) {
                faults.append("“\(text)” was open and is nowhere")
            }
        }
    }
}

extension SimulatedWindow {
    /// What there is to resolve.
    var conflicts: [EditConflict] { open.conflicts(in: table) }

    /// What was opened and closed and is not in the file.
    fileprivate var unsavedOpen: OpenChanges {
        var changes = openApart
        for edit in unsaved { changes.add(edit.open) }
        return changes
    }

    /// What others have resolved, who have said what is given up, and what was resolved here and is not saved.
    fileprivate func resolved(by file: SimulatedFile) -> [OpenEdit] {
        open.list.filter { file.open.resolved.contains($0.id) } + unsavedOpen.closed
    }

    /// Takes in what others have left open, and what was left open of the own edits.
    fileprivate mutating func take(_ merged: MergedEdits, _ stored: StoredOpenEdits, desk: Int, _ engine: any Engine) {
        open.take(stored, unsaved: unsavedOpen) { $0 == nil }
        engine.follow(&open, from: table, to: merged.table, at: desk, opening: merged.open)
        openApart.add(open.takeChanges())
    }
}

extension Change {
    /// The texts of its cells and fields, before and after.
    var namedTexts: Set<String> { replacedTexts.union(inverse.replacedTexts) }

    /// The texts of the cells that it takes away or sets, and the names of the fields, before it.
    var replacedTexts: Set<String> {
        switch self {
        case .setCells(let cells): return Set(cells.map(\.base.played))
        case .deleteRecords(let records): return records.texts
        case .insertRecords, .setPlaces: return []
        case .changeFields(let change):
            var texts = Set(change.base.fields.map(\.name))
            for field in change.removed {
                for record in field.records.indices { texts.insert(field.value(at: record).played) }
            }
            return texts
        case .sequence(let changes): return changes.reduce(into: []) { $0.formUnion($1.replacedTexts) }
        }
    }
}
