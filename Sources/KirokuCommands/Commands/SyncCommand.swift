import KirokuCore
import KirokuServer

/// `kiroku sync FILE...`: sends what waits in shared documents, and takes in what others have changed.
struct SyncCommand: Command {
    let paths: [String]
    /// Whether the documents may connect to their servers from now on.
    let allowsConnection: Bool
    /// Whether edits that were made elsewhere are sent as well.
    let sendsOthers: Bool
    let fetchesPictures: Bool
    let isQuiet: Bool

    init(_ arguments: CommandArguments) throws(UsageError) {
        guard !arguments.operands.isEmpty else { throw .missingOperand("FILE") }
        paths = arguments.operands
        for path in paths where ServerAddress.isAddress(path) { throw .addressForFile }
        allowsConnection = arguments.has(.allowConnection)
        sendsOthers = arguments.has(.sendOthers)
        fetchesPictures = arguments.has(.withPictures)
        isQuiet = arguments.has(.quiet)
    }

    /// 1 means that there are conflicts, or edits that wait to be reviewed, and 2 that a document could not be synced;
    /// the others are, all the same.
    func run() async throws(CommandFailure) -> ExitStatus {
        var status = ExitStatus.success
        for path in paths {
            await askAboutConnection(of: path)
            let outcome = try await Interruption.cancelling { () async throws(CommandFailure) in await sync(path) }
            switch outcome {
            case .success(let report):
                if !isQuiet { try Console.write(line(path, report)) }
                if report.ofOthers > 0 {
                    Console.show("\(FilePath.name(of: path)): \(Self.text(ofOthers: report.ofOthers))")
                }
                if let notice = report.notice { Console.show("\(FilePath.name(of: path)): \(notice.text)") }
                if report.unresolved + report.ofOthers > 0, status == .success { status = .failure }
            case .failure(let error):
                Console.show("\(FilePath.name(of: path)): \(error.message)")
                status = .usage
            }
        }
        return status
    }

    /// Lets a document connect for the first time, if the options or the user at the terminal want that.
    private func askAboutConnection(of path: String) async {
        guard let facts = await SharedDocuments.shown(path), facts.allowedSince == nil,
            let question = try? await facts.connectionQuestion()
        else { return }
        var isAllowed = allowsConnection
        if !isAllowed {
            isAllowed = await Console.ask("\(FilePath.name(of: path)): \(question)", localized("Connect?"))
        }
        // If it cannot be allowed, that is reported when connecting is tried.
        if isAllowed { try? await SharedDocuments.allow(path) }
    }

    private func sync(_ path: String) async -> Result<SyncReport, SyncError> {
        let line = ProgressLine("\(FilePath.name(of: path))…", isQuiet: isQuiet)
        defer { line.end() }
        do throws(SyncError) {
            if sendsOthers {
                try await SharedDocuments.send(try await SharedDocuments.editsOfOthers(in: path), of: path)
            }
            let engine = try await SyncEngine.open(path)
            do throws(SyncError) {
                let report = try await engine.sync { line.report($0) }
                await engine.close()
                if fetchesPictures { try await SharedDocuments.fetchPictures(of: path) }
                return .success(report)
            } catch {
                await engine.close()
                return .failure(error)
            }
        } catch {
            return .failure(error)
        }
    }

    private static func text(ofOthers count: Int) -> String {
        localized(
            "1 edit made elsewhere has not been sent. Review it in the window, or send it with “{option}”.",
            "{count} edits made elsewhere have not been sent. Review them in the window, or send them with “{option}”.",
            count: count, ["option": CommandOption.sendOthers.longForm])
    }

    private func line(_ path: String, _ report: SyncReport) -> String {
        var parts = [
            localized("1 sent", "{count} sent", count: report.sent),
            localized("1 received", "{count} received", count: report.received),
        ]
        if report.sentAgain > 0 {
            parts.append(
                localized(
                    "1 sent again after the server lost it", "{count} sent again after the server lost them",
                    count: report.sentAgain))
        }
        if report.waiting > 0 { parts.append(localized("1 waiting", "{count} waiting", count: report.waiting)) }
        if report.unresolved > 0 {
            parts.append(localized("1 conflict", "{count} conflicts", count: report.unresolved))
        }
        return "\(TextColumns.inOneLine(FilePath.name(of: path))): \(parts.joined(separator: ", "))\n"
    }
}
