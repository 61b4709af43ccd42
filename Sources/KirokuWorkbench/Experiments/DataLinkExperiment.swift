import KirokuCore

/// A link to a file of bytes.
final class DataLinkExperiment: Experiment {
    static let title = "Data link"

    private let trial: LinkTrial<DataFormat>

    init(on page: Page) throws {
        trial = try LinkTrial(on: page, file: "bytes.bin")
    }

    func clear() { trial.remove() }

    static let steps: [Step<DataLinkExperiment>] = [
        .normal("save and load all bytes there are") { try $0.trial.roundTrip((0...255).map { UInt8($0) }) },
        .normal("replace by no bytes") { try $0.trial.roundTrip([]) },
        .normal("load the default") { try $0.trial.loadDefault([1, 2, 3]) },
        .error("there is no file", code: "KRK_WB_LK") { try $0.trial.expectNoFile() },
        .error("the link has no default", code: "KRK_WB_LK") { try $0.trial.expectNoDefault() },
        .error("a folder is no file to save to", code: "KRK_ST_WR") { try $0.trial.expectUnwritable([1]) },
    ]
}
