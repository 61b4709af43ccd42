/// Keeps a document's ``CellChecks`` up to date: small changes at once, all others in the background.
@MainActor
final class CheckKeeper {
    /// The checks of the table; possibly outdated until the background work is done.
    private(set) var checks = CellChecks()
    /// Called when the background work is done.
    var onChange: (() -> Void)?
    private var work: StopFlag?
    private var fields: [FieldDefinition] = []

    deinit {
        work?.set()
    }

    /// Updates the checks after a change of the table.
    func apply(_ extent: ChangeExtent, in table: RecordTable) {
        if extent == .everything, fields != table.schema.fields {
            fields = table.schema.fields
            checks = CellChecks()
        }
        guard fields.contains(where: \.isChecked) else {
            work?.set()
            work = nil
            return
        }
        if !checks.apply(extent, in: table) || work != nil { start(with: table) }
    }

    private func start(with table: RecordTable) {
        work?.set()
        let stop = StopFlag()
        work = stop
        Task { [weak self] in
            let checks = await Self.checked(table, stop)
            guard !stop.isSet, let self else { return }
            self.checks = checks
            work = nil
            onChange?()
        }
    }

    @concurrent
    private static func checked(_ table: RecordTable, _ stop: StopFlag) async -> CellChecks {
        CellChecks(table, stop: stop)
    }
}
