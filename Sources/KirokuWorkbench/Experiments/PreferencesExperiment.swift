import KirokuCore

/// Preferences of the four types, and their file with its versions.
final class PreferencesExperiment: Experiment {
    static let title = "Preferences"

    private static let kept = PreferenceKey<Int>("backups kept", default: 10)
    private static let slide = PreferenceKey<Double>("slide time", default: 0.5)
    private static let theme = PreferenceKey<String>("theme", default: "system")
    private static let header = PreferenceKey<Bool>("copy with header", default: true)
    private static let keys: [any PreferenceDefault] = [kept, slide, theme, header]

    private let page: Page
    private let link = MemoryLink<[String: PropertyValue]>()
    private var preferences: Preferences

    init(on page: Page) {
        self.page = page
        preferences = Preferences(Self.keys, version: 1, link: link)
    }

    private func write() {
        page.write(
            "\(preferences[Self.kept]), \(preferences[Self.slide]), \(preferences[Self.theme]), "
                + "\(preferences[Self.header])")
    }

    static let steps: [Step<PreferencesExperiment>] = [
        .normal("the defaults") { me in
            try check(try me.preferences.value(of: kept) == 10, "10 backups are kept")
            me.write()
        },
        .normal("set a value of each type") { me in
            try me.preferences.set(20, for: kept)
            try me.preferences.set(1.5, for: slide)
            try me.preferences.set("dark", for: theme)
            try me.preferences.set(false, for: header)
            try check(me.preferences[theme] == "dark", "the theme is dark")
            me.write()
        },
        .normal("take it back") { me in
            let before = me.preferences.snapshot
            try me.preferences.set("light", for: theme)
            me.preferences.restore(before)
            try check(me.preferences[theme] == "dark", "the theme is dark again")
            me.write()
        },
        .normal("save, and read again") { me in
            try me.preferences.save()
            me.preferences = Preferences(keys, version: 1, link: me.link)
            try check(me.preferences[kept] == 20, "20 backups are kept")
            me.write()
        },
        .error("there are no preferences at all", code: "KRK_PR_GET") { _ in
            let none = Preferences([], version: 1, link: MemoryLink())
            try expectRefusal { _ = try none.value(of: kept) }
        },
        .error("the key is unknown", code: "KRK_PR_GET") { me in
            try expectRefusal { _ = try me.preferences.value(named: "colour") }
        },
        .error("the theme is not kept as an Int", code: "KRK_PR_GET") { me in
            try expectRefusal {
                _ = try me.preferences.value(of: PreferenceKey<Int>("theme", default: 0))
            }
        },
        .error("a text is no number of backups", code: "KRK_PR_SET") { me in
            try expectRefusal { try me.preferences.set(.string("many"), named: "backups kept") }
            try check(me.preferences[kept] == 20, "20 backups are kept")
        },
        .error("the file has another version; the defaults are used", code: "KRK_PR_LD") { me in
            me.preferences = Preferences(keys, version: 2, link: me.link)
            try check(me.preferences[kept] == 10, "10 backups are kept")
            try check(me.preferences.takeNotice()?.reason == .otherVersion, "the user is told")
            me.write()
        },
    ]
}
