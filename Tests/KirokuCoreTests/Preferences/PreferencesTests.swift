import Testing

@testable import KirokuDocument
@testable import KirokuFile
@testable import KirokuTable

@Suite("Preferences")
@MainActor
struct PreferencesTests {
    private let count = PreferenceKey("count", default: 10)
    private let time = PreferenceKey("time", default: 0.5)
    private let header = PreferenceKey("header", default: true)
    private let theme = PreferenceKey("theme", default: "system")
    private let link = MemoryLink<[String: PropertyValue]>()

    private func make(version: Int = 1) -> Preferences {
        Preferences([count, time, header, theme], version: version, link: link)
    }

    // MARK: Reading and setting

    @Test("Begin with their defaults, and say nothing")
    func defaults() throws {
        let preferences = make()
        #expect(try preferences.value(of: count) == 10)
        #expect(try preferences.value(of: time) == 0.5)
        #expect(try preferences.value(of: header))
        #expect(try preferences.value(of: theme) == "system")
        #expect(preferences.takeNotice() == nil)
    }

    @Test("Values are replaced, and are there again after saving")
    func saving() throws {
        let preferences = make()
        try preferences.set(-3, for: count)
        try preferences.set(2, for: time)
        try preferences.set(false, for: header)
        try preferences.set("東京 <&>\u{1}", for: theme)
        #expect(try make().value(of: count) == 10)
        try preferences.save()
        let again = make()
        #expect(again.takeNotice() == nil)
        #expect(again[count] == -3)
        #expect(again[time] == 2)
        #expect(!again[header])
        #expect(again[theme] == "東京 <&>\u{1}")
    }

    @Test("Without any keys, reading and setting are errors")
    func empty() {
        let preferences = Preferences([], version: 1, link: link)
        #expect(throws: PreferenceError.empty) { try preferences.value(of: count) }
        #expect(throws: PreferenceError.empty) { try preferences.set(1, for: count) }
        #expect(throws: PreferenceError.empty) { try preferences.isDefault("count") }
    }

    @Test("Keys are never added")
    func unknown() {
        let preferences = make()
        let other = PreferenceKey("other", default: 1)
        #expect(throws: PreferenceError.unknownKey("other")) { try preferences.value(of: other) }
        #expect(throws: PreferenceError.unknownKey("other")) { try preferences.set(2, for: other) }
        #expect(throws: PreferenceError.unknownKey("other")) { try preferences.value(of: other) }
        #expect(throws: PreferenceError.unknownKey("other")) { try preferences.reset("other") }
        #expect(preferences[other] == 1)
    }

    @Test("A value is not read as, or replaced by, one of another type")
    func types() throws {
        let preferences = make()
        #expect(throws: PreferenceError.storedTypeDiffers(key: "count", stored: .int, asked: .float)) {
            try preferences.value(of: PreferenceKey("count", default: 1.0))
        }
        #expect(throws: PreferenceError.storedTypeDiffers(key: "header", stored: .bool, asked: .int)) {
            try preferences.value(of: PreferenceKey("header", default: 1))
        }
        #expect(throws: PreferenceError.newTypeDiffers(key: "theme", stored: .string, new: .bool)) {
            try preferences.set(true, for: PreferenceKey("theme", default: false))
        }
        #expect(throws: PreferenceError.newTypeDiffers(key: "time", stored: .float, new: .int)) {
            try preferences.set(.int(1), named: "time")
        }
        #expect(preferences.values == preferences.defaults)
        #expect(preferences[PreferenceKey("count", default: "x")] == "x")
    }

    @Test("NaN is no preference")
    func notANumber() {
        let preferences = make()
        #expect(throws: PreferenceError.notANumber(key: "time")) { try preferences.set(.nan, for: time) }
        #expect(preferences[time] == 0.5)
    }

    // MARK: Changes

    @Test("Observers are told which values are others now, and only then")
    func observing() throws {
        let preferences = make()
        var told: [Set<String>] = []
        let observation = preferences.observe { change in
            told.append(change.names)
            #expect(change.includes(self.count) == change.names.contains("count"))
        }
        try preferences.set(11, for: count)
        try preferences.set(11, for: count)
        try preferences.set("dark", for: theme)
        try preferences.reset("count")
        try preferences.reset("count")
        #expect(told == [["count"], ["theme"], ["count"]])
        withExtendedLifetime(observation) {}
    }

    @Test("A snapshot puts everything back")
    func snapshot() throws {
        let preferences = make()
        try preferences.set(11, for: count)
        let before = preferences.snapshot
        try preferences.set(12, for: count)
        try preferences.set("dark", for: theme)
        var told: [Set<String>] = []
        let observation = preferences.observe { told.append($0.names) }
        preferences.restore(before)
        #expect(preferences[count] == 11)
        #expect(preferences[theme] == "system")
        #expect(told == [["count", "theme"]])
        withExtendedLifetime(observation) {}
    }

    @Test("A snapshot of other preferences adds no keys and changes no types")
    func foreignSnapshot() {
        let preferences = make()
        let other = Preferences(
            defaults: ["count": .string("x"), "new": .int(1), "header": .bool(false)], version: 1,
            link: MemoryLink<[String: PropertyValue]>())
        preferences.restore(other.snapshot)
        #expect(preferences.values.count == 4)
        #expect(preferences[count] == 10)
        #expect(!preferences[header])
    }

    @Test("A value is reset, and only that one")
    func resetting() throws {
        let preferences = make()
        try preferences.set(11, for: count)
        try preferences.set("dark", for: theme)
        #expect(try !preferences.isDefault("count"))
        #expect(try preferences.isDefault("time"))
        try preferences.reset("count")
        #expect(try preferences.isDefault("count"))
        #expect(preferences[theme] == "dark")
        try preferences.reset("theme")
        #expect(preferences.values == preferences.defaults)
    }

    // MARK: What was saved

    @Test("Another version is not used", arguments: [0, 2, -1])
    func otherVersion(version: Int) throws {
        let old = make(version: version)
        try old.set(99, for: count)
        try old.save()
        let preferences = make()
        #expect(preferences[count] == 10)
        #expect(preferences.takeNotice()?.reason == .otherVersion)
        #expect(preferences.takeNotice() == nil)
    }

    @Test(
        "What is not ours is not used",
        arguments: [
            [:], ["version": .string("1")], ["version": .int(1)], ["version": .int(1), "values": .array([])],
            ["version": .int(1), "values": .dictionary(["count": .string("10")])],
            ["version": .int(1), "values": .dictionary(["count": .int(5), "header": .int(1)])],
            ["version": .int(1), "values": .dictionary(["time": .real(.nan)])],
        ] as [[String: PropertyValue]])
    func damaged(contents: [String: PropertyValue]) {
        link.save(contents)
        let preferences = make()
        #expect(preferences.values == preferences.defaults)
        #expect(preferences.takeNotice()?.reason == .damaged)
    }

    @Test("Missing keys have their defaults, strange ones mean nothing")
    func otherKeys() {
        let values: [String: PropertyValue] = ["count": .int(5), "time": .int(3), "strange": .array([])]
        link.save(["version": .int(1), "values": .dictionary(values)])
        let preferences = make()
        #expect(preferences.takeNotice() == nil)
        #expect(preferences[count] == 5)
        #expect(preferences[time] == 3)
        #expect(preferences[theme] == "system")
        #expect(preferences.values["strange"] == nil)
    }
}
