import KirokuCore

/// A link that saves to two places and loads from the first.
final class TwoPlacesExperiment: Experiment {
    static let title = "Two places"

    private let page: Page
    private let first = MemoryLink<String>()
    private let second = MemoryLink<String>()
    private let link: TwoPlacesLink<String>
    private let daily: TwoPlacesLink<String>
    private let scratch: ScratchFolder

    init(on page: Page) throws {
        self.page = page
        scratch = try ScratchFolder()
        link = TwoPlacesLink(first, second)
        daily = TwoPlacesLink(MemoryLink<String>(), MemoryLink<String>(), onceADay: .second)
    }

    func clear() { scratch.remove() }

    /// A link to a path where there is a folder, so it cannot be written to.
    private var blocked: TextFileLink { TextFileLink(path: scratch.path) }

    static let steps: [Step<TwoPlacesExperiment>] = [
        .normal("save to both") { me in
            try me.link.save("記録")
            let places = (try me.first.load(), try me.second.load())
            try check(places == ("記録", "記録"), "both places have it")
            me.page.write("first: \(places.0), second: \(places.1)")
        },
        .normal("load from the first, and from the second by a call of its own") { me in
            me.first.save("one")
            me.second.save("two")
            let loaded = (try me.link.load(), try me.link.loadSecond())
            try check(loaded == ("one", "two"), "each has its own")
            me.page.write("load: \(loaded.0), loadSecond: \(loaded.1)")
        },
        .normal("save to the second only once a day") { me in
            for text in ["morning", "evening"] { try me.daily.save(text) }
            let loaded = (try me.daily.load(), try me.daily.loadSecond())
            try check(loaded == ("evening", "morning"), "the second has the first save of the day")
            me.page.write("first: \(loaded.0), second: \(loaded.1)")
        },
        .normal("another second place while the program runs") { me in
            let other = MemoryLink<String>()
            me.link.second = other
            me.link.catchUp()
            try check(try other.load() == "one", "it has what the first place has")
            me.link.second = me.second
        },
        .normal("a second place that has no such call just fails") { me in
            struct Bare: TextLink {}
            me.link.second = Bare()
            try me.link.save("one")
            try check(me.link.secondFailure == .unsupported, "the link says so")
            me.link.second = me.second
        },
        .error("the first place cannot be written to; the second has it even so", code: "KRK_ST_WR") { me in
            me.link.first = me.blocked
            try expectRefusal { try me.link.save("kept") }
            try check(try me.second.load() == "kept", "the second place has it")
            me.link.first = me.first
        },
        .error("the second place cannot be written to, which is reported; the first has it", code: "KRK_ST_SP") { me in
            struct Full: TextLink {
                func save(_ contents: String) throws(StorageError) { throw .diskFull(at: .memory("second")) }
            }
            me.link.second = Full()
            try me.link.save("kept")
            try check(try me.first.load() == "kept", "the first place has it")
            try check(me.link.secondFailure != nil, "the link says so")
            me.link.second = me.second
        },
        .error("there is no second place", code: "KRK_WB_LK") { me in
            me.link.second = nil
            try expectRefusal("KRK_WB_LK") { _ = try me.link.loadSecond() }
        },
    ]
}
