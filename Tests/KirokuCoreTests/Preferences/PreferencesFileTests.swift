import CoreTestSupport
import FoundationEssentials
import Glibc
import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Preferences in a file")
@MainActor
struct PreferencesFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private let count = PreferenceKey("count", default: 10)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("preferences.plist")
    }

    private func make(version: Int = 1) -> Preferences {
        Preferences([count], version: version, link: DictionaryFileLink(path: path))
    }

    @Test("Are a property list with a version")
    func file() throws {
        let preferences = make()
        try preferences.set(20, for: count)
        try preferences.save()
        let contents = try DictionaryFileLink(path: path).load()
        #expect(contents == ["version": .int(1), "values": .dictionary(["count": .int(20)])])
        #expect(make()[count] == 20)
        #expect(try folder.names() == ["preferences.plist"])
    }

    @Test("A damaged file is kept beside, byte for byte, and told about once")
    func damaged() throws {
        let junk = Data([0, 1, 2, 0xff])
        try write(junk, to: path)
        let preferences = make()
        #expect(preferences[count] == 10)
        let notice = try #require(preferences.takeNotice())
        #expect(notice == PreferencesNotice(reason: .damaged, keptAs: path + ".bak", isKept: true))
        #expect(
            notice.message
                == "The preferences are damaged and have been reset. The old ones are in “preferences.plist.bak”.")
        #expect(preferences.takeNotice() == nil)
        #expect(try bytes(of: path + ".bak") == junk)
        #expect(make().takeNotice() == nil)
        try preferences.save()
        #expect(make().takeNotice() == nil)
        #expect(try folder.names() == ["preferences.plist", "preferences.plist.bak"])
    }

    @Test("A backup is not overwritten by the next one")
    func numbered() throws {
        for number in 1...3 {
            try write(Data("\(number)".utf8), to: path)
            let name = path + ".bak" + (number == 1 ? "" : "\(number)")
            #expect(make().takeNotice()?.keptAs == name)
            #expect(try bytes(of: name) == Data("\(number)".utf8))
        }
        #expect(try bytes(of: path + ".bak") == Data("1".utf8))
    }

    @Test("A file of another version is kept beside")
    func otherVersion() throws {
        let newer = make(version: 2)
        try newer.set(99, for: count)
        try newer.save()
        let preferences = make()
        #expect(preferences[count] == 10)
        let notice = preferences.takeNotice()
        #expect(notice?.reason == .otherVersion)
        #expect(notice?.keptAs == path + ".bak")
        #expect(try DictionaryFileLink(path: path + ".bak").load()["version"] == .int(2))
    }

    @Test("A folder in the place of the file is put aside, too")
    func folderInPlace() throws {
        try #require(mkdir(path, 0o700) == 0)
        let preferences = make()
        #expect(preferences.takeNotice()?.keptAs == path + ".bak")
        try preferences.save()
        #expect(try folder.names() == ["preferences.plist", "preferences.plist.bak"])
    }

    @Test("A file that leads elsewhere by a symbolic link stays where it is")
    func symbolicLink() throws {
        let elsewhere = folder.path("elsewhere")
        try write(Data("junk".utf8), to: elsewhere)
        try #require(symlink(elsewhere, path) == 0)
        let preferences = make()
        try preferences.save()
        #expect(try bytes(of: elsewhere) == Data("junk".utf8))
        #expect(make()[count] == 10)
    }

    @Test("What cannot be put aside is not written over")
    func stuck() throws {
        struct Stuck: DictionaryLink, KeepsAside {
            func load() throws(StorageError) -> [String: PropertyValue] { throw .unreadable(path: "/p", reason: "no") }
            func save(_ contents: [String: PropertyValue]) throws(StorageError) { Issue.record("written over") }
            func keepAside() throws(StorageError) -> String { throw .readOnly(path: "/p") }
        }
        let preferences = Preferences([count], version: 1, link: Stuck())
        let notice = preferences.takeNotice()
        #expect(notice == PreferencesNotice(reason: .unreadable, keptAs: nil, isKept: false))
        #expect(
            notice?.message == "The preferences cannot be read, and the file cannot be renamed. Changes are not saved.")
        try preferences.set(11, for: count)
        #expect(throws: StorageError.readOnly(path: "/p")) { try preferences.save() }
        #expect(preferences[count] == 11)
    }

    @Test("A link without a place to read begins with the defaults")
    func unsupported() {
        struct Bare: DictionaryLink {}
        let preferences = Preferences([count], version: 1, link: Bare())
        #expect(preferences.takeNotice() == nil)
        #expect(preferences[count] == 10)
        #expect(throws: StorageError.unsupported) { try preferences.save() }
    }

    @Test("Nothing can be put aside where nothing is")
    func nothingThere() {
        #expect(throws: StorageError.notFound(path: path)) { try DictionaryFileLink(path: path).keepAside() }
    }

    @Test("Errors and notices are told in whole sentences")
    func messages() {
        let errors: [PreferenceError] = [
            .empty, .unknownKey("a"), .storedTypeDiffers(key: "a", stored: .int, asked: .bool),
            .newTypeDiffers(key: "a", stored: .int, new: .bool), .notANumber(key: "a"),
        ]
        let places: [(String?, Bool)] = [("/a/b.bak", true), (nil, true), (nil, false)]
        let notices = [PreferencesNotice.Reason.otherVersion, .damaged, .unreadable].flatMap { reason in
            places.map { PreferencesNotice(reason: reason, keptAs: $0.0, isKept: $0.1) }
        }
        let messages = errors.map(\.message) + notices.map(\.message)
        #expect(Set(messages).count == messages.count)
        for message in messages {
            #expect(message.hasSuffix("."))
            #expect(!message.contains("{"))
        }
    }
}
