import KirokuCore
import KirokuPictures
import KirokuServer

/// `kiroku export FILE…`: a table as text.
struct ExportCommand: Command {
    let input: TableInput
    let search: RecordSearch
    let output: TableOutput
    /// The folder to write the pictures into; `nil` for none.
    let pictures: String?

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.fileOperands(), arguments, conditions: arguments.all(.where))
        search = try RecordSearch(for: arguments.all(.where), arguments)
        output = try TableOutput(arguments)
        pictures = arguments[.pictures]
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        let found = try await search.records(in: input, fields: output.chosenFields)
        let transfer = try await writePictures(of: found)
        do throws(CommandFailure) {
            try await output.write(found.table, records: found.records)
        } catch {
            transfer?.removeFiles()
            throw error
        }
        guard let complaint = transfer?.complaint else { return .success }
        throw CommandFailure(complaint)
    }

    private func writePictures(of found: RecordSearch.Found) async throws(CommandFailure) -> PictureTransfer? {
        guard let pictures else { return nil }
        guard (try? input.isDocument) == true else {
            throw CommandFailure(localized("Only documents have pictures."), status: .usage)
        }
        let names = await PictureExport.names(in: try output.part(of: found.table, records: found.records))
        return try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                let path = input.path
                let isMissing = try await DocumentStores.reading(path) { (store) throws(StorageError) in
                    try await store.pictures().contains { !$0.isHere && names.contains($0.name) }
                }
                if isMissing { try await Self.fetch(names, of: path) }
                return try await DocumentStores.reading(input.path) { (store) throws(StorageError) in
                    try await PictureExport(from: store, to: pictures).write(names)
                }
            } catch {
                throw CommandFailure(error)
            }
        }
    }

    /// Fetches those of the pictures that are on the server of a shared document; pictures that could not be fetched
    /// are reported when they are to be written.
    private static func fetch(_ names: [String], of path: String) async throws(StorageError) {
        do throws(SyncError) {
            try await SharedDocuments.fetchPictures(of: path, named: Set(names))
        } catch {
            if case .storage(let error) = error { throw error }
            Console.show(error.message)
        }
    }
}
