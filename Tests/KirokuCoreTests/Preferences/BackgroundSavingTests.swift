import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Saving preferences in the background")
@MainActor
struct BackgroundSavingTests {
    @Test("Calls are worked off in their order, and the last one wins")
    func order() async throws {
        let key = PreferenceKey("number", default: 0)
        let link = MemoryLink<[String: PropertyValue]>()
        let preferences = Preferences([key], version: 1, link: link)
        var saves: [Task<Void, any Error>] = []
        for number in 1...20 {
            try preferences.set(number, for: key)
            saves.append(Task { try await preferences.saveInBackground() })
            await Task.yield()
        }
        for save in saves { try await save.value }
        #expect(Preferences([key], version: 1, link: link)[key] == 20)
    }
}
