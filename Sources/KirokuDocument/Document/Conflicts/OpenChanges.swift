/// Edits that were left open because others have changed the same, and those that are no longer, in the end.
public struct OpenChanges: Sendable {
    private var edits: [EditID: (edit: OpenEdit, isOpen: Bool)] = [:]
    /// In the order in which they were touched first.
    private var order: [EditID] = []

    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    package var opened: [OpenEdit] { order.compactMap { edits[$0] }.filter(\.isOpen).map(\.edit) }

    package var closed: [OpenEdit] { order.compactMap { edits[$0] }.filter { !$0.isOpen }.map(\.edit) }

    /// About how many bytes of memory it takes.
    var memorySize: Int { edits.values.reduce(0) { $0 + MemoryLayout<OpenEdit>.stride + $1.edit.change.memorySize } }

    /// What takes it back.
    package var inverse: OpenChanges {
        var inverse = self
        for (id, change) in edits { inverse.edits[id]?.isOpen = !change.isOpen }
        return inverse
    }

    package mutating func open(_ edit: OpenEdit) { put(edit, isOpen: true) }

    package mutating func close(_ edit: OpenEdit) { put(edit, isOpen: false) }

    /// Adds what came after it.
    package mutating func add(_ later: OpenChanges) {
        for id in later.order {
            if let change = later.edits[id] { put(change.edit, isOpen: change.isOpen) }
        }
    }

    private mutating func put(_ edit: OpenEdit, isOpen: Bool) {
        if edits.updateValue((edit, isOpen), forKey: edit.id) == nil { order.append(edit.id) }
    }
}

/// The open edits that a store keeps, by any author.
public struct StoredOpenEdits: Sendable {
    /// The oldest first.
    package var open: [OpenEdit] = []
    /// Those that were open and have been resolved, as far as the store still has them.
    package var resolved: Set<EditID> = []

    package init(open: [OpenEdit] = [], resolved: Set<EditID> = []) { (self.open, self.resolved) = (open, resolved) }

    package var isEmpty: Bool { open.isEmpty && resolved.isEmpty }

    /// Has what was opened and closed be so here.
    package mutating func add(_ changes: OpenChanges) {
        let (opened, closed) = (changes.opened, Set(changes.closed.map(\.id)))
        resolved.formUnion(closed)
        open.removeAll { closed.contains($0.id) }
        let present = Set(open.map(\.id))
        for edit in opened {
            resolved.remove(edit.id)
            if !present.contains(edit.id) { open.append(edit) }
        }
    }
}
