/// Makes the text of a part of a table, piece by piece, on all processors.
///
/// The pieces arrive in order, and only a few exist at a time, so the whole text need not fit in memory.
struct TextProducer<Form: RecordForm>: Sendable {
    let part: TablePart
    let form: Form
    /// Which of several parts of one text this is.
    var place = TableExport.Place.whole

    /// The number of cells in a piece.
    private static var pieceSize: Int { 65_536 }
    /// The number of cells that are put into lines together.
    private static var batchSize: Int { 4_096 }

    /// Calls `receive` with each piece of the text, in order.
    ///
    /// - Parameter receive: called with a piece, and the share of the text up to its end, at most 1.
    /// - Returns: false if the task was cancelled before the last piece was received.
    func produce<Failure: Error>(
        _ receive: (_ piece: TextPiece, _ share: Double) async throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        let pieces = pieces
        let store = TextPieceStore()
        let unfit = part.fields.map { part.table.unfitTexts(inField: $0) }
        let result: Result<Bool, Failure> = await withTaskGroup(of: (Int, TextPiece?).self) { group in
            func start(_ index: Int) {
                guard pieces.indices.contains(index) else { return }
                group.addTask { (index, fill(store.take(), index, pieces[index], unfit)) }
            }
            // One more than there are processors, so that none is idle while a piece is received.
            for index in 0...Parallel.processorCount { start(index) }
            var waiting: [Int: TextPiece] = [:]
            var next = 0
            while let (index, text) = await group.next() {
                waiting[index] = text
                while let piece = waiting.removeValue(forKey: next) {
                    start(next + Parallel.processorCount + 1)
                    do throws(Failure) {
                        try await receive(piece, Double(next + 1) / Double(pieces.count))
                    } catch {
                        group.cancelAll()
                        return .failure(error)
                    }
                    store.put(piece)
                    next += 1
                }
                if Task.isCancelled { return .success(false) }
            }
            return .success(next == pieces.count)
        }
        return try result.get()
    }

    /// The records of each piece, by their indexes in the part; there is at least one piece, for what comes before the
    /// records.
    private var pieces: [Range<Int>] {
        let size = max(1, Self.pieceSize / part.fields.count)
        let starts = stride(from: 0, to: max(part.recordCount, 1), by: size)
        return starts.map { $0..<min($0 + size, part.recordCount) }
    }

    /// Fills `piece` with the text of some records of the part, and with what comes before and after all records.
    ///
    /// Returns the piece; `nil` if the task was cancelled.
    private func fill(_ piece: TextPiece, _ index: Int, _ places: Range<Int>, _ unfit: [[Int: String]]) -> TextPiece? {
        let step = max(1, Self.batchSize / part.fields.count)
        return piece.text.withLock { text in
            var cells = CellBatch<Form>(capacity: step * part.fields.count)
            text.removeAll()
            if index == 0, place.recordsBefore == 0 { form.appendStart(of: part, to: &text) }
            for start in stride(from: places.lowerBound, to: places.upperBound, by: step) {
                if Task.isCancelled { return nil }
                append(start..<min(start + step, places.upperBound), to: &text, through: &cells, unfit)
            }
            if places.upperBound == part.recordCount, place.isLast { form.appendEnd(to: &text) }
            return piece
        }
    }

    private func append(
        _ places: Range<Int>, to text: inout TextBuffer, through cells: inout CellBatch<Form>, _ unfit: [[Int: String]]
    ) {
        cells.removeAll()
        for (index, field) in part.fields.enumerated() {
            let column = part.table.column(field)
            let form = form.form(for: part.table.schema[field])
            switch part.records {
            case .run(let run):
                let records = run.lowerBound + places.lowerBound..<run.lowerBound + places.upperBound
                cells.append(column, in: form, records: records, unfitTexts: unfit[index])
            case .list(let list):
                cells.append(column, in: form, records: list[places], unfitTexts: unfit[index])
            }
        }
        for place in 0..<places.count {
            let record = self.place.recordsBefore + places.lowerBound + place
            form.startRecord(record, in: &text)
            for field in 0..<part.fields.count {
                form.startCell(ofField: field, record: record, in: &text)
                text.append(cells[field * places.count + place])
            }
            form.endRecord(in: &text)
        }
    }
}
