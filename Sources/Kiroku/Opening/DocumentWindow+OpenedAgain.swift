import GtkKit
import KirokuCore
import KirokuViews

/// A text that a document was made from earlier is opened again.
extension DocumentWindow {
    /// Asks what to do: update the document with the text, open it, or make another one.
    func ask(about made: MadeDocuments.Found, of text: String) {
        let names = [
            "file": ShownText.short(FilePath.name(of: text)),
            "document": ShownText.short(DocumentName.title(of: made.document)),
        ]
        let state =
            made.isUnchanged
            ? localized("“{file}” has not changed since then.", names)
            : localized("“{file}” has changed since then. You will see what changes before it is imported.", names)
        let question = QuestionSheet(
            over: self, localized("Open the document made from “{file}”?", names),
            text: localizedSentences([localized("“{document}” was made from “{file}”.", names), state]),
            cancel: localized("_Cancel"), ok: made.isUnchanged ? localized("_Open It") : localized("_Update It…"))
        var answer: (@MainActor () -> Void)?
        func reply(_ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
            { [weak question] in
                answer = body
                question?.close()
            }
        }
        let open = reply { [weak self] in self?.opening.start(made.document) }
        let update = reply { [weak self] in self?.update(made.document, by: text) }
        question.onOK = { if made.isUnchanged { open() } else { update() } }
        question.append(
            made.isUnchanged
                ? button(localized("_Update It…"), pressed: update) : button(localized("_Open It"), pressed: open))
        question.append(
            button(
                localized("_New Document"),
                pressed: reply { [weak self] in self?.opening.start(text, isAgain: true) }))
        hold(question) { [weak self] in
            if let answer { answer() } else { self?.opening.giveUp() }
        }
        question.open()
    }

    /// Opens a document and shows what importing a text would change.
    private func update(_ document: String, by text: String) {
        guard let other = application.window(showing: document, besides: self) else {
            return opening.start(document, importing: text)
        }
        opening.giveWay(to: other)
        other.showImport(of: text)
    }

    /// Shows what importing a text would change, if nothing else is asked.
    func showImport(of text: String) {
        guard let document = shown?.document else { return }
        Task { [weak self, table = document.table] in
            let key = await Self.identifyingField(of: table)
            guard let self, document === shown?.document, dialog == nil else { return }
            screens.show(.cards)
            cards.importFiles([text], by: key)
        }
    }

    /// The first field of names or numbers that identifies all records; `nil` if there is none.
    @concurrent
    private nonisolated static func identifyingField(of table: RecordTable) async -> Int? {
        table.schema.fields.indices.first { field in
            let type = table.schema[field].type
            guard table.count > 0, type.holdsText || type.holdsWholeNumbers, !table.schema[field].isPicture else {
                return false
            }
            return table.identifiesRecords(byField: field)
        }
    }

    /// Remembers that the document has the records of a text as it is now, if it was made from that.
    func markUpdated(by text: String) {
        guard let path = shown?.path else { return }
        application.untilDone { [made = application.madeDocuments] in await made.markUpdated(of: path, by: text) }
    }
}
