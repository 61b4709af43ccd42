import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuCore

/// Documents that Kiroku wrote when the form of its files was version 1 (`Fixtures/Version1/make-documents`).
@Suite("Documents of version 1")
@MainActor
struct Version1Tests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    nonisolated static let names = [
        "values", "history", "between others", "settings", "pictures", "random 1", "random 2", "random 3", "random 6",
        "written by others",
    ]

    private nonisolated static let fixtures =
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Fixtures/Version1")

    /// A copy of one of them, because opening to edit makes a journal beside it.
    private func document(_ name: String) throws -> String {
        let path = folder.path("\(name).kiroku")
        try FileManager.default.copyItem(atPath: Self.fixtures.appending(path: "\(name).kiroku").path, toPath: path)
        return path
    }

    @Test("There is a test for each of them")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.fixtures.path)
        let documents = files.filter { $0.hasSuffix(".kiroku") }.map { String($0.dropLast(7)) }
        #expect(Set(documents) == Set(Self.names))
    }

    @Test("Records, history and settings are what the program of then read", arguments: names)
    func contents(name: String) async throws {
        let path = try document(name)
        let before = try bytes(of: path)
        let opened = try await CardFile.open(at: path)
        // Undoing saves, and the file is to stay as it is.
        let document = Document(title: name, contents: opened.contents, link: FakeDocumentLink())
        let expected = try String(contentsOf: Self.fixtures.appending(path: "\(name).txt"), encoding: .utf8)
        #expect(try DocumentDump(document).text == expected)
        await opened.link?.close()
        #expect(try bytes(of: path) == before)
    }

    @Test("The same is there after all steps were taken back and done again in the file", arguments: names)
    func editing(name: String) async throws {
        let path = try document(name)
        let opened = try await CardFile.open(at: path)
        let document = Document(title: name, contents: opened.contents, link: opened.link)
        let before = try DocumentDump(document).text
        await document.close()
        #expect(document.saveState == .saved)
        let again = try await CardFile.open(at: path)
        let reopened = Document(title: name, contents: again.contents, link: FakeDocumentLink())
        #expect(try DocumentDump(reopened).text == before)
        await again.link?.close()
    }

    @Test("Pictures are there")
    func pictures() async throws {
        let opened = try await CardFile.open(at: try document("pictures"))
        let file = try #require(opened.pictures)
        #expect(try await file.pictures().map(\.name) == ["Kyoto 2.png", "Kyoto.png"])
        let picture = try #require(try await file.picture(named: "Kyoto.png", atMost: 1_000))
        #expect(picture.starts(with: [0x89, 0x50, 0x4e, 0x47]))
        await file.close()
    }

    @Test("What others put beside Kiroku's tables is there after an edit")
    func theirs() async throws {
        let path = try document("written by others")
        let opened = try await CardFile.open(at: path)
        let document = Document(title: "a", contents: opened.contents, link: opened.link)
        try document.addRecord()
        await document.close()
        let tool = try SQLiteTool(path)
        #expect(try tool.run("SELECT * FROM theirs") == ["1|kept"])
        #expect(
            try tool.run("SELECT value FROM properties WHERE name IN ('theirs', 'view: theirs')") == ["kept", "kept"])
    }
}
