/// Another person who currently has a shared document open, and where they are; a hint, never a lock.
public struct PresentPerson: Sendable, Hashable, Identifiable {
    /// Identifies the person's copy of the document; a person may have several.
    public let id: String
    /// The person's name, in a single line; untrusted, because the other person has chosen it.
    public let name: String
    /// The cell that the person is in; `nil` if in none.
    public let place: PresentPlace?

    /// A person in a place.
    public init(id: String, name: String, place: PresentPlace?) {
        self.id = id
        self.name = name
        self.place = place
    }
}

/// A cell that a person is in.
public struct PresentPlace: Sendable, Hashable {
    /// Its record, which may not be here yet, or no longer.
    public let record: RecordID
    /// Its field.
    public let field: FieldID

    /// The cell of a record and a field.
    public init(record: RecordID, field: FieldID) {
        self.record = record
        self.field = field
    }
}
