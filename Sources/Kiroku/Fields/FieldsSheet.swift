import GtkKit
import KirokuCore
import KirokuViews

/// A sheet with the fields of a document: OK makes all changes in one step, Cancel makes none.
@MainActor
final class FieldsSheet: WindowDialog {
    /// Called when the sheet is closed.
    var onClosed: (() -> Void)?
    /// Called when the fields have changed.
    var onDone: (() -> Void)?

    private let sheet: ModalSheet
    private let editor: FieldsEditor
    private let document: Document
    private let question: ChangesQuestion
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - document: the document that the fields belong to.
    ///   - window: the window that the sheet slides over.
    init(of document: Document, over window: DocumentWindow) {
        self.document = document
        let name = localized("Fields")
        editor = FieldsEditor(document.table.schema.fields.map { FieldDraft($0) }, of: document.table)
        let content = sheetContent(name)
        let start = editor.drafts
        content.append(editor.widget)
        sheet = window.makeSheet(name: name, content: content, width: .wide)
        question = ChangesQuestion(
            in: sheet, over: window, localized("Apply the changes?"),
            text: localized("The fields have not been changed yet."), ok: localized("_Apply"))
        editor.onEnd = { [weak sheet] in sheet?.focusOK() }
        sheet.onOK = { [weak self] in self?.makeFields() }
        question.onKeep = { [weak self] in self?.makeFields() }
        sheet.mayCancel = { [weak question, weak editor] in
            question?.mayCancel(hasChanges: editor.map { $0.drafts != start } ?? false) ?? true
        }
        sheet.onCancel = { [weak self] in self?.task?.cancel() }
        sheet.onClosed = { [weak self] in self?.end() }
    }

    /// Why the user has opened the sheet.
    enum Purpose {
        case all
        /// To add a field.
        case adding
        /// To choose the number format of this field.
        case format(FieldID)
    }

    /// Opens the sheet.
    func open(for purpose: Purpose) {
        try? sheet.open()
        MainLoop.whenIdle { [weak self] in
            guard let self, sheet.isOpen else { return }
            switch purpose {
            case .all: break
            case .adding: editor.addField()
            case .format(let field): editor.openFormat(of: field)
            }
        }
    }

    private func makeFields() {
        guard task == nil else { return }
        let plan = FieldsPlan(editor.drafts, for: document.table.schema)
        let problems = plan.problems
        if let first = problems.min(by: { $0.key < $1.key })?.value ?? plan.countProblem {
            editor.show(problems)
            sheet.show(Message(first.message, .error))
            return
        }
        sheet.show(Message(localized("Changing the fields…")))
        let revision = document.revision
        task = Task { [weak self, document] in
            let result: Result<FieldsStep, TableError>
            do throws(TableError) {
                result = .success(try await plan.step(for: document.table))
            } catch {
                result = .failure(error)
            }
            guard !Task.isCancelled else { return }
            self?.finish(result, ifStill: revision)
        }
    }

    private func finish(_ result: Result<FieldsStep, TableError>, ifStill revision: Int) {
        task = nil
        switch result {
        case .failure(let error): sheet.show(Message(error.message, .error))
        case .success where document.revision != revision:
            sheet.show(Message(localized("The records have changed in the meantime. Press OK again."), .caution))
        case .success(let step):
            do throws(EditError) {
                try document.apply(step)
                if step.change != nil { onDone?() }
                if sheet.isOpen { try? sheet.close() }
            } catch {
                sheet.show(Message(error.message, .error))
            }
        }
    }

    private func end() {
        task?.cancel()
        editor.end()
        onClosed?()
    }
}

extension CardsScreen {
    /// Shows a sheet in which the document's fields can be changed.
    func showFields(for purpose: FieldsSheet.Purpose = .all) {
        guard let window, window.dialog == nil, let document, !document.isReadOnly else { return }
        commitEditing()
        let fields = FieldsSheet(of: document, over: window)
        fields.onDone = { [weak window] in
            window?.show(Message(localized("The fields have been changed. You can undo this."), .ok))
        }
        window.hold(fields)
        fields.open(for: purpose)
    }
}
