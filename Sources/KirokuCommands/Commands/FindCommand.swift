import KirokuCore

/// `kiroku find FILE CONDITION…`: the records that meet conditions.
struct FindCommand: Command {
    /// What is told of the records that were found.
    enum Answer: Sendable {
        case records(TableOutput)
        case count
        case nothing
    }

    let input: TableInput
    let conditions: [String]
    let answer: Answer

    init(_ arguments: CommandArguments) throws(UsageError) {
        guard let path = arguments.operands.first else { throw .missingOperand("FILE") }
        conditions = Array(arguments.operands.dropFirst())
        guard !conditions.isEmpty else { throw .missingOperand("CONDITION") }
        input = try TableInput(path, arguments)
        let output = try TableOutput(arguments)
        answer = arguments.has(.quiet) ? .nothing : arguments.has(.count) ? .count : .records(output)
    }

    /// As with other programs that search, 1 means only that nothing was found.
    func run() async throws(CommandFailure) -> ExitStatus {
        do {
            let contents = try await input.read()
            if case .nothing = answer {} else { input.tellEncoding(contents) }
            let table = contents.table
            let found = try await RecordSearch.records(of: table, meeting: conditions)
            switch answer {
            case .records(let output): try await output.write(table, records: found)
            case .count: try Console.write("\(found.count)\n")
            case .nothing: break
            }
            return found.isEmpty ? .failure : .success
        } catch {
            throw CommandFailure(error.message, status: .usage)
        }
    }
}
