/// Edits that were opened because others have changed the same thing, and edits that were closed: the net effect.
public struct OpenChanges: Sendable {
    private var edits: [EditID: (edit: OpenEdit, isOpen: Bool)] = [:]
    /// In the order in which the edits first appeared.
    private var order: [EditID] = []

    package init() {}

    package var isEmpty: Bool { order.isEmpty }

    package var opened: [OpenEdit] { order.compactMap { edits[$0] }.filter(\.isOpen).map(\.edit) }

    package var closed: [OpenEdit] { order.compactMap { edits[$0] }.filter { !$0.isOpen }.map(\.edit) }

    /// The approximate memory use, in bytes.
    var memorySize: Int { edits.values.reduce(0) { $0 + MemoryLayout<OpenEdit>.stride + $1.edit.change.memorySize } }

    /// The changes that revert these.
    package var inverse: OpenChanges {
        var inverse = self
        for (id, change) in edits { inverse.edits[id]?.isOpen = !change.isOpen }
        return inverse
    }

    package mutating func open(_ edit: OpenEdit) { put(edit, isOpen: true) }

    package mutating func close(_ edit: OpenEdit) { put(edit, isOpen: false) }

    /// Adds later changes.
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
    /// Edits that have been resolved, as far as the store still keeps them.
    package var resolved: Set<EditID> = []

    package init(open: [OpenEdit] = [], resolved: Set<EditID> = []) { (self.open, self.resolved) = (open, resolved) }

    package var isEmpty: Bool { open.isEmpty && resolved.isEmpty }

    /// Opens and closes the same edits here.
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
