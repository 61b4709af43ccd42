import KirokuCore

/// A link that saves to two places and loads from the first (spec 2).
final class TwoPlacesExperiment: Experiment {
    static let title = "Two places"

    private let page: Page
    private let first = MemoryLink<String>()
    private let second = MemoryLink<String>()
    private let scratch: ScratchFolder

    init(on page: Page) throws {
        self.page = page
        scratch = try ScratchFolder()
    }

    func clear() { scratch.remove() }

    private var both: TwoPlacesLink<String> { TwoPlacesLink(first, second) }

    static let steps: [Step<TwoPlacesExperiment>] = [
        .normal("save to both") { me in
            try me.both.save("記録")
            let places = (try me.first.load(), try me.second.load())
            try check(places == ("記録", "記録"), "both places have it")
            me.page.write("first: \(places.0), second: \(places.1)")
        },
        .normal("load from the first") { me in
            me.first.save("one")
            me.second.save("two")
            try check(try me.both.load() == "one", "the first counts")
            me.page.write("loaded: one")
        },
        .error("the first place cannot be written to; the second has it even so", code: "KRK_ST_WR") { me in
            // A folder stands where the file should be.
            let link = TwoPlacesLink(TextFileLink(path: me.scratch.path), me.second)
            try expectRefusal { try link.save("kept") }
            try check(try me.second.load() == "kept", "the second place has it")
        },
        .error("there is nothing in the first place", code: "KRK_WB_LK") { me in
            let link = TwoPlacesLink(MemoryLink<String>(), me.second)
            try expectRefusal("KRK_WB_LK") { _ = try link.load() }
        },
    ]
}
