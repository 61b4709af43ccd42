import KirokuCore
import KirokuPictures

/// `kiroku export FILE`: a table as text.
struct ExportCommand: Command {
    let input: TableInput
    let conditions: [String]
    let output: TableOutput
    /// The folder that the pictures are written into; `nil` if they are not wanted.
    let pictures: String?

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.onlyOperand("FILE"), arguments)
        conditions = arguments.all(.where)
        output = try TableOutput(arguments)
        pictures = arguments[.pictures]
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        let contents = try await input.read()
        input.tellEncoding(contents)
        let table = contents.table
        let records = conditions.isEmpty ? nil : try await RecordSearch.records(of: table, meeting: conditions)
        let transfer = try await writePictures(of: table, records: records)
        do throws(CommandFailure) {
            try await output.write(table, records: records)
        } catch {
            transfer?.takeBack()
            throw error
        }
        guard let complaint = transfer?.complaint else { return .success }
        throw CommandFailure(complaint)
    }

    private func writePictures(of table: RecordTable, records: [Int]?) async throws(CommandFailure) -> PictureTransfer?
    {
        guard let pictures else { return nil }
        guard !input.isStream, (try? FileKind.of(input.path)) == .document else {
            throw CommandFailure(localized("Only a document has pictures."), status: .usage)
        }
        let names = await PictureExport.names(in: try output.part(of: table, records: records))
        return try await Interruption.cancelling { () async throws(CommandFailure) in
            do throws(StorageError) {
                return try await DocumentStores.reading(input.path) { (store) throws(StorageError) in
                    try await PictureExport(from: store, to: pictures).write(names)
                }
            } catch {
                throw CommandFailure(error)
            }
        }
    }
}
