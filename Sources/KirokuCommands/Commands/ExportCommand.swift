import KirokuCore

/// `kiroku export FILE`: a table as text.
struct ExportCommand: Command {
    let input: TableInput
    let conditions: [String]
    let output: TableOutput

    init(_ arguments: CommandArguments) throws(UsageError) {
        input = try TableInput(try arguments.onlyOperand("FILE"), arguments)
        conditions = arguments.all(.where)
        output = try TableOutput(arguments)
    }

    func run() async throws(CommandFailure) -> ExitStatus {
        let table = try await input.read().table
        let records = conditions.isEmpty ? nil : try await RecordSearch.records(of: table, meeting: conditions)
        try await output.write(table, records: records)
        return .success
    }
}
