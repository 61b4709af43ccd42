/// Somebody else who has a shared document open at the moment, and where they are; a nicety, never a lock.
public struct PresentPerson: Sendable, Hashable, Identifiable {
    /// Which copy of the document it is: somebody may have several.
    public let id: String
    /// What they are called, in a single line; another person has chosen it.
    public let name: String
    /// The cell that they are in; `nil` if they are in none.
    public let place: PresentPlace?

    /// Somebody in a place.
    public init(id: String, name: String, place: PresentPlace?) {
        self.id = id
        self.name = name
        self.place = place
    }
}

/// A cell in which somebody is.
public struct PresentPlace: Sendable, Hashable {
    /// Its record, which may not be here yet, or not any more.
    public let record: RecordID
    /// Its field.
    public let field: FieldID

    /// The cell of a record and a field.
    public init(record: RecordID, field: FieldID) {
        self.record = record
        self.field = field
    }
}
