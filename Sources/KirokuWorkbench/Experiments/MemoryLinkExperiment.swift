import KirokuCore

/// A link that keeps its contents in memory.
final class MemoryLinkExperiment: Experiment {
    static let title = "Memory link"

    private let page: Page
    private let link = MemoryLink<String>(default: "to begin with")

    init(on page: Page) { self.page = page }

    static let steps: [Step<MemoryLinkExperiment>] = [
        .normal("load the default") { me in
            let text = try me.link.loadDefault()
            try check(text == "to begin with", "the default is there")
            me.page.write("default: \(text)")
        },
        .normal("save and load") { me in
            me.link.save("記録")
            try check(try me.link.load() == "記録", "what was saved is loaded")
            me.page.write("saved and loaded: 記録")
        },
        .error("nothing was saved yet", code: "KRK_WB_LK") { _ in
            try expectRefusal("KRK_WB_LK") { _ = try MemoryLink<String>().load() }
        },
        .error("the link has no default", code: "KRK_WB_LK") { _ in
            try expectRefusal("KRK_WB_LK") { _ = try MemoryLink<String>().loadDefault() }
        },
    ]
}
