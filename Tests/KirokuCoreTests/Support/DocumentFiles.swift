import Testing

@testable import KirokuCore

/// A document with a table in a new file.
@MainActor
func newDocument(_ table: RecordTable, at path: String) async throws -> Document {
    let file = try await CardFile.create(at: path, table: table)
    return Document(title: "a", contents: DocumentContents(table: table), store: file)
}

/// A document as its file gives it to the next program that opens it.
@MainActor
func reopen(_ document: Document, at path: String) async throws -> Document {
    await document.close()
    #expect(document.saveState == .saved)
    let opened = try await CardFile.open(at: path)
    return Document(title: "a", contents: opened.contents, store: opened.store)
}
