import CoreTestSupport
import FoundationEssentials
import KirokuCore
import KirokuPictures
import KirokuPresentation
import Testing

@testable import Kiroku

@Suite("The sample that ships with the program")
struct ShippedSampleTests {
    private let folder: TemporaryFolder
    private static let resources = SourceTree.root + "/Resources/sample"
    private static let bothLanguages = [["C"], ["ja_JP.UTF-8", "ja_JP", "ja"]]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func sample(
        _ languages: [String] = [], path: String = resources + "/sights.plist",
        pictures: String = resources + "/pictures"
    ) -> ShippedSample {
        ShippedSample(path: path, pictures: pictures, folder: folder.path("own"), languages: languages)
    }

    private func open(_ sample: ShippedSample) async throws(StorageError) -> DocumentOpener.Result {
        try await DocumentOpener(folder: folder.path("documents"), sample: sample).open(sample.path) { _ in }
    }

    @Test("It has fifteen places, without a cell to fix, and most of what a field can hold", arguments: bothLanguages)
    func records(languages: [String]) async throws {
        let template = try await sample(languages).template()
        let table = try template.table()
        #expect(table.count == 15)
        #expect(table.unfitCount == 0)
        #expect(Set(table.fieldTypes) == [.string, .choice, .choices, .rating, .date, .decimal])
        #expect(table.schema.fields.map(\.isPicture).filter { $0 }.count == 1)
        for field in table.schema.fields where field.type.hasOptions {
            #expect(Set(field.options.map(\.mark)).count == field.options.count, "\(field.name) has equal colours")
            #expect(!field.options.contains { $0.mark == .none })
        }
        let longest = (0..<table.count).map { table.displayText($0, table.schema.count - 1).count }.max() ?? 0
        #expect(longest > 100)
    }

    @Test("Every field, choice and note is in both languages")
    func translated() async throws {
        let english = try await sample().template()
        let japanese = try await sample(["ja"]).template()
        #expect(english.name != japanese.name)
        for (one, other) in zip(english.fields, japanese.fields) {
            #expect(one.name != other.name)
            #expect(one.options.count == other.options.count)
            for (one, other) in zip(one.options, other.options) { #expect(one.text != other.text) }
        }
        let texts = english.fields.indices.filter {
            english.fields[$0].type == .string && !english.fields[$0].isPicture
        }
        for (one, other) in zip(english.records, japanese.records) {
            for field in texts { #expect(one[field] != other[field]) }
        }
    }

    @Test(
        "Its document has a picture for each place, each of which can be read, in less than 3 MB",
        arguments: bothLanguages)
    func pictures(languages: [String]) async throws {
        let result = try await open(sample(languages))
        #expect(result.isSample)
        #expect(result.imported == nil)
        #expect(result.path.hasPrefix(folder.path("own") + "/"))
        #expect(result.contents.settings.rowLines > 1)
        let names = try await result.store.pictures().map(\.name)
        let table = result.contents.table
        let field = try #require(table.schema.fields.firstIndex { $0.isPicture })
        #expect(Set((0..<table.count).map { table.displayText($0, field) }) == Set(names))
        #expect(names.count == table.count)
        var bytes = 0
        for name in names {
            let picture = try #require(try await result.store.picture(named: name, atMost: .max))
            bytes += picture.count
            let header = try #require(PictureHeader(picture))
            #expect(header.format == .jpeg)
            #expect(header.size == PixelSize(width: 900, height: 600))
        }
        #expect(bytes < 3_000_000)
        await result.store.close()
        let again = try await DocumentOpener(folder: folder.path("documents")).open(result.path) { _ in }
        #expect(again.contents.table == table)
        #expect(again.contents.settings.rowLines == result.contents.settings.rowLines)
        #expect(again.contents.fieldWidths == result.contents.fieldWidths)
        #expect(!again.isSample)
        await again.store.close()
    }

    @Test("Without its pictures it has the records all the same, and says which are missing")
    func missingPictures() async throws {
        let log = ReportLog()
        let result = try await open(sample(pictures: folder.path("nowhere")))
        #expect(log.take().filter { $0.code == "KRK_APP_FILES" }.count == 15)
        #expect(result.contents.table.count == 15)
        #expect(result.contents.table.unfitCount == 0)
        #expect(try await result.store.pictures().isEmpty)
        await result.store.close()
    }

    @Test("What is not a sample is said to be none, and nothing is made of it")
    func malformed() async throws {
        let path = folder.path("sights.plist")
        try DictionaryFileLink(path: path).save(["name": .string("Sights")])
        await #expect(throws: StorageError.malformed(path: path, reason: "This is not the sample document.")) {
            try await open(sample(path: path))
        }
        await #expect(throws: StorageError.notFound(path: folder.path("none.plist"))) {
            try await open(sample(path: folder.path("none.plist")))
        }
        #expect(!FileKind.exists(folder.path("own")))
    }
}
