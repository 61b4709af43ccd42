import CoreTestSupport
import Foundation
import KirokuCore
import Testing

@testable import Kiroku

@Suite("Documents that were made from texts")
struct MadeDocumentsTests {
    private let folder: TemporaryFolder
    private let made: MadeDocuments

    init() throws {
        folder = try TemporaryFolder()
        made = MadeDocuments(link: DictionaryFileLink(path: folder.path("made.plist")))
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let path = CanonicalPath.of(folder.path) + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("A document is found by its text, as long as it is there")
    func found() async throws {
        let (text, document) = (try write("a.csv", "a"), try write("a.kiroku", ""))
        #expect(await made.document(madeFrom: text) == nil)
        await made.add(document, madeFrom: text)
        let again = MadeDocuments(link: DictionaryFileLink(path: folder.path("made.plist")))
        #expect(await again.document(madeFrom: text) == .init(document: document, isUnchanged: true))
        try FileManager.default.removeItem(atPath: document)
        #expect(await again.document(madeFrom: text) == nil)
    }

    @Test("It is known whether the text has changed, until the document is updated by it")
    func changes() async throws {
        let (text, document) = (try write("a.csv", "a"), try write("a.kiroku", ""))
        await made.add(document, madeFrom: text)
        _ = try write("a.csv", "ab")
        #expect(await made.document(madeFrom: text)?.isUnchanged == false)
        await made.markUpdated(of: folder.path("other.kiroku"), by: text)
        #expect(await made.document(madeFrom: text)?.isUnchanged == false)
        await made.markUpdated(of: document, by: text)
        #expect(await made.document(madeFrom: text)?.isUnchanged == true)
    }

    @Test("A document that is moved is followed, and the last one made from a text counts")
    func moves() async throws {
        let (text, first) = (try write("a.csv", "a"), try write("a.kiroku", ""))
        let (second, third) = (try write("a 2.kiroku", ""), try write("b.kiroku", ""))
        await made.add(first, madeFrom: text)
        await made.add(second, madeFrom: text)
        #expect(await made.document(madeFrom: text)?.document == second)
        await made.move(second, to: third)
        #expect(await made.document(madeFrom: text)?.document == third)
    }

    @Test("What is damaged counts as nothing, and the oldest texts are forgotten")
    func limits() async throws {
        let link = DictionaryFileLink(path: folder.path("made.plist"))
        try link.save(["texts": .array([.int(1), .dictionary(["text": .string("a")])])])
        #expect(await made.document(madeFrom: "a") == nil)
        let document = try write("a.kiroku", "")
        let made = MadeDocuments(link: link, limit: 3)
        for number in 0...3 { await made.add(document, madeFrom: "/texts/\(number)") }
        #expect(await made.document(madeFrom: "/texts/0") == nil)
        for number in 1...3 { #expect(await made.document(madeFrom: "/texts/\(number)") != nil) }
    }
}
