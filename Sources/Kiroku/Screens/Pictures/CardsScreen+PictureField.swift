import GtkKit
import KirokuCore
import KirokuViews

/// Asking which field gets pictures, if that is not clear.
extension CardsScreen {
    /// Finds the field for a picture that is to be chosen in a Text field: that field or, if it holds texts, the one
    /// that the user chooses, because a field of pictures treats all its texts as names of pictures.
    ///
    /// - Parameter answer: called with `nil` if the user cancels.
    func askForField(
        ofPictureIn id: FieldID, of document: Document, answer: @escaping @MainActor (PictureField?) -> Void
    ) {
        guard let index = document.table.schema.index(of: id) else { return }
        if document.table.schema[index].isPicture { return answer(.existing(id)) }
        Task { [weak self, table = document.table] in
            // A table has all fields of its own schema.
            guard let count = try? await table.filledCount(ofField: index), count > 0 else {
                return answer(.existing(id))
            }
            guard let self else { return }
            ask(
                localized("Which field gets the picture?"),
                text: localized(
                    "“{field}” contains {count} text. In a picture field, it would be read as the name of a picture.",
                    "“{field}” contains {count} texts. In a picture field, they would be read as names of pictures.",
                    count: count, ["field": ShownText.short(table.schema[index].name)]),
                among: document.table.schema.fields.filter(\.isPicture).map { .existing($0.id) }
                    + (document.refusal(of: .defineFields) == nil ? [.new(after: id)] : []) + [.existing(id)],
                of: document, ok: localized("C_hoose"), answer: answer)
        }
    }

    /// Asks which field gets pictures that were dropped beside one, or whether to make one for them.
    ///
    /// - Parameters:
    ///   - count: how many pictures there are.
    ///   - fields: the fields of pictures.
    ///   - answer: called with `nil` if the user cancels.
    func askForField(
        ofDropped count: Int, among fields: [FieldDefinition], of document: Document,
        answer: @escaping @MainActor (PictureField?) -> Void
    ) {
        if fields.isEmpty {
            ask(
                localized("Add a field for the picture?", "Add a field for the pictures?", count: count),
                text: localized("This document has no picture field."), among: [.new(after: nil)], of: document,
                ok: localized("_Add Field"), answer: answer)
        } else {
            ask(
                localized("Which field gets the pictures?"),
                text: localized("This document has more than one picture field."),
                among: fields.map { .existing($0.id) }, of: document, ok: localized("_Add Here"), answer: answer)
        }
    }

    /// - Parameter fields: the choices; the first is the one that is usually right.
    private func ask(
        _ question: String, text: String, among fields: [PictureField], of document: Document, ok: String,
        answer: @escaping @MainActor (PictureField?) -> Void
    ) {
        guard let window, window.dialog == nil else { return answer(nil) }
        let sheet = QuestionSheet(over: window, question, text: text, cancel: localized("_Cancel"), ok: ok)
        let choice = comboBox(name: localized("Field"), choices: fields.map { $0.title(in: document.table) })
        choice.chosen = 0
        sheet.append(choice)
        var field: PictureField?
        sheet.onOK = { [weak sheet] in
            field = choice.chosen.map { fields[$0] }
            sheet?.close()
        }
        window.hold(sheet) {
            answer(field)
        }
        sheet.open()
    }
}
