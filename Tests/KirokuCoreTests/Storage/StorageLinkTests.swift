import CoreTestSupport
import FoundationEssentials
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

/// A place for links in a test, of which there is one for each implementation.
enum LinkPlace: String, CaseIterable, CustomTestStringConvertible {
    case file
    case memory
    case twoPlaces

    var testDescription: String { rawValue }

    /// A link to a new place in `folder`.
    func link<Format: FileFormat>(
        _ format: Format.Type, in folder: TemporaryFolder, default contents: Format.Contents?
    ) throws -> any StorageLink<Format.Contents> {
        switch self {
        case .file:
            if let contents { try FileLink<Format>(path: folder.path("default")).save(contents) }
            return FileLink<Format>(
                path: folder.path("one/two/file"), defaultPath: contents == nil ? nil : folder.path("default"))
        case .memory:
            return MemoryLink<Format.Contents>(default: contents)
        case .twoPlaces:
            let first = MemoryLink<Format.Contents>(default: contents)
            return TwoPlacesLink(first, FileLink<Format>(path: folder.path("second")))
        }
    }
}

@Suite("Every storage link")
struct StorageLinkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func check<Format: FileFormat>(
        _ format: Format.Type, at place: LinkPlace, _ contents: [Format.Contents]
    ) throws where Format.Contents: Equatable {
        let link = try place.link(format, in: folder, default: contents[0])
        let error = #expect(throws: StorageError.self) { try link.load() }
        guard case .notFound = error else {
            Issue.record("\(String(describing: error)) instead of notFound")
            return
        }
        for saved in contents {
            try link.save(saved)
            #expect(try link.load() == saved)
            #expect(try link.load() == saved)
        }
        #expect(try link.loadDefault() == contents[0])
        let bare = try place.link(format, in: TemporaryFolder(), default: nil)
        #expect(throws: StorageError.unsupported) { try bare.loadDefault() }
    }

    @Test("Text", arguments: LinkPlace.allCases)
    func text(place: LinkPlace) throws {
        let texts = ["first", "", "東京\r\n\u{0}\t\"é\"", "\u{feff}bom", String(repeating: "long ", count: 100_000)]
        try check(TextFormat.self, at: place, texts)
    }

    @Test("Bytes", arguments: LinkPlace.allCases)
    func data(place: LinkPlace) throws {
        try check(DataFormat.self, at: place, [[1, 2, 3], [], Array(0...255), [0xff, 0, 0xfe]])
    }

    @Test("Named values", arguments: LinkPlace.allCases)
    func dictionary(place: LinkPlace) throws {
        try check(
            DictionaryFormat.self, at: place,
            [
                ["version": .int(1)], [:],
                [
                    "": .string(""), "int": .int(.min), "real": .real(0.1), "yes": .bool(true), "no": .bool(false),
                    "text": .string(" <&>\"'\n東京 "), "date": .date(Date(timeIntervalSince1970: 1_432_154_424)),
                    "data": .data([0, 255]), "one": .int(1), "zero": .int(0),
                    "list": .array([.int(1), .array([]), .dictionary([:]), .dictionary(["a": .bool(false)])]),
                ],
            ])
    }

    @Test("Lists", arguments: LinkPlace.allCases)
    func array(place: LinkPlace) throws {
        try check(
            ArrayFormat.self, at: place,
            [[.int(1)], [], [.array([.int(1), .real(2.5), .bool(true), .string("a")]), .array([])]])
    }

    @Test("Calls that a link does not have fail, and do not crash")
    func unimplemented() {
        struct Bare: TextLink {}
        let link: any TextLink = Bare()
        #expect(throws: StorageError.unsupported) { try link.load() }
        #expect(throws: StorageError.unsupported) { try link.save("x") }
        #expect(throws: StorageError.unsupported) { try link.loadDefault() }
    }
}
