import GtkKit
import KirokuCore
import KirokuViews

extension CardsScreen {
    /// Puts dropped pictures into the document, the first for the place's record and the others for the records below it
    /// and for new ones.
    ///
    /// - Parameter done: called with the message for the person.
    func takePictures(_ uris: [String], on place: DropPlace, done: @escaping @MainActor (Message?) -> Void) {
        guard let document = window?.shown?.document else {
            return done(Message(localized("Pictures go into the records of a document. Open one first."), .caution))
        }
        guard !document.isReadOnly else { return done(Message(EditError.readOnly.message, .error)) }
        let fields = document.table.schema.fields.filter(\.isPicture)
        if let field = place.field ?? (fields.count == 1 ? fields[0].id : nil) {
            put(uris, on: PictureTarget(record: place.record, field: field), in: document, done: done)
        } else if fields.isEmpty {
            done(
                Message(
                    localized(
                        "No field of this document holds pictures. Press F4 to mark one."),
                    .caution))
        } else {
            askForField(fields) { [weak self] field in
                guard let self, let field, window?.shown?.document === document else { return done(nil) }
                put(uris, on: PictureTarget(record: place.record, field: field), in: document, done: done)
            }
        }
    }

    /// Asks which field gets the pictures; the answer is `nil` if the person cancels.
    private func askForField(_ fields: [FieldDefinition], answer: @escaping @MainActor (FieldID?) -> Void) {
        guard let window, window.dialog == nil else { return answer(nil) }
        let question = QuestionSheet(
            over: window, localized("Which field gets the pictures?"),
            text: localized("More than one field of this document holds pictures."),
            cancel: localized("_Cancel"), ok: localized("_Put There"))
        let choice = comboBox(name: localized("Field"), choices: fields.map { ShownText.short($0.name) })
        choice.chosen = 0
        question.append(choice)
        var field: FieldID?
        question.onOK = { [weak question] in
            field = choice.chosen.map { fields[$0].id }
            question?.close()
        }
        question.onClosed = { [weak window] in
            window?.dialog = nil
            answer(field)
        }
        window.dialog = question
        question.open()
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
        if uris.count > 1 { dropProgress.begin(localized("Putting pictures into the document…")) }
        pictureDrop = work
        work.start()
    }

    /// Writes the pictures' names into the cells, and returns the message for the person.
    private func take(_ result: PictureDrop.Result, in grid: RecordGrid) -> Message? {
        guard let document else { return nil }
        var records: [Int] = []
        var place: CellPosition?
        if result.target.record != nil {
            place = result.target.place(in: document.table)
            guard let place else { return nil }
            records = grid.shownRecords(from: place.record, count: result.names.count)
        }
        do throws(EditError) {
            try document.choosePictures(result.names, for: records, field: result.target.field)
        } catch {
            return Message(error.message, .error)
        }
        window?.shown?.pictures.changed()
        let table = document.table
        if result.target.record == nil, let field = table.schema.index(of: result.target.field) {
            place = CellPosition(record: max(0, table.count - result.names.count), field: field)
        }
        if let place { grid.go(to: place) }
        return result.message
    }
}
