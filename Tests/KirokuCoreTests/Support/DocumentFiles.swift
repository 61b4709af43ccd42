import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// Ann, Bob and Cy, and a number for each, from 0.
func threePeople(_ number: String = "Price") throws -> RecordTable {
    var table = try RecordTable(fieldNames: ["Name", number], fieldTypes: [.string, .int])
    for (index, name) in ["Ann", "Bob", "Cy"].enumerated() { try table.addRecord([.string(name), .int(index)]) }
    return table
}

/// A document with a table in a new file.
@MainActor
func newDocument(_ table: RecordTable, at path: String) async throws -> Document {
    let file = try await CardFile.create(at: path, table: table)
    return Document(title: "a", contents: DocumentContents(table: table), store: file)
}

/// A document as its file gives it to a program that opens it.
@MainActor
func openDocument(at path: String) async throws -> Document {
    let opened = try await CardFile.open(at: path)
    return Document(title: "a", contents: opened.contents, store: opened.store)
}

/// A document as its file gives it to the next program that opens it.
@MainActor
func reopen(_ document: Document, at path: String) async throws -> Document {
    await document.close()
    #expect(document.saveState == .saved)
    return try await openDocument(at: path)
}

/// A document with a table in a new file that is open so many times, as in as many windows.
@MainActor
func openTogether(_ table: RecordTable, _ count: Int = 2, at path: String) async throws -> [Document] {
    await (try CardFile.create(at: path, table: table)).close()
    var documents: [Document] = []
    for _ in 0..<count { documents.append(try await openDocument(at: path)) }
    return documents
}
