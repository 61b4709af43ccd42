import KirokuCore

/// `kiroku compare FILE OTHER`: what differs between two tables.
struct CompareCommand: Command {
    let input: TableInput
    let other: TableInput
    /// The name of the field by which records are found in the other table; `nil` to choose.
    let key: String?
    /// What is written; `nil` for human-readable lines.
    let output: TableOutput?
    let isQuiet: Bool

    /// The name of the form that is written if no option is given.
    private static let textFormat = "text"

    init(_ arguments: CommandArguments) throws(UsageError) {
        let (first, second) = try arguments.twoOperands("FILE", "OTHER")
        input = try TableInput([first], arguments)
        other = try TableInput([second], arguments)
        key = arguments[.key]
        isQuiet = arguments.has(.quiet)
        // Human-readable lines are not a format from which a file could be read again, so they go to standard output
        // only.
        let isText = arguments[.format] == Self.textFormat && !arguments.has(.output)
        output = !isText && (arguments.has(.format) || arguments.has(.output)) ? try TableOutput(arguments) : nil
    }

    /// As in other programs that compare, 1 means that something differs.
    func run() async throws(CommandFailure) -> ExitStatus {
        do {
            if !isQuiet { for address in [input, other].compactMap(\.address) { ServerAccess.warn(of: address) } }
            let (one, two) = (try await input.read(), try await other.read())
            if !isQuiet { for contents in [one, two] { input.showReading(contents) } }
            let pairing = try pairing(of: one, two)
            let comparison = try await Interruption.cancelling { () async throws(CommandFailure) in
                do throws(CancellationError) {
                    return try await TableComparison.of(one.table, and: two.table, by: pairing)
                } catch {
                    throw CommandFailure(StorageError.cancelled)
                }
            }
            let differences = ComparisonText(comparison, one.table, two.table)
            if let output, !isQuiet {
                try await output.write(differences.table(), records: nil)
            } else if !isQuiet, !comparison.isEmpty {
                try Console.write(differences.lines)
            }
            return comparison.isEmpty ? .success : .failure
        } catch {
            throw CommandFailure(error.message, status: .usage)
        }
    }

    /// Pairs by the chosen field; otherwise by identity in two documents, and by the first field or the place
    /// elsewhere.
    private func pairing(
        of one: TableInput.Contents, _ two: TableInput.Contents
    ) throws(CommandFailure) -> TableComparison.Pairing {
        if let key {
            guard let field = one.table.schema.index(called: key), let source = two.table.schema.index(called: key)
            else {
                throw CommandFailure(localized("The field “{field}” is not in both tables.", ["field": key]))
            }
            return .key(FieldMatch(source: source, field: field))
        }
        if one.isDocument, two.isDocument { return .identity }
        guard let match = FieldMatch.byName(two.table.schema, in: one.table.schema).first(where: { $0.field == 0 }),
            one.table.identifiesRecords(byField: match.field), two.table.identifiesRecords(byField: match.source)
        else {
            show(
                localized(
                    "Records are compared by their position. Use {option} to match them by a field.",
                    ["option": CommandOption.key.longForm]))
            return .place
        }
        return .key(match)
    }

    private func show(_ message: String) {
        if !isQuiet { Console.show(message) }
    }
}
