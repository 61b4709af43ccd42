import KirokuPresentation
import Testing

@Suite("The names of albums in a list")
struct AlbumNamesTests {
    @Test(
        "Folders that all have in common are left out",
        arguments: [
            (["Trips/2024 Kyoto", "Trips/2023 Uji"], "Trips", ["2024 Kyoto", "2023 Uji"]),
            (["Trips/2024 Kyoto", "Trips", "Recently used"], "Trips", ["2024 Kyoto", "Trips", "Recently used"]),
            (["a/b/c", "a/b/d/e", "a/b/f"], "a/b", ["c", "d/e", "f"]),
            (["a/b", "c/d"], nil, ["a/b", "c/d"]),
            (["a/bc/d", "a/b/d"], "a", ["bc/d", "b/d"]),
            (["a", "b"], nil, ["a", "b"]),
            ([], nil, []),
        ] as [([String], String?, [String])])
    func common(names: [String], folder: String?, shown: [String]) {
        let albums = AlbumNames(names)
        #expect(albums.folder == folder)
        #expect(names.map { albums.shown($0) } == shown)
    }
}
