import KirokuCore

/// A link to a file of text.
final class TextLinkExperiment: Experiment {
    static let title = "Text link"

    private let trial: LinkTrial<TextFormat>

    init(on page: Page) throws {
        trial = try LinkTrial(on: page, file: "notes.txt")
    }

    func clear() { trial.remove() }

    static let steps: [Step<TextLinkExperiment>] = [
        .normal("save and load") { try $0.trial.roundTrip("Kiroku 記録\n") },
        .normal("replace by an empty text") { try $0.trial.roundTrip("") },
        .normal("load the default") { try $0.trial.loadDefault("to begin with\n") },
        .error("there is no file", code: "KRK_WB_LK") { try $0.trial.expectNoFile() },
        .error("the link has no default", code: "KRK_WB_LK") { try $0.trial.expectNoDefault() },
        .error("a folder is no file to save to", code: "KRK_ST_WR") { try $0.trial.expectUnwritable("a") },
        .error("the bytes are not UTF-8", code: "KRK_ST_RD") { me in
            try me.trial.write(bytes: [0x61, 0xff])
            try me.trial.expectMalformed()
        },
    ]
}
