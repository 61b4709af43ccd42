import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Preferences that go to another machine")
@MainActor
struct PreferencesExchangeTests {
    private let count = PreferenceKey("count", default: 10)
    private let folder = PreferenceKey("folder", default: "")
    private let link = MemoryLink<[String: PropertyValue]>()

    private func contents(_ values: [String: PropertyValue], version: Int = 1) -> [String: PropertyValue] {
        ["version": .int(version), "values": .dictionary(values)]
    }

    @Test("Take all values along but those of this machine")
    func export() throws {
        let here = Preferences([count, folder], version: 1, link: link)
        try here.set(20, for: count)
        try here.set("/here", for: folder)
        #expect(here.contents(without: ["folder"]) == contents(["count": .int(20)]))
    }

    @Test("Have their effect at once, and can be taken back")
    func take() throws {
        let here = Preferences([count, folder], version: 1, link: link)
        try here.set("/here", for: folder)
        var changes: [PreferencesChange] = []
        let observation = here.observe { changes.append($0) }
        let before = here.snapshot
        let brought = contents(["count": .int(20), "folder": .string("/there"), "later": .bool(true)])
        try here.take(brought, without: ["folder"])
        #expect(here[count] == 20)
        #expect(here[folder] == "/here")
        #expect(changes.map(\.names) == [["count"]])
        // What this program does not know goes on to one that does.
        #expect(
            here.contents
                == contents(["count": .int(20), "folder": .string("/here"), "later": .bool(true)]))
        here.restore(before)
        #expect(here.contents == contents(["count": .int(10), "folder": .string("/here")]))
        withExtendedLifetime(observation) {}
    }

    @Test("Are refused as a whole if anything of them does not fit")
    func refusals() throws {
        let here = Preferences([count, folder], version: 1, link: link)
        for bad in [
            [:], ["version": .int(1)], contents(["count": .int(20)], version: 2), contents(["count": .string("many")]),
            contents(["folder": .string("/there"), "count": .real(0.5)]),
        ] as [[String: PropertyValue]] {
            #expect(throws: FileFormatError.self) { try here.take(bad) }
            #expect(throws: FileFormatError.self) { try Preferences.check(bad, for: [count, folder], version: 1) }
        }
        #expect(here[count] == 10)
        #expect(here[folder] == "")
    }

    @Test("Keep values of keys they do not know when they are saved")
    func foreign() throws {
        let found = contents(["count": .int(20), "later": .bool(true)])
        link.save(found)
        let here = Preferences([count], version: 1, link: link)
        try here.save()
        #expect(try link.load() == found)
    }

    @Test("Go on with what something else has put in their place")
    func readAgain() throws {
        let here = Preferences([count, folder], version: 1, link: link)
        try here.set("/here", for: folder)
        link.save(contents(["count": .int(20)]))
        here.readAgain()
        #expect(here[count] == 20)
        #expect(here[folder] == "")
    }
}
