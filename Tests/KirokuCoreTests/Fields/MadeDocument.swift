import CoreTestSupport

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A document of this table, which is saved nowhere.
@MainActor
func makeDocument(_ table: RecordTable) -> Document {
    Document(title: "a", inMemory: DocumentContents(table: table))
}
