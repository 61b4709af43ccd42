import CoreTestSupport

@testable import KirokuCore

/// A document of this table, which is saved nowhere.
@MainActor
func makeDocument(_ table: RecordTable) -> Document {
    Document(title: "a", inMemory: DocumentContents(table: table))
}
