import KirokuCore
import Testing

@testable import Kiroku

@Suite("Document names")
struct DocumentNameTests {
    @Test(
        "The title is the file's name without its ending",
        arguments: [
            ("/home/aiko/packages.tsv", "packages"), ("/home/aiko/a.b.kiroku", "a.b"), ("packages", "packages"),
            ("/home/aiko/.hidden", ".hidden"), ("/home/aiko/.hidden.tsv", ".hidden"), ("/a/日本の 名所.tsv", "日本の 名所"),
            ("/a/folder.d/file", "file"), ("/a/file.", "file"), ("/a/b/", "b"),
        ])
    func titles(path: String, title: String) {
        #expect(DocumentName.title(of: path) == title)
    }

    @Test(
        "Documents are known by their ending",
        arguments: [("/a/b.kiroku", true), ("/a/b.tsv", false), ("/a/kiroku", false), ("/a/b.kiroku.tsv", false)])
    func kinds(path: String, isDocument: Bool) {
        #expect(FileKind.namesDocument(path) == isDocument)
    }

    @Test("A name that is taken gets the next free number")
    func free() {
        var taken: Set<String> = []
        func next() -> String {
            let path = DocumentName.free(for: "packages", in: "/data") { taken.contains($0) }
            taken.insert(path)
            return path
        }
        #expect(next() == "/data/packages.kiroku")
        #expect(next() == "/data/packages 2.kiroku")
        #expect(next() == "/data/packages 3.kiroku")
        taken.remove("/data/packages 2.kiroku")
        #expect(next() == "/data/packages 2.kiroku")
    }
}
