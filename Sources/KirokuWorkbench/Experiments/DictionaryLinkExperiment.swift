import KirokuCore

/// A link to a property list of named values.
final class DictionaryLinkExperiment: Experiment {
    static let title = "Dictionary link"

    private let trial: LinkTrial<DictionaryFormat>

    init(on page: Page) throws {
        trial = try LinkTrial(on: page, file: "values.plist")
    }

    func clear() { trial.remove() }

    static let steps: [Step<DictionaryLinkExperiment>] = [
        .normal("save and load values of each type") { me in
            try me.trial.roundTrip([
                "whole": .int(42), "real": .real(3.5), "flag": .bool(true), "text": .string("記録"),
                "list": .array([.int(1), .string("two")]), "inner": .dictionary(["a": .int(1)]),
            ])
        },
        .normal("save and load nothing") { try $0.trial.roundTrip([:]) },
        .normal("load the default") { try $0.trial.loadDefault(["answer": .int(42)]) },
        .error("there is no file", code: "KRK_WB_LK") { try $0.trial.expectNoFile() },
        .error("the link has no default", code: "KRK_WB_LK") { try $0.trial.expectNoDefault() },
        .error("a folder is no file to save to", code: "KRK_ST_WR") { try $0.trial.expectUnwritable([:]) },
        .error("the file is no property list", code: "KRK_ST_RD") { me in
            try me.trial.write(bytes: Array("nothing".utf8))
            try me.trial.expectMalformed()
        },
    ]
}
