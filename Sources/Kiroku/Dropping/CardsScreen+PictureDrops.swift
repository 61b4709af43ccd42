import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Puts dropped pictures into the document, the first for the place's record and the others for the records below
    /// it and for new ones.
    ///
    /// - Parameter done: called with the message for the person.
    func takePictures(_ uris: [String], on place: DropPlace, done: @escaping @MainActor (Message?) -> Void) {
        guard let document = window?.shown?.document else {
            return done(Message(localized("Pictures go into the records of a document. Open one first."), .caution))
        }
        guard !document.isReadOnly else { return done(Message(EditError.readOnly.message, .error)) }
        let fields = document.table.schema.fields.filter(\.isPicture)
        let putInto = { @MainActor [weak self] (field: PictureField?) in
            guard let self, let field, window?.shown?.document === document else { return done(nil) }
            put(uris, on: PictureTarget(record: place.record, field: field), in: document, done: done)
        }
        if let field = place.field ?? (fields.count == 1 ? fields[0].id : nil) {
            putInto(.existing(field))
        } else if fields.isEmpty, let refusal = document.refusal(of: .defineFields) {
            done(Message(refusal.message, .error))
        } else {
            askForField(ofDropped: uris.count, among: fields, of: document, answer: putInto)
        }
    }

    private func put(
        _ uris: [String], on target: PictureTarget, in document: Document, done: @escaping @MainActor (Message?) -> Void
    ) {
        guard let window else { return done(nil) }
        pictureDrop?.cancel()
        let grid = grid
        let work = PictureDrop(uris, target, into: document, decoder: window.application.pictures.decoder)
        work.onProgress = { [weak self] fraction in self?.dropProgress.fraction = fraction }
        work.onDone = { [weak self, weak grid] result in
            self?.dropProgress.end()
            self?.pictureDrop = nil
            guard let self, let grid, grid === self.grid else { return }
            done(take(result, in: grid))
        }
        dropProgress.onCancel = { [weak work] in work?.cancel() }
        if uris.count > 1 { dropProgress.begin(localized("Adding pictures to the document…")) }
        pictureDrop = work
        work.start()
    }

    /// Writes the pictures' names into the cells, and returns the message for the person.
    private func take(_ result: PictureDrop.Result, in grid: RecordGrid) -> Message? {
        guard let document else { return nil }
        var records: [Int] = []
        if let id = result.target.record {
            guard let record = document.table.index(of: id) else { return nil }
            records = grid.shownRecords(from: record, count: result.names.count)
        }
        let field: FieldID?
        do throws(EditError) {
            field = try document.choosePictures(result.names, for: records, in: result.target.field)
        } catch {
            return Message(error.message, .error)
        }
        window?.shown?.pictures.changed()
        let table = document.table
        if let field = field.flatMap({ table.schema.index(of: $0) }) {
            let record = records.first ?? max(0, table.count - result.names.count)
            grid.go(to: CellPosition(record: record, field: field))
        }
        return result.message
    }
}
