import KirokuBase
import Testing

@Suite("Paths")
struct FilePathTests {
    @Test(
        "Folders are shown as people know them",
        arguments: [
            ("/srv/aiko/a.kiroku", "~"), ("/srv/aiko/cards/a.kiroku", "~/cards"), ("/srv/a.kiroku", "/srv"),
            ("/a.kiroku", "/"), ("/srv/aiko2/a.kiroku", "/srv/aiko2"),
        ])
    func shownFolder(path: String, expected: String) {
        #expect(FilePath.shownFolder(of: path, home: "/srv/aiko") == expected)
    }

    @Test("A home at the root hides nothing")
    func rootAsHome() {
        #expect(FilePath.shownFolder(of: "/srv/a.kiroku", home: "/") == "/srv")
    }
}
