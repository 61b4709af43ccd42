import KirokuCore

/// `kiroku find FILE CONDITION…`: the records that meet conditions.
struct FindCommand: Command {
    /// The output for the records that were found.
    enum Answer: Sendable {
        case records(TableOutput)
        case count
        case nothing
    }

    let input: TableInput
    let search: RecordSearch
    let answer: Answer

    init(_ arguments: CommandArguments) throws(UsageError) {
        guard let path = arguments.operands.first else { throw .missingOperand("FILE") }
        let conditions = Array(arguments.operands.dropFirst())
        guard !conditions.isEmpty else { throw .missingOperand("CONDITION") }
        input = try TableInput(path, arguments, conditions: conditions)
        let output = try TableOutput(arguments)
        search = try RecordSearch(for: conditions, arguments)
        answer = arguments.has(.quiet) ? .nothing : arguments.has(.count) ? .count : .records(output)
    }

    /// As with other search programs, 1 means only that nothing was found.
    func run() async throws(CommandFailure) -> ExitStatus {
        do {
            let found: RecordSearch.Found
            switch answer {
            case .records(let output):
                found = try await search.records(in: input, fields: output.chosenFields)
                try await output.write(found.table, records: found.records)
            case .count:
                found = try await search.records(in: input) { _ in [] }
                try Console.write("\(found.count)\n")
            case .nothing:
                found = try await search.records(in: input) { _ in [] }
            }
            return found.count == 0 ? .failure : .success
        } catch {
            throw CommandFailure(error.message, status: .usage)
        }
    }
}
