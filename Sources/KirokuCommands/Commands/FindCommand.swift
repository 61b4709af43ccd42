import KirokuCore

/// `kiroku find FILE… CONDITION…`: the records that meet conditions, or those of a view.
struct FindCommand: Command {
    /// The output for the records that were found.
    enum Answer: Sendable {
        case records(TableOutput)
        case count(TableOutput)
        case nothing
    }

    let input: TableInput
    let search: RecordSearch
    let answer: Answer

    init(_ arguments: CommandArguments) throws(UsageError) {
        guard let first = arguments.operands.first else { throw .missingOperand("FILE") }
        // A single operand is a condition if something is piped in.
        let isPiped = arguments.operands.count == 1 && Console.hasInput && !FileKind.exists(first)
        let fileCount = isPiped ? 0 : FileOperands.fileCount(arguments.operands)
        let conditions = Array(arguments.operands.dropFirst(fileCount))
        guard !conditions.isEmpty || arguments.has(.view) else { throw .missingOperand("CONDITION") }
        let files = try FileOperands.expanded(Array(arguments.operands.prefix(fileCount)))
        input = try TableInput(isPiped ? ["-"] : files, arguments, conditions: conditions)
        let output = try TableOutput(arguments)
        // A single record decides the exit status.
        search = try RecordSearch(
            for: conditions, arguments, findsOne: arguments.has(.quiet), isBehindFiles: true)
        answer = arguments.has(.quiet) ? .nothing : arguments.has(.count) ? .count(output) : .records(output)
    }

    /// As in other search programs, 1 means only that nothing was found.
    func run() async throws(CommandFailure) -> ExitStatus {
        do {
            let found: RecordSearch.Found
            switch answer {
            case .records(let output):
                found = try await search.records(in: input, fields: output.chosenFields)
                try await output.write(found.table, records: found.records)
            case .count(let output):
                found = try await search.records(in: input) { (schema) throws(CommandFailure) in
                    search.order.isUnique ? try output.chosenFields(of: schema) : []
                }
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
