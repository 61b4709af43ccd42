import CGtk

/// Undoes and redoes edits of a long text, which GTK's text areas do not.
@MainActor
final class TextUndo {
    /// An edit: what was replaced by what, at a place in Unicode scalars.
    private struct Edit {
        let place: Int
        let removed: String
        let inserted: String
    }

    /// What is undone at once: what one key, or one word typed, did.
    private struct Step {
        var edits: [Edit]
        var byteCount: Int
    }

    /// The largest number of steps, and of bytes, that are kept.
    private static let (mostSteps, mostBytes) = (1_000, 64 << 20)

    private unowned let text: LongText
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    private var done: [Step] = []
    private var undone: [Step] = []
    private var current: [Edit] = []
    private var depth = 0
    private var isPaused = false

    init(of text: LongText) {
        self.text = text
        buffer = gtk_text_view_get_buffer(text.area.cast(to: GtkTextView.self))
    }

    func start() {
        TextSignals.onInsert(buffer, after: false) { [weak self] iter, inserted in
            guard let self, !isPaused, !inserted.isEmpty else { return }
            add(Edit(place: text.place(of: iter), removed: "", inserted: inserted))
        }
        TextSignals.onDelete(buffer) { [weak self] start, end in
            guard let self, !isPaused else { return }
            let removed = text.text(between: start, end)
            if !removed.isEmpty { add(Edit(place: text.place(of: start), removed: removed, inserted: "")) }
        }
        Signals.connect(UnsafeMutableRawPointer(buffer), "begin-user-action") { [weak self] in self?.depth += 1 }
        Signals.connect(UnsafeMutableRawPointer(buffer), "end-user-action") { [weak self] in
            guard let self else { return }
            depth -= 1
            if depth == 0 { endStep() }
        }
    }

    /// Makes changes that do not count as edits.
    func pause(_ body: () -> Void) {
        let wasPaused = isPaused
        isPaused = true
        body()
        isPaused = wasPaused
    }

    func forget() {
        done = []
        undone = []
        current = []
    }

    func undo() -> Bool {
        endStep()
        guard let step = done.popLast() else { return false }
        undone.append(step)
        for edit in step.edits.reversed() { replace(edit.inserted, by: edit.removed, at: edit.place) }
        return true
    }

    func redo() -> Bool {
        endStep()
        guard let step = undone.popLast() else { return false }
        done.append(step)
        for edit in step.edits { replace(edit.removed, by: edit.inserted, at: edit.place) }
        return true
    }

    private func replace(_ old: String, by new: String, at place: Int) {
        pause {
            var start = text.iter(at: text.offset(of: place))
            var end = text.iter(at: text.offset(of: place + old.unicodeScalars.count))
            gtk_text_buffer_delete(buffer, &start, &end)
            var iter = text.iter(at: text.offset(of: place))
            gtk_text_buffer_insert(buffer, &iter, new, Int32(new.utf8.count))
        }
        let end = place + new.unicodeScalars.count
        text.select(end..<end)
    }

    private func add(_ edit: Edit) {
        undone = []
        current.append(edit)
        if depth == 0 { endStep() }
    }

    /// Keeps what was edited as a step, or, for the next letter of a word, as part of the last one.
    private func endStep() {
        guard !current.isEmpty else { return }
        defer { current = [] }
        let byteCount = current.reduce(0) { $0 + $1.removed.utf8.count + $1.inserted.utf8.count }
        if let new = current.first, current.count == 1, let last = done.last?.edits.last, continues(last, new) {
            done[done.count - 1].edits.append(new)
            done[done.count - 1].byteCount += byteCount
        } else {
            done.append(Step(edits: current, byteCount: byteCount))
        }
        var kept = done.reduce(0) { $0 + $1.byteCount }
        while done.count > Self.mostSteps || kept > Self.mostBytes && done.count > 1 {
            kept -= done.removeFirst().byteCount
        }
    }

    private func continues(_ last: Edit, _ new: Edit) -> Bool {
        guard last.removed.isEmpty, new.removed.isEmpty, new.inserted.count == 1, last.inserted.count == 1,
            new.place == last.place + last.inserted.unicodeScalars.count
        else { return false }
        return !(last.inserted.last?.isWhitespace ?? false) || new.inserted.last?.isWhitespace ?? false
    }
}

/// The signals of a text buffer that carry places in it.
@MainActor
enum TextSignals {
    typealias Insert = @MainActor (GtkTextIter, String) -> Void
    typealias Delete = @MainActor (GtkTextIter, GtkTextIter) -> Void

    /// Calls `body` with the place and the text of each insertion; with `after`, it is called after the insertion, and
    /// the place is after the text.
    static func onInsert(
        _ buffer: UnsafeMutablePointer<GtkTextBuffer>, after: Bool, _ body: @escaping Insert
    ) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<GtkTextIter>?, UnsafePointer<UInt8>?, CInt,
                UnsafeMutableRawPointer?
            ) -> Void = { _, iter, text, length, data in
                let body = boxedBody(data, as: Insert.self)
                guard let iter, let text else { return }
                let place = PointerBits(UnsafeMutableRawPointer(mutating: iter))
                let inserted = String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
                MainActor.assumeIsolated {
                    if let iter = place.typed(GtkTextIter.self) { body?(iter.pointee, inserted) }
                }
            }
        _ = Signals.connect(
            UnsafeMutableRawPointer(buffer), "insert-text", after: after,
            unsafeBitCast(handler, to: GCallback.self), ClosureBox<Insert>(body))
    }

    /// Calls `body` with the places between which text is about to be removed.
    static func onDelete(_ buffer: UnsafeMutablePointer<GtkTextBuffer>, _ body: @escaping Delete) {
        let handler:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<GtkTextIter>?, UnsafePointer<GtkTextIter>?,
                UnsafeMutableRawPointer?
            ) -> Void = { _, start, end, data in
                let body = boxedBody(data, as: Delete.self)
                guard let start, let end else { return }
                let places = (
                    PointerBits(UnsafeMutableRawPointer(mutating: start)),
                    PointerBits(UnsafeMutableRawPointer(mutating: end))
                )
                MainActor.assumeIsolated {
                    guard let start = places.0.typed(GtkTextIter.self), let end = places.1.typed(GtkTextIter.self)
                    else { return }
                    body?(start.pointee, end.pointee)
                }
            }
        _ = Signals.connect(
            UnsafeMutableRawPointer(buffer), "delete-range", after: false,
            unsafeBitCast(handler, to: GCallback.self), ClosureBox<Delete>(body))
    }
}
