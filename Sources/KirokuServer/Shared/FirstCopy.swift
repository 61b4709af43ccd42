import KirokuCore

/// The first copy of a table: records are written to a file as they arrive, and after an interruption only the missing
/// ones.
struct FirstCopy: Sendable {
    let connection: SharedConnection
    /// The destination of the copy.
    let path: String
    /// Called with the progress, up to 1.
    let progress: @Sendable (Double) -> Void

    /// The share of the records in the work; the rest is for moving the file to its destination.
    private static let share = 0.9

    /// The result when all records have arrived.
    private struct Outcome: Sendable {
        var pictures: [WantedPicture] = []
        /// Whether the copy was resumed, so that its records are not all as of one moment.
        var hasResumed = false
    }

    /// Makes the copy.
    ///
    /// - Parameters:
    ///   - name: the name of the table.
    ///   - condition: the condition for the records, as text; `nil` for all.
    /// - Returns: whether a sync is needed before it equals the table.
    func make(_ name: String, where condition: String?) async throws(ServerError) -> Bool {
        let outcome = try await connection.session.transaction(.reading, of: .named(name)) {
            (transaction) throws(ServerError) in
            let table = SharedTable(line: transaction.line)
            guard case .document(let home) = try table.owner(ofTable: name, transaction.schemas) else {
                return try download(transaction, condition)
            }
            return try download(table, home, condition)
        }
        do throws(StorageError) {
            try await BlockingIO.run { [path] () throws(StorageError) in try PartialCopy.finish(path) }
            progress(1)
            guard !outcome.pictures.isEmpty else { return outcome.hasResumed }
            let file = try await CardFile.openForSync(path)
            try await file.want(outcome.pictures)
            await file.close()
            return true
        } catch {
            throw .storage(error)
        }
    }

    /// Copies a shared document.
    private func download(_ table: SharedTable, _ home: String, _ condition: String?) throws(ServerError) -> Outcome {
        let layout = try table.layout(home)
        // The part is selected here, not on the server.
        var part: SharedPart?
        if let condition { part = try SharedPart(condition, for: layout.fields) }
        var state = state(document: layout.document, fields: layout.version)
        state.past = try table.line.rows("SELECT \(ServerEpoch.name(home))").first?[0]
        state.part = part?.condition
        let limits = connection.session.limits
        let long = try table.longCount(layout, limits)
        if long > 0 { state.long = long }
        let hasResumed = try take(state) { (copy) throws(ServerError) in
            let expected = try table.likelyCount(layout, part)
            let moment = try table.line.snapshot()
            state.earlier = try SharedHistory.newest(home, table.line).map { EarlierSteps(last: $0, moment: moment) }
            try copy.begin(layout.fields, state, CopyProgress(cursor: moment, expected: expected))
        } records: { (copy) throws(ServerError) in
            try table.copy(layout, limits, part, into: copy) { progress($0 * Self.share) }
        }
        return Outcome(pictures: try SharedPictures.all(table.line, home), hasResumed: hasResumed)
    }

    /// Copies another program's table.
    private func download(_ transaction: ServerTransaction, _ condition: String?) throws(ServerError) -> Outcome {
        let (reader, session) = (ForeignReader(transaction: transaction), connection.session)
        var layout = try reader.layout(of: session.address.choice)
        if let condition { try layout.narrow(to: try Self.condition(condition, layout.fields)) }
        var state = state(document: "", fields: layout.version)
        state.address = try session.address.named(layout.source.fullName, key: session.address.key).fileText
        state.foreign = layout.state(after: nil)
        let hasResumed = try take(state, canResume: layout.hasOrder) { (copy) throws(ServerError) in
            let (expected, long) = try reader.count(layout)
            if long > 0 { state.long = long }
            layout.buckets = ForeignLayout.buckets(for: expected)
            state.foreign = layout.state(after: nil)
            try copy.begin(
                layout.fields, state, CopyProgress(cursor: try transaction.line.snapshot(), expected: expected))
        } records: { (copy) throws(ServerError) in
            layout.buckets = copy.state?.foreign?.buckets ?? layout.buckets
            try reader.copy(layout, session.limits, into: copy) { progress($0 * Self.share) }
        }
        return Outcome(hasResumed: hasResumed)
    }

    static func condition(_ text: String, _ fields: Schema) throws(ServerError) -> Condition {
        do throws(ConditionTextError) {
            return try Condition(text: text, for: fields)
        } catch {
            throw .unusableCondition(
                reason: localized(
                    "Condition “{condition}”: {mistake}", ["condition": text, "mistake": error.message]))
        }
    }

    private func state(document: String, fields: Int) -> SyncState {
        SyncState(
            address: connection.session.address.fileText, document: document, system: connection.system,
            timeline: connection.timeline, cursor: nil, fields: fields)
    }

    /// Copies the records that are not here yet.
    ///
    /// - Parameters:
    ///   - state: identifies an unfinished copy that can be continued.
    ///   - canResume: whether the records have an order, so that copying can continue.
    ///   - begin: starts an empty copy.
    ///   - records: adds the missing records.
    /// - Returns: whether an unfinished copy was continued.
    private func take(
        _ state: SyncState, canResume: Bool = true, begin: (PartialCopy) throws(ServerError) -> Void,
        records: (PartialCopy) throws(ServerError) -> Void
    ) throws(ServerError) -> Bool {
        let copy = try stored(PartialCopy(for: path))
        let hasResumed = canResume && copy.state?.isOfTable(of: state) == true
        if !hasResumed { try begin(copy) }
        do throws(ServerError) {
            if copy.state?.copying?.isWhole != true { try records(copy) }
        } catch {
            if error.leavesWhatHasCome { try? copy.pause(isWhole: false) }
            throw error
        }
        try stored(copy.pause(isWhole: true))
        return hasResumed
    }
}

extension PartialCopy {
    fileprivate func begin(_ fields: Schema, _ state: SyncState, _ progress: CopyProgress) throws(ServerError) {
        var state = state
        state.copying = progress
        try stored(begin(fields, state))
    }
}

extension SyncState {
    /// Whether it is the same table, with the same fields, on the same server and timeline.
    fileprivate func isOfTable(of other: SyncState) -> Bool {
        (address, document, system, timeline, past) == (
            other.address, other.document, other.system, other.timeline, other.past
        )
            && fields == other.fields && part == other.part && foreign?.condition == other.foreign?.condition
    }
}

extension ServerError {
    /// Whether to keep the records received before this error, because another attempt may succeed.
    fileprivate var leavesWhatHasCome: Bool {
        switch self {
        case .lost, .cancelled, .storage(.cancelled), .noAnswer, .notReady, .unable, .busy, .unreachable: true
        default: false
        }
    }
}

/// How many records, or bytes, are written to the file at a time while copying: as few as the server sends ahead, so
/// that it continues meanwhile.
enum CopyBatch {
    static let rows = 4_096
    static let bytes = 1 << 20
}
